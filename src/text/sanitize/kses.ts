import { type TextRules } from '../text-rules.js';
import { escapeUnclosedTags } from '../clean.js';
import { lowerAscii, trimEndCharacters } from '../php-strings.js';
import { type Attribute, parseAttributes } from './attributes.js';
import { filterWp7Style, filterStyle } from './css.js';
import { WP7_COMMENT_SET, WP7_DESCRIPTION_SET, WP7_POST_SET, VALUELESS } from './wp7-tables.js';
import { decodeReferences, normalizeEntities } from '../entities.js';
import { type AllowedTags, COMMENT_SET, POST_SET, URL_ATTRIBUTES, USER_DESCRIPTION_SET } from './kses-tables.js';
import { WP7_PROTOCOLS, removeBadProtocols, removeControlCharacters, removeNullCharacters } from './protocols.js';

/** An attribute as a browser reads it; no value is not an empty one. */
interface BrowserAttribute {
  name: string;
  value: string | undefined;
}

const UNENDED = Symbol('unended');
const BETWEEN = /[\s/]+/y;
const NAME = /=?[^\s/>=]*/y;
const EQUALS = /\s*=\s*/y;
const BARE = /[^\s>]*/y;

/** Parses the attributes of a tag as browsers do, including malformed ones; the first of several with the same name wins. */
function readAttributes(text: string): BrowserAttribute[] {
  const found = new Map<string, BrowserAttribute>();
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0] ?? '';
    at += match.length;
    return match;
  };
  while (at < text.length) {
    take(BETWEEN);
    if (at >= text.length) break;
    const name = take(NAME).toLowerCase();
    if (name === '') {
      at++;
      continue;
    }
    const value = take(EQUALS) === '' ? undefined : readValue();
    // An unterminated quote extends to the end of the text, which makes the whole tag invalid.
    if (value === UNENDED) return [];
    if (!found.has(name)) found.set(name, { name, value: cleaned(name, value) });
  }
  return [...found.values()];

  function readValue(): string | typeof UNENDED {
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return take(BARE);
    const end = text.indexOf(quote, at + 1);
    if (end < 0) return UNENDED;
    const value = text.slice(at + 1, end);
    at = end + 1;
    return value;
  }
}

function cleaned(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const plain = value.replace(/[<>]/g, '');
  if (!URL_ATTRIBUTES.has(name)) return decodeReferences(plain);
  const url = decodeReferences(plain.replace(/&(?:amp;)?colon;/gi, ':'));
  // The usual schemes keep what follows them, blanks at the end included.
  return /^https?:\/\//.test(url) ? removeNullCharacters(url) : removeBadProtocols(url, WP7_PROTOCOLS);
}

/** Ordinary comments are stable after two passes; the limit stops those crafted to change a little each time. */
const MAX_COMMENT_ROUNDS = 10;

/** The release whose rules apply. */

/** Post content and excerpts. Current rules keep `object` elements that show a PDF at the host of `uploadsUrl`. */
export function filterPostHtml(html: string, rules: TextRules = 'wp4', uploadsUrl?: string): string {
  if (rules === 'wp4') return filterHtml(html, POST_SET);
  const filterTag: TagReading['filterTag'] = (element, attributeText, allowed) =>
    lowerAscii(element) === 'object' && !showsUploadedPdf(attributeText, uploadsUrl)
      ? `<${element}${selfClosingOf(attributeText)}>`
      : filterTagAsBrowsers(element, attributeText, allowed);
  return filterHtml(html, WP7_POST_SET, { ...AS_BROWSERS, filterTag });
}

/** Titles and names of terms. */
export function filterCommentHtml(html: string, rules: TextRules = 'wp4'): string {
  return filterHtml(html, COMMENT_SET, rules === 'wp7' ? AS_BROWSERS : STRICT);
}

/** The text of comments; current rules also keep the spans by which notes mention users. */
export function filterCommentContent(html: string, rules: TextRules = 'wp4'): string {
  if (rules === 'wp4') return filterCommentHtml(html);
  const filterTag: TagReading['filterTag'] = (element, attributeText, allowed) =>
    filterTagAsBrowsers(element, attributeText, allowed).replace(SPAN_CLASSES, keepMentionClasses);
  return filterHtml(html, WP7_COMMENT_SET, { ...AS_BROWSERS, filterTag });
}

const SPAN_CLASSES = /(?<=^<span) class="([^"]*)"/i;

/** A span that keeps no class keeps the blank in front of it. */
function keepMentionClasses(attribute: string, classes: string): string {
  const words = [...classes.matchAll(/([ \t\n\f\r]*)([^ \t\n\f\r]+)/g)];
  const mentions = words.filter(([, , word = '']) => /^(?:wp-note-mention|user-[1-9][0-9]*)$/.test(word));
  if (mentions.length === words.length) return attribute;
  return mentions.length === 0
    ? ' '
    : ` class="${mentions
        .map(([word]) => word)
        .join('')
        .trimStart()}"`;
}

export function filterUserDescription(html: string, rules: TextRules = 'wp4'): string {
  return rules === 'wp4' ? filterHtml(html, USER_DESCRIPTION_SET) : filterWp7Description(html);
}

export function filterTermDescription(html: string, rules: TextRules = 'wp4'): string {
  return rules === 'wp4' ? filterCommentHtml(html) : filterWp7Description(html);
}

function filterWp7Description(html: string): string {
  return filterHtml(html, WP7_DESCRIPTION_SET, AS_BROWSERS);
}

/**
 * Removes every tag and attribute outside the allow-list; the text of removed tags stays.
 * Works on the text in one pass, so it takes linear time on any input.
 */
export function filterHtml(html: string, allowed: AllowedTags, reading: TagReading = STRICT): string {
  const text = escapeUnclosedTags(reading.normalize(removeControlCharacters(html)));
  const comments = new CommentFinder(text);
  const markup = /[<>]/g;
  let out = '';
  let at = 0;
  for (let match = markup.exec(text); match; match = markup.exec(text)) {
    const start = match.index;
    const end = match[0] === '>' ? start + 1 : (comments.endOf(start) ?? tagEnd(text, start));
    out += text.slice(at, start);
    out += match[0] === '>' ? '&gt;' : filterToken(text.slice(start, end).replaceAll('\\"', '"'), allowed, reading);
    at = markup.lastIndex = end;
  }
  return out + text.slice(at);
}

function tagEnd(text: string, start: number): number {
  const end = text.indexOf('>', start);
  return end < 0 ? text.length : end + 1;
}

function filterToken(token: string, allowed: AllowedTags, reading: TagReading): string {
  if (token.startsWith('<!--')) return filterComment(token, allowed, reading);
  if (reading.keepsFalseTags && /^<(?:\/[^a-zA-Z>]|!(?!doctype)[a-z])/i.test(token) && token.endsWith('>'))
    return token;
  const match = /^<[ \t\n\r]*(\/[ \t\n\r]*)?([a-zA-Z0-9-]+)/.exec(token);
  if (!match) return '';
  const [prefix, slash, element = ''] = match;
  const attributes = allowed.get(lowerAscii(element));
  if (!attributes) return '';
  if (slash !== undefined) return `</${element}>`;
  return reading.filterTag(element, token.slice(prefix.length).replace(/>$/, ''), attributes);
}

function filterTag(element: string, attributeText: string, allowed: ReadonlySet<string>): string {
  const selfClosing = selfClosingOf(attributeText);
  if (allowed.size === 0) return `<${element}${selfClosing}>`;
  const attributes = parseAttributes(attributeText)
    .map((attribute) => filterAttribute(attribute, allowed))
    .filter((attribute) => attribute !== undefined)
    .map((attribute) => ` ${attribute.replace(/[<>]/g, '')}`)
    .join('');
  return `<${element}${attributes}${selfClosing}>`;
}

function filterAttribute({ name, value, quote }: Attribute, allowed: ReadonlySet<string>): string | undefined {
  const lowerName = lowerAscii(name);
  if (!allowed.has(lowerName)) return undefined;
  if (lowerName === 'style') {
    const style = filterStyle(value ?? '');
    return style === '' || style === '0' ? undefined : `${name}=${quote}${style}${quote}`;
  }
  return value === undefined ? name : `${name}=${quote}${value}${quote}`;
}

/** How tags are parsed. Releases before 6 drop every irregular attribute. */
export interface TagReading {
  readonly filterTag: (element: string, attributeText: string, allowed: ReadonlySet<string>) => string;
  /** Whether closing tags without a name and the like, which browsers treat as comments, are kept. */
  readonly keepsFalseTags: boolean;
  /** Makes character references well-formed. */
  readonly normalize: (text: string) => string;
}

const STRICT: TagReading = { filterTag, keepsFalseTags: false, normalize: normalizeEntities };

/** Current releases parse attributes as browsers do and normalize them: lower case, double quotes. */
const AS_BROWSERS: TagReading = {
  filterTag: filterTagAsBrowsers,
  keepsFalseTags: true,
  // An escaped ampersand stays escaped, whatever follows.
  normalize: (text) => text.split('&amp;').map(normalizeEntities).join('&amp;'),
};

/** Whether both attributes that an `object` needs are as they must be; otherwise it keeps no attribute. */
function showsUploadedPdf(attributeText: string, uploadsUrl: string | undefined): boolean {
  const values = new Map(readAttributes(attributeText).map(({ name, value = '' }) => [name, value]));
  if (uploadsUrl === undefined || lowerAscii(values.get('type') ?? '') !== 'application/pdf') return false;
  const host = /^https?:\/\/([^/]+)/.exec(uploadsUrl)?.[1];
  const [, address] = /^https?:\/\/([^?#]+\.pdf)$/.exec(values.get('data') ?? '') ?? [];
  return host !== undefined && address?.startsWith(`${host}/`) === true;
}

function selfClosingOf(attributeText: string): string {
  return trimEndCharacters(attributeText, ' \t\n\r').endsWith('/') ? ' /' : '';
}

function filterTagAsBrowsers(element: string, attributeText: string, allowed: ReadonlySet<string>): string {
  const selfClosing = selfClosingOf(attributeText);
  const tag = lowerAscii(element);
  const attributes = readAttributes(attributeText)
    .filter(({ name, value }) => isAllowed(name, value, tag, allowed))
    .map(({ name, value }) => writtenAttribute(name, value))
    .join('');
  return `<${element}${attributes}${selfClosing}>`;
}

function isAllowed(name: string, value: string | undefined, tag: string, allowed: ReadonlySet<string>): boolean {
  if (VALUELESS.has(`${tag} ${name}`)) return value === undefined && allowed.has(name);
  // Scripts would set the attributes that were checked here.
  if (tag === 'object' && name.startsWith('data-wp-bind--')) return false;
  return allowed.has(name) || (allowed.has('data-*') && /^data-[a-z0-9_-]+$/.test(name));
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** Omitted if no declaration of a style is left. */
function writtenAttribute(name: string, value: string | undefined): string {
  const filtered = name === 'style' ? filterWp7Style(value ?? '') : value;
  if (name === 'style' && filtered === '') return '';
  if (filtered === undefined) return ` ${name}`;
  const escaped = filtered.replace(/[&<>"']/g, (char) => ESCAPED.get(char) ?? char);
  // A style that was changed is written by another rule.
  return ` ${name}="${filtered === value ? escaped : escaped.replaceAll('&apos;', '&#039;')}"`;
}

/** Keeps comments, filtered until nothing changes, so that they can neither nest nor end early. */
function filterComment(comment: string, allowed: AllowedTags, reading: TagReading): string {
  let content = comment.replaceAll('<!--', '').replaceAll('-->', '');
  for (let round = 0; round < MAX_COMMENT_ROUNDS; round++) {
    const filtered = filterHtml(content, allowed, reading);
    if (filtered === content) return content === '' ? '' : `<!--${content.replace(/--+/g, '-').replace(/-$/, '')}-->`;
    content = filtered;
  }
  return '';
}

/** Finds where comments end: at `-->` on the same line or at the end of the text. */
class CommentFinder {
  private nextClose = 0;
  private nextBreak = 0;

  constructor(private readonly text: string) {}

  endOf(start: number): number | undefined {
    const { text } = this;
    if (!text.startsWith('<!--', start)) return undefined;
    // Both positions only move forward, so that many openers do not search the same text again.
    if (this.nextClose < start + 4) this.nextClose = indexOrEnd(text, '-->', start + 4);
    if (this.nextBreak < start + 4) this.nextBreak = indexOrEnd(text, '\n', start + 4);
    if (this.nextClose < this.nextBreak) return this.nextClose + 3;
    return this.nextBreak >= text.length - 1 ? this.nextBreak : undefined;
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}
