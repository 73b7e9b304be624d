import { WS } from '../whitespace.js';

/** Named attributes by lower-cased name, positional ones by their number ('0', '1', …), in the order written. */
export type ShortcodeAttributes = ReadonlyMap<string, string>;

export interface AttributeOptions {
  /** A bare `'x y'` is one positional value without its quotes; otherwise it splits at blanks and keeps them. */
  bareSingleQuotes: boolean;
}

const END = `(?:${WS}|$)`;
const NAME = `([\\w-]+)${WS}*=${WS}*`;
const NAMED = [`${NAME}"([^"]*)"${END}`, `${NAME}'([^']*)'${END}`, `${NAME}([^ \\t\\n\\r\\f\\v'"]+)${END}`].join('|');
const WORD = `([^ \\t\\n\\r\\f\\v]+)${END}`;

const WITH_BARE_SINGLE = new RegExp(`${NAMED}|"([^"]*)"${END}|'([^']*)'${END}|${WORD}`, 'g');
const WITHOUT_BARE_SINGLE = new RegExp(`${NAMED}|"([^"]*)"${END}|()${WORD}`, 'g');

export function parseAttributes(input: string, { bareSingleQuotes }: AttributeOptions): ShortcodeAttributes {
  const attributes = new Map<string, string>();
  let position = 0;
  const text = input.replace(/[\u00a0\u200b]+/g, ' ');
  for (const match of text.matchAll(bareSingleQuotes ? WITH_BARE_SINGLE : WITHOUT_BARE_SINGLE)) {
    const name = match[1] ?? match[3] ?? match[5];
    const value = match[2] ?? match[4] ?? match[6];
    if (name !== undefined && value !== undefined) {
      attributes.set(name.toLowerCase(), clean(value));
      if (/^(?:0|[1-9]\d{0,8})$/.test(name)) position = Math.max(position, Number(name) + 1);
      continue;
    }
    const positional = match[7] || match[8] || match[9];
    if (positional) attributes.set(String(position++), clean(positional));
  }
  return attributes;
}

function clean(raw: string): string {
  const value = unescapeBackslashes(raw);
  return hasUnclosedTag(value) ? '' : value;
}

function hasUnclosedTag(value: string): boolean {
  for (let open = value.indexOf('<'); open !== -1; ) {
    const close = value.indexOf('>', open);
    if (close === -1) return true;
    open = value.indexOf('<', close);
  }
  return false;
}

const LETTER_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', v: '\v', b: '\b', f: '\f' };

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
      return letter === undefined ? '' : (LETTER_ESCAPES[letter] ?? letter);
    });
  const result = unescape(text);
  // Escaped bytes may spell UTF-8, so then the whole text is handled as bytes.
  return aboveAscii ? Buffer.from(unescape(Buffer.from(text).toString('latin1')), 'latin1').toString() : result;
}
