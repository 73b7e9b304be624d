import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { toInteger } from '../../../text/php/php-values.js';
import { fileTypeOf, PLAYABLE } from '../../../text/mime.js';
import { trimAscii } from '../../../text/php-strings.js';
import { escapeUrl } from '../../../text/urls.js';
import { type RenderContext, type ShortcodeHandler } from '../../render-context.js';
import { type ShortcodeAttributes } from '../../shortcode-attributes.js';

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
export function fileLink(kind: PlayerKind, url: string, { dialect }: Pick<RenderContext, 'dialect'>): string {
  return `<a class="wp-embedded-${kind}" href="${escapeUrl(url, dialect.rules)}">${escapeHtml(url)}</a>`;
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

/** Attributes that WordPress 7 writes without a value. */
const FLAGS = new Set(['loop', 'autoplay', 'muted']);

/** Precedes the first player of a page. */
export function oldBrowsers(kind: PlayerKind): string {
  return `<!--[if lt IE 9]><script>document.createElement('${kind}');</script><![endif]-->\n`;
}

export function playerHtml(
  { kind, instance, attributes, sources, content = '' }: Player,
  { dialect }: Pick<RenderContext, 'dialect'>,
): string {
  const isFlag = (name: string) => dialect.blocks !== undefined && FLAGS.has(name);
  const opening = instance === 1 && !dialect.blocks ? oldBrowsers(kind) : '';
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => (isFlag(name) ? name : `${name}="${escapeAttribute(value)}"`))
    .join(' ');
  const list = sources
    .map(
      ({ url, type }) =>
        `<source type="${type}" src="${escapeUrl(withQueryArgument(url, '_', String(instance)), dialect.rules)}" />`,
    )
    .join('');
  const first = sources[0];
  const address = first ? escapeUrl(first.url, dialect.rules) : '';
  const link = first ? `<a href="${address}">${address}</a>` : '';
  return `${opening}<${kind} ${written} controls="controls">${list}${content}${link}</${kind}>`;
}

/** The URL with one query argument set; arguments already there keep their order, a fragment stays at the end. */
export function withQueryArgument(url: string, name: string, value: string): string {
  return changeQuery(url, (pairs) => {
    const others = pairs.filter(([key]) => key !== name);
    return [...others, [name, value]];
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

export const audio: ShortcodeHandler = (attributes, _content, _tag, context) => audioPlayer(attributes, context);

export function audioPlayer(attributes: ShortcodeAttributes, context: RenderContext): string {
  // Counts every call, also those that print nothing.
  const instance = context.counters.next('audio');
  const formats = PLAYABLE[context.dialect.fileTypes].audio;
  const src = attributes.get('src');
  const sources: PlayerSource[] = [];
  if (src !== undefined && !isBlank(src)) {
    if (!formats.includes(extensionOf(src, context))) return fileLink('audio', src, context);
    sources.push({ url: src, type: typeOf(src, context) });
  } else if (!hasMatchingFormat(attributes, formats, context)) {
    const attached = attachedFile('audio', context);
    if (attached === undefined) return '';
    sources.push({ url: attached, type: typeOf(attached, context) });
  }
  sources.push(...sourcesByFormat(attributes, formats, context));
  return playerHtml(
    {
      kind: 'audio',
      instance,
      sources,
      attributes: {
        class: attributes.get('class') ?? 'wp-audio-shortcode',
        id: `audio-${context.post.id}-${instance}`,
        loop: isOn(attributes.get('loop')) ? '1' : undefined,
        autoplay: isOn(attributes.get('autoplay')) ? '1' : undefined,
        muted: context.dialect.blocks && isOn(attributes.get('muted')) ? '1' : undefined,
        preload: nonBlank(attributes.get('preload') ?? 'none'),
        style: attributes.get('style') ?? 'width: 100%;',
      },
    },
    context,
  );
}

function nonBlank(value: string): string | undefined {
  return isBlank(value) ? undefined : value;
}

const YOUTUBE = /^https?:\/\/(?:www\.)?(?:youtube\.com\/watch|youtu\.be\/)/;
const VIMEO = /^https?:\/\/(?:[^\n]+\.)?vimeo\.com\//;

export const video: ShortcodeHandler = (attributes, content, _tag, context) =>
  videoPlayer(attributes, content, context);

export function videoPlayer(attributes: ShortcodeAttributes, content: string, context: RenderContext): string {
  const instance = context.counters.next('video');
  const formats = PLAYABLE[context.dialect.fileTypes].video;
  const { width, height } = displaySize(attributes, context.theme.contentWidth);
  const src = attributes.get('src');
  const sources: PlayerSource[] = [];
  if (src !== undefined && !isBlank(src)) {
    const hosted = hostedSource(src, attributes, context);
    if (!hosted && !formats.includes(extensionOf(src, context))) return fileLink('video', src, context);
    sources.push(hosted ?? { url: src, type: typeOf(src, context) });
  } else if (!hasMatchingFormat(attributes, formats, context)) {
    const attached = attachedFile('video', context);
    if (attached === undefined) return '';
    sources.push({ url: attached, type: typeOf(attached, context) });
  }
  sources.push(...sourcesByFormat(attributes, formats, context));
  const poster = attributes.get('poster');
  const preload = attributes.get('preload') ?? 'metadata';
  const html = playerHtml(
    {
      kind: 'video',
      instance,
      sources,
      content: trimAscii(content.includes('\n') ? content.replace(/\r\n|[\n\t]/g, '') : content),
      attributes: {
        class: attributes.get('class') ?? 'wp-video-shortcode',
        id: `video-${context.post.id}-${instance}`,
        width: lengthAttribute(width, context),
        height: lengthAttribute(height, context),
        poster: poster === undefined || isBlank(poster) ? undefined : escapeUrl(poster, context.dialect.rules),
        loop: isOn(attributes.get('loop')) ? '1' : undefined,
        autoplay: isOn(attributes.get('autoplay')) ? '1' : undefined,
        muted: context.dialect.blocks && isOn(attributes.get('muted')) ? '1' : undefined,
        preload: isBlank(preload) ? undefined : preload,
      },
    },
    context,
  );
  return `<div style="${width === 0 ? '' : `width: ${width}px;`}" class="wp-video">${html}</div>`;
}

/** Current releases leave out a length of zero. */
function lengthAttribute(length: number, { dialect }: RenderContext): string | undefined {
  return length === 0 && dialect.blocks ? undefined : String(Math.abs(length));
}

/** Scaled down to the width the presentation allows. */
function displaySize(attributes: ShortcodeAttributes, limit: number): { width: number; height: number } {
  const width = toInteger(attributes.get('width') ?? '640');
  const height = toInteger(attributes.get('height') ?? '360');
  if (limit <= 0 || width <= limit) return { width, height };
  return { width: limit, height: Math.round((height * limit) / width) };
}

function hostedSource(src: string, attributes: ShortcodeAttributes, context: RenderContext): PlayerSource | undefined {
  const cleans = context.dialect.tidiesShortcodes;
  if (YOUTUBE.test(src)) {
    const url = cleans ? withoutQueryArgument(src, 'feature').replace(/^http:/, 'https:') : src;
    return { url, type: 'video/youtube' };
  }
  if (!VIMEO.test(src)) return undefined;
  const bare = src.replace(/^http:/, 'https:').replace(/[?#][^]*$/, '');
  const url = cleans ? withQueryArgument(bare, 'loop', isBlank(attributes.get('loop')) ? '0' : '1') : src;
  return { url, type: 'video/vimeo' };
}
