import { escapeUnclosedTags } from '../clean.js';
import { lowerAscii, trimEndCharacters, trimAscii } from '../php-strings.js';
import { parseAttributes, type Attribute } from './attributes.js';
import { normalizeEntities } from './entities.js';
import { COMMENT_SET, POST_SET, USER_DESCRIPTION_SET, type AllowedTags } from './kses-tables.js';
import { removeControlCharacters, removeNullCharacters } from './protocols.js';

/** Honest comments settle after two; the limit stops those made to change a little each time. */
const MAX_COMMENT_ROUNDS = 10;

/** Post content and excerpts. */
export function filterPostHtml(html: string): string {
  return filterHtml(html, POST_SET);
}

/** Comments, titles and term descriptions. */
export function filterCommentHtml(html: string): string {
  return filterHtml(html, COMMENT_SET);
}

export function filterUserDescription(html: string): string {
  return filterHtml(html, USER_DESCRIPTION_SET);
}

/**
 * Removes every tag and attribute outside the allow-list; the text of removed tags stays.
 * Works on the text in one pass, so it takes linear time on any input.
 */
export function filterHtml(html: string, allowed: AllowedTags): string {
  const text = escapeUnclosedTags(normalizeEntities(removeControlCharacters(html)));
  const comments = new CommentFinder(text);
  const markup = /[<>]/g;
  let out = '';
  let at = 0;
  for (let match = markup.exec(text); match; match = markup.exec(text)) {
    const start = match.index;
    const end = match[0] === '>' ? start + 1 : (comments.endOf(start) ?? tagEnd(text, start));
    out += text.slice(at, start);
    out += match[0] === '>' ? '&gt;' : filterToken(text.slice(start, end).replaceAll('\\"', '"'), allowed);
    at = markup.lastIndex = end;
  }
  return out + text.slice(at);
}

function tagEnd(text: string, start: number): number {
  const end = text.indexOf('>', start);
  return end < 0 ? text.length : end + 1;
}

function filterToken(token: string, allowed: AllowedTags): string {
  if (token.startsWith('<!--')) return filterComment(token, allowed);
  const match = /^<[ \t\n\r]*(\/[ \t\n\r]*)?([a-zA-Z0-9-]+)/.exec(token);
  if (!match) return '';
  const [prefix, slash, element = ''] = match;
  const attributes = allowed.get(lowerAscii(element));
  if (!attributes) return '';
  if (slash !== undefined) return `</${element}>`;
  return filterTag(element, token.slice(prefix.length).replace(/>$/, ''), attributes);
}

function filterTag(element: string, attributeText: string, allowed: ReadonlySet<string>): string {
  const selfClosing = trimEndCharacters(attributeText, ' \t\n\r').endsWith('/') ? ' /' : '';
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

/** Comments stay, filtered until nothing changes, and can neither nest nor end early. */
function filterComment(comment: string, allowed: AllowedTags): string {
  let content = comment.replaceAll('<!--', '').replaceAll('-->', '');
  for (let round = 0; round < MAX_COMMENT_ROUNDS; round++) {
    const filtered = filterHtml(content, allowed);
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

const SIDES = ['top', 'right', 'bottom', 'left'];

const ALLOWED_PROPERTIES: ReadonlySet<string> = new Set([
  ...'background background-color caption-side clear color cursor direction float'.split(' '),
  ...'font font-family font-size font-style font-variant font-weight'.split(' '),
  ...'height min-height max-height width min-width max-width'.split(' '),
  ...'letter-spacing line-height list-style-type overflow text-align text-decoration text-indent vertical-align'.split(
    ' ',
  ),
  ...'border border-width border-style border-color border-collapse border-spacing margin padding'.split(' '),
  ...SIDES.flatMap((side) => [`margin-${side}`, `padding-${side}`, `border-${side}`]),
  ...SIDES.flatMap((side) => ['width', 'style', 'color'].map((part) => `border-${side}-${part}`)),
]);

/** Escapes, functions, references, expressions, blocks, comments. */
const TRICKERY = ['\\', '(', '&', '=', '}', '/*'];

/** Keeps the harmless declarations of a `style` value; '' when the whole value looks like trickery. */
export function filterStyle(style: string): string {
  const css = removeNullCharacters(style).replace(/[\n\r\t]/g, '');
  if (TRICKERY.some((mark) => css.includes(mark))) return '';
  let kept = '';
  for (const part of trimAscii(css).split(';')) {
    if (part === '') continue;
    const declaration = trimAscii(part);
    const colon = declaration.indexOf(':');
    if (colon >= 0 && !ALLOWED_PROPERTIES.has(trimAscii(declaration.slice(0, colon)))) continue;
    kept += kept === '' ? declaration : `;${declaration}`;
  }
  return kept;
}
