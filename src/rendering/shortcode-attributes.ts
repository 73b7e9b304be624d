import { runEnd } from '../text/html-tokens.js';
import { isSpace, skipSpace } from '../text/whitespace.js';

/** Named attributes by lower-cased name, positional ones by their number ('0', '1', …), in the order written. */
export type ShortcodeAttributes = ReadonlyMap<string, string>;

interface AttributeOptions {
  /** A bare `'x y'` is one positional value without its quotes; otherwise it splits at blanks and keeps them. */
  tidiesShortcodes: boolean;
}

/** What stands at one place: `name=value`, a value in quotes, or a word. */
interface Found {
  name?: string;
  value: string;
  end: number;
}

export function parseAttributes(input: string, { tidiesShortcodes }: AttributeOptions): ShortcodeAttributes {
  const attributes = new Map<string, string>();
  let position = 0;
  const text = input.replace(/[\u00a0\u200b]+/g, ' ');
  for (let at = skipSpace(text, 0); at < text.length;) {
    const found = namedAt(text, at) ?? quotedAt(text, at, tidiesShortcodes) ?? wordAt(text, at);
    const { name, value } = found;
    if (name !== undefined) {
      // The name 0 counts as none.
      if (name !== '0') attributes.set(name.toLowerCase(), clean(value));
      if (/^[1-9]\d{0,8}$/.test(name)) position = Math.max(position, Number(name) + 1);
    } else if (value !== '') {
      attributes.set(String(position++), clean(value));
    }
    at = skipSpace(text, found.end);
  }
  return attributes;
}

/** White space may stand on both sides of the `=`. */
function namedAt(text: string, start: number): Found | undefined {
  const nameEnd = runEnd(text, start, /[\w-]/);
  const equals = skipSpace(text, nameEnd);
  if (nameEnd === start || text[equals] !== '=') return undefined;
  const name = text.slice(start, nameEnd);
  const from = skipSpace(text, equals + 1);
  const quoted = quotedAt(text, from, true);
  if (quoted) return { ...quoted, name };
  const end = runEnd(text, from, /[^ \t\n\r\f\v'"]/);
  return end > from && isEnd(text, end) ? { name, value: text.slice(from, end), end } : undefined;
}

/** A value in quotes counts only when white space or the end follows. */
function quotedAt(text: string, start: number, single: boolean): Found | undefined {
  const quote = text[start];
  if (quote !== '"' && (quote !== "'" || !single)) return undefined;
  const close = text.indexOf(quote, start + 1);
  return close !== -1 && isEnd(text, close + 1) ? { value: text.slice(start + 1, close), end: close + 1 } : undefined;
}

function wordAt(text: string, start: number): Found {
  const end = runEnd(text, start, /[^ \t\n\r\f\v]/);
  return { value: text.slice(start, end), end };
}

function isEnd(text: string, at: number): boolean {
  return at === text.length || isSpace(text[at]);
}

function clean(raw: string): string {
  const value = unescapeBackslashes(raw);
  return hasUnclosedTag(value) ? '' : value;
}

function hasUnclosedTag(value: string): boolean {
  for (let open = value.indexOf('<'); open !== -1;) {
    const close = value.indexOf('>', open);
    if (close === -1) return true;
    open = value.indexOf('<', close);
  }
  return false;
}

const LETTER_ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    n: '\n',
    t: '\t',
    r: '\r',
    a: '\u0007',
    v: '\v',
    b: '\b',
    f: '\f',
  }),
);

/** C escapes: `\n`, `\x41`, `\101`; a backslash before anything else vanishes. */
function unescapeBackslashes(text: string): string {
  if (!text.includes('\\')) return text;
  let aboveAscii = false;
  const byte = (code: number): string => {
    if (code > 127) aboveAscii = true;
    return String.fromCharCode(code);
  };
  const unescape = (source: string): string =>
    source.replace(/\\(?:x([\da-f]{1,2})|([0-7]{1,3})|([^]))/gi, (_, hex?: string, octal?: string, letter?: string) => {
      if (hex) return byte(parseInt(hex, 16));
      if (octal) return byte(parseInt(octal, 8) & 255);
      return letter === undefined ? '' : (LETTER_ESCAPES.get(letter) ?? letter);
    });
  const result = unescape(text);
  // Escaped bytes may spell UTF-8, so then the whole text is handled as bytes.
  return aboveAscii ? Buffer.from(unescape(Buffer.from(text).toString('latin1')), 'latin1').toString() : result;
}
