import { randomBytes } from 'node:crypto';
import { decodeSpecialCharacters, escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { lowerAscii } from '../../../text/php-strings.js';
import { parseAttributes } from '../../../text/sanitize/attributes.js';
import { balanceTags } from '../../../text/sanitize/balance-tags.js';
import { filterHtml } from '../../../text/sanitize/kses.js';
import { escapeUrl } from '../../../text/urls.js';

/** A provider's response, not yet validated. */
export type RawResponse = Readonly<Record<string, unknown>>;

/** Parses JSON or XML; undefined for anything else. */
export function parseResponse(text: string): RawResponse | undefined {
  const body = text.replace(/^\ufeff/, '').trim();
  return body.startsWith('<') ? parseXml(body) : parseJson(body);
}

function parseJson(text: string): RawResponse | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawResponse) : undefined;
  } catch {
    return undefined;
  }
}

/** The child elements of `oembed` that contain text. Documents that declare types or entities are refused. */
function parseXml(text: string): RawResponse | undefined {
  if (/<!(?!\[CDATA\[|--)/.test(text)) return undefined;
  const response: Record<string, unknown> = {};
  let open: string[] = [];
  let content = '';
  for (const token of xmlTokens(text)) {
    if (token.kind === 'text') content += token.text;
    else if (token.kind === 'start') {
      open.push(token.text);
      content = '';
    } else {
      const [root, name] = open;
      if (open.length === 2 && root === 'oembed' && name === token.text) response[name] = content.trim();
      open = open.slice(0, -1);
      content = '';
    }
    if (open.length > MAX_DEPTH) return undefined;
  }
  return Object.keys(response).length > 0 ? response : undefined;
}

const MAX_DEPTH = 10;

interface XmlToken {
  kind: 'text' | 'start' | 'end';
  text: string;
}

/** Reads on to the end of what begins, so that every character is read once. */
function* xmlTokens(text: string): Generator<XmlToken> {
  for (let at = 0; at < text.length;) {
    const [kind, close] = OPENERS.find(([opener]) => text.startsWith(opener, at))?.slice(1) ?? ['text', '<'];
    const end = text.indexOf(close!, at + 1);
    if (end < 0 && kind !== 'text') return;
    const token = text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + (kind === 'text' ? 0 : close!.length);
    if (kind === 'text') yield { kind, text: resolve(token) };
    else if (kind === 'cdata') yield { kind: 'text', text: token.slice(9) };
    else if (kind === 'end') yield { kind, text: token.slice(2).trim() };
    else if (kind === 'start') {
      const name = /^<([\w:.-]*)/.exec(token)![1]!;
      yield { kind, text: name };
      if (token.endsWith('/')) yield { kind: 'end', text: name };
    }
  }
}

/** How things in XML begin, what they are, and how they end. */
const OPENERS: readonly (readonly [string, string, string])[] = [
  ['<![CDATA[', 'cdata', ']]>'],
  ['<!--', 'comment', '-->'],
  ['<?', 'instruction', '?>'],
  ['</', 'end', '>'],
  ['<', 'start', '>'],
];

function resolve(text: string): string {
  const numeric = text.replace(/&#(?:(\d{1,7})|x([0-9a-f]{1,6}));/gi, (all: string, decimal?: string, hex?: string) => {
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && code !== 38 ? String.fromCodePoint(code) : all;
  });
  return decodeSpecialCharacters(numeric.replaceAll('&apos;', '&#39;'), 'both');
}

/** A validated response. */
export type ProviderResponse = Record<string, string | number>;

type Reader = (value: unknown) => string | number | undefined;

const MAX_TEXT_LENGTH = 2000;
const MAX_HTML_LENGTH = 60_000;

const upTo = (longest: number, value: unknown) =>
  typeof value === 'string' && value.length <= longest ? value : undefined;
const text: Reader = (value) => upTo(MAX_TEXT_LENGTH, typeof value === 'number' ? String(value) : value);
const html: Reader = (value) => upTo(MAX_HTML_LENGTH, value);
const link: Reader = (value) => (/^(?:https?:)?\/\//i.test(String(value)) ? upTo(MAX_TEXT_LENGTH, value) : undefined);
/** Pixels, or a percentage. */
const size: Reader = (value) => {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
  if (typeof value !== 'string' || !/^\d{1,6}%?$/.test(value)) return undefined;
  return value.endsWith('%') ? value : Number(value);
};

/** Properties that are passed on; others are dropped. */
const MEMBERS: Readonly<Record<string, Reader>> = {
  version: text,
  type: text,
  provider_name: text,
  provider_url: link,
  author_name: text,
  author_url: link,
  title: text,
  cache_age: size,
  url: link,
  width: size,
  height: size,
  html,
  thumbnail_url: link,
  thumbnail_width: size,
  thumbnail_height: size,
};

/** Required properties of each type. */
const NEEDED: Readonly<Record<string, string | undefined>> = {
  rich: 'html',
  video: 'html',
  photo: 'url',
  link: 'version',
};

/** Validates and sanitizes a response; undefined if it is invalid. HTML of unknown providers is reduced. */
export function acceptResponse(raw: RawResponse, { isKnown }: { isKnown: boolean }): ProviderResponse | undefined {
  const response: ProviderResponse = {};
  for (const [name, read] of Object.entries(MEMBERS)) {
    const value = Object.hasOwn(raw, name) ? read(raw[name]) : undefined;
    if (value !== undefined) response[name] = value;
  }
  if (!isKnown && typeof response.html === 'string') {
    const reduced = reduceHtml(response.html);
    if (reduced === undefined) delete response.html;
    else response.html = reduced;
  }
  const { type } = response;
  const needed = typeof type === 'string' && Object.hasOwn(NEEDED, type) ? NEEDED[type] : undefined;
  return needed !== undefined && response[needed] !== undefined && response[needed] !== '' ? response : undefined;
}

const FRAME_ATTRIBUTES = ['width', 'height', 'frameborder', 'marginwidth', 'marginheight', 'scrolling', 'title'];
const QUOTE_AND_FRAME = new Map([
  ['a', new Set(['href'])],
  ['blockquote', new Set<string>()],
  ['iframe', new Set(['src', ...FRAME_ATTRIBUTES])],
]);
const LINKS_ONLY = new Map([['a', new Set(['href'])]]);
/** The frame is hidden until its content has sent a message; until then the quotation is shown. */
const HIDDEN = ' style="position: absolute; clip: rect(1px, 1px, 1px, 1px);"';

/**
 * The allowed HTML of an unknown provider: at most a quotation with links and one sandboxed frame. Undefined without
 * a frame.
 */
export function reduceHtml(html: string, secret: string = newSecret()): string | undefined {
  const filtered = filterHtml(withoutElement(withoutElement(html, 'script'), 'style'), QUOTE_AND_FRAME);
  const frame = /<iframe\b([^>]*)>/i.exec(filtered);
  const attributes = new Map(
    parseAttributes((frame?.[1] ?? '').trim()).map(({ name, value }) => [name.toLowerCase(), value ?? '']),
  );
  const source = decodeSpecialCharacters(attributes.get('src') ?? '', 'both');
  if (!URL.canParse(source) || !/^https?:\/\//i.test(source)) return undefined;
  const quote = quotation(filtered, secret);
  const names = FRAME_ATTRIBUTES.filter((name) => attributes.has(name));
  const further = names.map((name) => ` ${name}="${escapeAttribute(attributes.get(name)!)}"`).join('');
  const address = escapeUrl(`${source.replace(/#[^]*$/, '').replace(/^http:/i, 'https:')}#?secret=${secret}`);
  return (
    `${quote}<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted"${quote === '' ? '' : HIDDEN} ` +
    `src="${address}" data-secret="${secret}"${further}></iframe>`
  );
}

function quotation(html: string, secret: string): string {
  const start = /<blockquote[^>]*>/i.exec(html);
  if (!start) return '';
  const rest = html.slice(start.index + start[0].length);
  const end = rest.search(/<\/blockquote/i);
  const links = filterHtml(end < 0 ? rest : rest.slice(0, end), LINKS_ONLY).replace(/<!--[^]*?-->/g, '');
  const text = balanceTags(links)
    .replace(/[\r\n]+/g, ' ')
    .trim();
  return `<blockquote class="wp-embedded-content" data-secret="${secret}">${text}</blockquote>`;
}

/** The HTML without elements of this name and their content. */
function withoutElement(html: string, name: string): string {
  const lower = lowerAscii(html);
  let result = '';
  for (let at = 0; ;) {
    const open = lower.indexOf(`<${name}`, at);
    if (open < 0) return result + html.slice(at);
    result += html.slice(at, open);
    const close = lower.indexOf(`</${name}`, open);
    const end = close < 0 ? -1 : html.indexOf('>', close);
    if (end < 0) return result;
    at = end + 1;
  }
}

function newSecret(): string {
  return Array.from(randomBytes(10), (byte) => (byte % 36).toString(36)).join('');
}

/** The HTML of a response for use in content; undefined if it has none. Without line breaks, which content would convert. */
export function responseHtml(response: ProviderResponse, url: string): string | undefined {
  const html = markup(response, url);
  return html === undefined ? undefined : withoutLineBreaks(html);
}

function markup(
  { type, title = '', html, url: source, width, height }: ProviderResponse,
  url: string,
): string | undefined {
  switch (type) {
    case 'photo':
      if (source === undefined || width === undefined || height === undefined) return undefined;
      return (
        `<a href="${escapeUrl(url)}"><img src="${escapeUrl(String(source))}" alt="${escapeAttribute(String(title))}" ` +
        `width="${escapeAttribute(String(width))}" height="${escapeAttribute(String(height))}" /></a>`
      );
    case 'rich':
    case 'video':
      return typeof html === 'string' ? html : undefined;
    default:
      return title === '' ? undefined : `<a href="${escapeUrl(url)}">${escapeHtml(String(title))}</a>`;
  }
}

function withoutLineBreaks(html: string): string {
  return html
    .split(/(<pre\b[^>]*>[^]*?<\/pre>)/i)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\r\n]+/g, '')))
    .join('');
}
