import { escapeAttribute, escapeHtml } from '../../../../text/escape.js';
import { fileTypeOf } from '../../../../text/mime.js';
import { escapeUrl } from '../../../../text/urls.js';
import { type RenderContext } from '../../context.js';
import { type ShortcodeAttributes } from '../attributes.js';

export type PlayerKind = 'audio' | 'video';

export interface PlayerSource {
  url: string;
  type: string;
}

/** PHP's notion of an empty attribute. */
export const isBlank = (value: string | undefined): boolean => value === undefined || value === '' || value === '0';

export const isOn = (value: string | undefined): boolean => !isBlank(value) && value?.toLowerCase() !== 'false';

/** The attributes that name one file per format, in the order the formats are preferred. */
export function sourcesByFormat(
  attributes: ShortcodeAttributes,
  formats: readonly string[],
  context: RenderContext,
): PlayerSource[] {
  return formats.flatMap((format) => {
    const url = attributes.get(format);
    return url === undefined || isBlank(url) ? [] : [{ url, type: typeOf(url, context) }];
  });
}

/** At least one of the format attributes must name a file of that format. */
export function hasMatchingFormat(
  attributes: ShortcodeAttributes,
  formats: readonly string[],
  context: RenderContext,
): boolean {
  return formats.some((format) => {
    const url = attributes.get(format);
    return url !== undefined && !isBlank(url) && extensionOf(url, context) === format;
  });
}

/** The first file of that kind attached to the post. */
export function attachedFile(kind: PlayerKind, context: RenderContext): string | undefined {
  for (const id of context.children.get(context.post.id) ?? []) {
    const attachment = context.attachments.get(id);
    if (attachment?.mime.startsWith(`${kind}/`)) return attachment.url;
  }
  return undefined;
}

export function extensionOf(url: string, context: RenderContext): string {
  return fileTypeOf(url, context.dialect.mimeTypes)?.ext.toLowerCase() ?? '';
}

export function typeOf(url: string, context: RenderContext): string {
  return fileTypeOf(url, context.dialect.mimeTypes)?.type ?? '';
}

/** Shown if a file cannot be played. */
export function fileLink(kind: PlayerKind, url: string): string {
  return `<a class="wp-embedded-${kind}" href="${escapeUrl(url)}">${escapeHtml(url)}</a>`;
}

export interface Player {
  kind: PlayerKind;
  instance: number;
  /** Written in this order; undefined ones are left out. */
  attributes: Record<string, string | undefined>;
  sources: readonly PlayerSource[];
  /** HTML between the sources and the link for browsers that play nothing. */
  content?: string;
}

/** Attributes that current releases write without a value. */
const FLAGS = new Set(['loop', 'autoplay', 'muted']);

/** Precedes the first player of a page. */
export function oldBrowsers(kind: PlayerKind): string {
  return `<!--[if lt IE 9]><script>document.createElement('${kind}');</script><![endif]-->\n`;
}

export function playerHtml(
  { kind, instance, attributes, sources, content = '' }: Player,
  { dialect }: Pick<RenderContext, 'dialect'>,
): string {
  const isFlag = (name: string) => dialect.rendersBlocks && FLAGS.has(name);
  const opening = instance === 1 && !dialect.rendersBlocks ? oldBrowsers(kind) : '';
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => (isFlag(name) ? name : `${name}="${escapeAttribute(value)}"`))
    .join(' ');
  const list = sources
    .map(
      ({ url, type }) => `<source type="${type}" src="${escapeUrl(withQueryArgument(url, '_', String(instance)))}" />`,
    )
    .join('');
  const first = sources[0];
  const link = first ? `<a href="${escapeUrl(first.url)}">${escapeUrl(first.url)}</a>` : '';
  return `${opening}<${kind} ${written} controls="controls">${list}${content}${link}</${kind}>`;
}

/** The URL with one query argument set; arguments already there keep their order, a fragment stays at the end. */
export function withQueryArgument(url: string, name: string, value: string): string {
  return changeQuery(url, (pairs) => {
    const kept = pairs.filter(([key]) => key !== name);
    return [...kept, [name, value]];
  });
}

export function withoutQueryArgument(url: string, name: string): string {
  return changeQuery(url, (pairs) => pairs.filter(([key]) => key !== name));
}

type Pair = [string, string | undefined];

function changeQuery(url: string, change: (pairs: Pair[]) => Pair[]): string {
  const hash = url.indexOf('#');
  const whole = hash === -1 ? url : url.slice(0, hash);
  const fragment = hash === -1 ? '' : url.slice(hash);
  const mark = whole.indexOf('?');
  const path = mark === -1 ? whole : whole.slice(0, mark);
  const pairs =
    mark === -1
      ? []
      : whole
          .slice(mark + 1)
          .split('&')
          .filter(Boolean)
          .map(toPair);
  const query = change(pairs)
    .map(([key, value]) => (value === undefined ? key : `${key}=${value}`))
    .join('&');
  return `${path}${query === '' ? '' : `?${query}`}${fragment}`;
}

function toPair(text: string): Pair {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)];
}
