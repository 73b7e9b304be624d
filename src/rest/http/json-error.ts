import { invalidJson } from '../errors/catalogue.js';
import { type RestError } from '../errors/rest-error.js';

/** Numbers and texts of PHP's decoder. */
const MESSAGES = {
  1: 'Maximum stack depth exceeded',
  2: 'State mismatch (invalid or malformed JSON)',
  3: 'Control character error, possibly incorrectly encoded',
  4: 'Syntax error',
  5: 'Malformed UTF-8 characters, possibly incorrectly encoded',
  10: 'Single unpaired UTF-16 surrogate in unicode escape',
} as const;

type ErrorCode = keyof typeof MESSAGES;

export const jsonError = (code: ErrorCode): RestError => invalidJson(code, MESSAGES[code]);

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
/** A character of more than one byte, each of which is a character here. */
const UTF8 =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}/y;
const PLAIN = /[\x20\x21\x23-\x5b\x5d-\x7f]+/y;
const ESCAPE =
  /\\(?:["\\/bfnrt]|u(?:[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?![dD][89a-fA-F])[0-9a-fA-F]{4}))/y;
const LONE_SURROGATE = /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/y;

/** What may come next. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/**
 * The first error of a body that is not valid JSON, as PHP's decoder finds it: token by token, each of which is read
 * completely before its place is checked.
 */
export function firstJsonError(body: Buffer): RestError {
  const text = body.toString('latin1');
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  for (let at = endOf(BLANKS, text, 0)!; ; at = endOf(BLANKS, text, at)!) {
    const token = readToken(text, at);
    if (typeof token === 'number') return jsonError(token);
    const next = follow(token.kind, expected, open);
    if (typeof next === 'number') return jsonError(next);
    expected = next;
    at = token.end;
  }
}

type Kind = '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar';

function readToken(text: string, at: number): { kind: Kind; end: number } | ErrorCode {
  const char = text.charAt(at);
  if (char !== '' && '{}[]:,'.includes(char)) return { kind: char as Kind, end: at + 1 };
  if (char === '"') {
    const end = stringEnd(text, at + 1);
    return typeof end === 'object' ? end.code : { kind: 'string', end };
  }
  const end = endOf(NUMBER, text, at) ?? endOf(LITERAL, text, at);
  return end === undefined ? strayError(text, at) : { kind: 'scalar', end };
}

/** The error of a character that begins no token, or of the end of the text. */
function strayError(text: string, at: number): ErrorCode {
  const code = text.charCodeAt(at);
  if (code < 0x20) return 3;
  return code < 0x80 || Number.isNaN(code) || endOf(UTF8, text, at) !== undefined ? 4 : 5;
}

/** The end of a string whose opening quote is in front of this position. A string that does not end reaches the NUL behind it. */
function stringEnd(text: string, from: number): number | { code: ErrorCode } {
  for (let at = from; ;) {
    const end = endOf(PLAIN, text, at) ?? endOf(ESCAPE, text, at) ?? endOf(UTF8, text, at);
    if (end !== undefined) {
      at = end;
      continue;
    }
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    if (char === '\\') return { code: endOf(LONE_SURROGATE, text, at) === undefined ? 4 : 10 };
    return { code: char < '\x20' ? 3 : 5 };
  }
}

/** What may come after a token, or the error if it is not in its place: a list that is closed as an object is one of its own. */
function follow(kind: Kind, expected: Expected, open: ('{' | '[')[]): Expected | ErrorCode {
  if (kind === '}' || kind === ']') {
    const container = open.pop();
    if (!container || !expected.endsWith('or end')) return 4;
    return container === (kind === '}' ? '{' : '[') ? 'comma or end' : 2;
  }
  if (expected.startsWith('value')) {
    if (kind === '{' || kind === '[') open.push(kind);
    if (kind === '{') return 'key or end';
    if (kind === '[') return 'value or end';
    return kind === 'string' || kind === 'scalar' ? 'comma or end' : 4;
  }
  if (expected.startsWith('key')) return kind === 'string' ? 'colon' : 4;
  if (expected === 'colon') return kind === ':' ? 'value' : 4;
  if (kind !== ',' || open.length === 0) return 4;
  return open.at(-1) === '{' ? 'key' : 'value';
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
