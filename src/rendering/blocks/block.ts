import { isMap } from '../../text/php/php-values.js';

/** Attributes of a block, from the JSON of its opening delimiter. */
export type BlockAttributes = Record<string, unknown>;

/** What stands between blocks, as a block. */
export const FREEFORM = 'core/freeform';

/** A text attribute; anything else counts as the fallback. */
export function textAttribute(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}

/** A text attribute that is not empty to PHP, which takes `0` for empty; '' otherwise. */
export function filledText(value: unknown): string {
  return value === '0' ? '' : textAttribute(value);
}

/** The attributes in a delimiter; none if they cannot be decoded. */
export function parseAttributes(json: string | undefined): BlockAttributes {
  if (json === undefined) return {};
  try {
    const value: unknown = JSON.parse(json);
    return isMap(value) ? value : {};
  } catch {
    return {};
  }
}

/** The value at a path of property names; undefined if one is missing. */
export function member(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) found = isMap(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}

const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?[ \t\n\r\v\f]*$/i;

/** A number, or a text that PHP reads as one. */
export function numeric(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : undefined;
}

/** A whole number within bounds; what is none is replaced by the default of the block. */
export function integerAttribute(value: unknown, [least, most]: readonly [number, number], fallback: number): number {
  const number = numeric(value);
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most ? number : fallback;
}

const BOOLEANS: ReadonlySet<unknown> = new Set([true, false, 1, 0, '', '1', '0']);

/** A boolean or what PHP takes for one; what is none is replaced by the default of the block. */
export function booleanAttribute(value: unknown, fallback: boolean): boolean {
  const isWord = typeof value === 'string' && /^(?:true|false)$/i.test(value);
  if (!isWord && !BOOLEANS.has(value)) return fallback;
  return Boolean(value) && value !== '0';
}
