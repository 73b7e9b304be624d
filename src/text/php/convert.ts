import { PhpArray, PhpFloat, type PhpValue } from './values.js';
import { floatText } from './writer.js';

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

/** PHP's idea of true: everything but false, null, 0, 0.0, '', '0' and the empty array. */
export function isTruthy(value: PhpValue | undefined): boolean {
  if (value === undefined) return false;
  if (value instanceof PhpFloat) return value.value !== 0;
  if (value instanceof PhpArray) return value.size > 0;
  return Boolean(value) && value !== '0';
}

/** PHP's `(int)` on scalars: the leading number of a string, 0 where there is none. */
export function toInt(value: PhpValue | undefined): number {
  if (typeof value === 'string') return Math.trunc(Number.parseFloat(value)) || 0;
  if (value instanceof PhpFloat) return Number.isFinite(value.value) ? Math.trunc(value.value) : 0;
  if (value instanceof PhpArray) return value.size > 0 ? 1 : 0;
  return Number(value ?? 0);
}

/** PHP's `(string)` on scalars; arrays have no text and give ''. */
export function toText(value: PhpValue | undefined): string {
  if (value === undefined || value === null || value === false || value instanceof PhpArray) return '';
  if (value === true) return '1';
  return value instanceof PhpFloat ? floatText(value.value) : String(value);
}

/** The ids in a stored list (such as sticky posts), without zeros and anything that is no number. */
export function toIdList(value: PhpValue | undefined): number[] {
  return value instanceof PhpArray ? [...value.values()].map(toInt).filter((id) => id > 0) : [];
}

/** The keys a stored map switches on (such as a user's roles and capabilities). */
export function enabledKeys(value: PhpValue | undefined): string[] {
  return value instanceof PhpArray ? [...value].filter(([, on]) => isTruthy(on)).map(([key]) => String(key)) : [];
}
