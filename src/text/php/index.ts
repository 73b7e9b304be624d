/**
 * PHP-serialised values, as options and meta hold them. Text in, text out; objects and references are never built.
 */
import { toInteger } from './php-values.js';
import { unserialize } from './parser.js';
import { PhpArray, PhpFloat, type PhpInput, type PhpValue } from './values.js';
import { floatText, serialize } from './writer.js';

export { unserialize } from './parser.js';
export { serialize } from './writer.js';
export { isTruthy, toInteger, toText } from './php-values.js';
export { PhpArray, PhpFloat, type PhpInput, type PhpKey, type PhpValue } from './values.js';

/** What PHP trims: NUL, tab, newline, vertical tab, return, blank. */
const isBlank = (code: number) => code === 32 || code === 0 || (code >= 9 && code <= 13 && code !== 12);
const SCALAR_HEAD = /^[bid]:[0-9.E-]+;/;
const SIZED_HEAD = /^[asO]:[0-9]+:/;

/**
 * Whether a text looks serialized; it may still be malformed. Strict: its end is checked too. Loose: only its start, which
 * decides when writing.
 */
export function isSerialized(text: string, strict = true): boolean {
  const data = trimBlanks(text);
  if (data === 'N;') return true;
  if (data.length < 4 || data[1] !== ':') return false;
  const last = data.at(-1);
  if (strict ? last !== ';' && last !== '}' : !data.includes(';') && !data.includes('}')) return false;
  if ('bid'.includes(data[0]!)) {
    const head = SCALAR_HEAD.exec(data);
    return head !== null && (!strict || head[0].length === data.length);
  }
  if (data[0] === 's' && (strict ? data.at(-2) !== '"' : !data.includes('"'))) return false;
  return SIZED_HEAD.test(data);
}

/** The value of a stored text: the text itself unless it looks serialized; false if it does but is malformed. */
export function maybeUnserialize(text: string): PhpValue {
  if (!isSerialized(text)) return text;
  const value = unserialize(text);
  return value === undefined ? false : value;
}

/** Arrays and texts that look serialised become serialised text; other scalars stay as they are. */
export function maybeSerialize(value: PhpInput): Exclude<PhpValue, PhpArray> {
  if (typeof value === 'string') return isSerialized(value, false) ? serialize(value) : value;
  return isScalar(value) ? value : serialize(value);
}

/** The text a column gets for a value: booleans as '1' and '', null as '', numbers in decimal. */
export function toStored(value: PhpInput): string {
  const scalar = maybeSerialize(value);
  if (scalar === null || scalar === false) return '';
  if (scalar === true) return '1';
  return scalar instanceof PhpFloat ? floatText(scalar.value) : String(scalar);
}

function isScalar(value: PhpInput): value is Exclude<PhpValue, PhpArray> {
  return value === null || typeof value !== 'object' || value instanceof PhpFloat;
}

function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

export type PlainValue = null | boolean | number | string | PlainValue[] | { [key: string]: PlainValue };

/** Lists become arrays, other PHP arrays objects without prototype. Ints beyond 2^53 lose their last digits, as in JSON. */
export function phpToJs(value: PhpValue): PlainValue {
  if (value instanceof PhpFloat) return value.value;
  if (typeof value === 'bigint') return Number(value);
  if (!(value instanceof PhpArray)) return value;
  if (value.isList()) return [...value.values()].map(phpToJs);
  const object = Object.create(null) as { [key: string]: PlainValue };
  for (const [key, item] of value) object[String(key)] = phpToJs(item);
  return object;
}

/** The IDs in a stored list (such as sticky posts), without zeros and values that are not numbers. */
export function toIdList(value: PhpValue | undefined): number[] {
  return value instanceof PhpArray ? [...value.values()].map(toInteger).filter((id) => id > 0) : [];
}
