import { maybeUnserialize, phpToJs, type PlainValue } from '../../../text/php/index.js';

export type { PlainValue };

/** How many values of one item are read at most, whatever its rows say. */
export const MAX_VALUES = 100_000;
/** How many rows of a repeater are read at most. */
export const MAX_ROWS = 10_000;

/** The stored values of an item. A text is decoded once, on first use. */
export class ItemValues {
  private readonly decoded = new Map<string, PlainValue>();
  /** Values read so far. */
  private count = 0;
  /** What was left out or could not be read, for the log. */
  problem?: string;

  constructor(
    readonly id: number,
    private readonly rows: ReadonlyMap<string, string>,
    /** Terms assigned to the item, by taxonomy. */
    readonly terms?: ReadonlyMap<string, readonly number[]>,
  ) {}

  get isEmpty(): boolean {
    return this.rows.size === 0;
  }

  /** The decoded value of a key; null without a row. */
  get(key: string): PlainValue {
    if (++this.count > MAX_VALUES) {
      this.problem ??= `has more than ${MAX_VALUES} values`;
      return null;
    }
    const text = this.rows.get(key);
    if (text === undefined) return null;
    if (text.charCodeAt(1) !== COLON && text !== 'N;') return text;
    let value = this.decoded.get(key);
    if (value === undefined) {
      const found = maybeUnserialize(text);
      if (found === false && text !== 'b:0;') this.problem ??= `has a value that cannot be read (${key})`;
      // A broken text counts as empty.
      value = found === false && text !== 'b:0;' ? '' : phpToJs(found);
      this.decoded.set(key, value);
    }
    return value;
  }

  /** The number of rows of a repeater. */
  rowCount(key: string): number {
    const value = this.get(key);
    const count = Math.trunc(Number(Array.isArray(value) ? value.length : textOf(value)));
    if (!(count > 0)) return 0;
    if (count > MAX_ROWS) this.problem ??= `has more than ${MAX_ROWS} rows (${key})`;
    return Math.min(count, MAX_ROWS);
  }
}

/** A value where a text is expected: lists and maps, which only broken rows have there, are empty. */
export function textOf(value: PlainValue): string {
  return value === null || typeof value === 'object' ? '' : String(value);
}

const COLON = ':'.charCodeAt(0);

/** Whether PHP calls a value empty. */
export function isEmpty(value: PlainValue): boolean {
  if (value === null || value === '' || value === '0' || value === 0 || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0;
}

const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?[ \t\n\r\v\f]*$/i;

/** Texts that are numbers as numbers, also within lists and objects. */
export function toNumbers(value: PlainValue): PlainValue {
  if (typeof value === 'string') return value !== '' && NUMERIC.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(toNumbers);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toNumbers(item)]));
  return value;
}

/** The IDs that a value names, in its order. */
export function idsOf(value: PlainValue): number[] {
  if (typeof value === 'number') return value > 0 && Number.isSafeInteger(value) ? [value] : [];
  if (typeof value === 'string') return /^[0-9]{1,15}$/.test(value) && Number(value) > 0 ? [Number(value)] : [];
  if (value === null || typeof value !== 'object') return [];
  const ids: number[] = [];
  for (const item of Object.values(value)) ids.push(...idsOf(item));
  return ids;
}
