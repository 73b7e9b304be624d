import { PhpArray, PhpFloat } from './values.js';
import { floatText } from './writer.js';

/**
 * Values as PHP sees them: those of requests (scalars, lists and maps) and stored ones (PhpArray, PhpFloat), compared and
 * converted by PHP's rules, since that is what clients of the API rely on.
 */
export type PhpMap = { [key: string]: unknown };

export function isMap(value: unknown): value is PhpMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const INTEGER_KEY = /^(?:0|-?[1-9]\d{0,18})$/;

/** A list, or a map whose keys are all whole numbers (`a[3]=x`): both count as "array". */
export function asList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isMap(value)) return undefined;
  const keys = Object.keys(value);
  return keys.every((key) => INTEGER_KEY.test(key)) ? keys.map((key) => value[key]) : undefined;
}

const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The value as a number if it is numeric. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.length < 400 && NUMERIC.test(value) ? Number(value) : undefined;
}

const LEADING_NUMBER = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/;

/** Conversion to a number that never fails: the leading number of a text, 1 or 0 for booleans and lists. */
export function toNumber(value: unknown): number {
  if (value instanceof PhpFloat) return Number.isFinite(value.value) ? value.value : 0;
  if (typeof value === 'boolean' || typeof value === 'object') return isTruthy(value) ? 1 : 0;
  const number = Number(typeof value === 'string' ? (LEADING_NUMBER.exec(value.slice(0, 400))?.[0] ?? 0) : value);
  return Number.isNaN(number) ? 0 : number;
}

const MAX_INTEGER = 2 ** 63;

/** Like toNumber, without the fraction. */
export function toInteger(value: unknown): number {
  const number = Math.trunc(toNumber(value));
  return number === 0 ? 0 : Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, number));
}

/** Conversion to text; lists and maps become "Array", stored arrays have no text. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return '1';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof PhpFloat) return floatText(value.value);
  return value instanceof PhpArray ? '' : 'Array';
}

/** PHP's truthiness: '', '0', 0, null and empty lists are false. */
export function isTruthy(value: unknown): boolean {
  if (value instanceof PhpFloat) return value.value !== 0;
  if (value instanceof PhpArray) return value.size > 0;
  if (Array.isArray(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return value !== '' && value !== '0' && Boolean(value);
}

/** A string given for a list: split at commas and white space. */
export function splitList(text: string): string[] {
  return text.split(/[\s,]+/);
}
