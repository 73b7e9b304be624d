import { type TextRules } from './text.variants.js';
import { slugify, type SlugOptions } from './slug.js';

export interface ListOptions {
  /** Current rules drop empty pieces of a text, and items that are neither text nor number nor boolean. */
  rules?: TextRules;
}

/** Ids from a list or from text divided by commas and blanks: whole, not negative, each once. */
export function parseIdList(value: unknown, options: ListOptions = {}): number[] {
  return unique(listItems(value, options).map((item) => Math.abs(toInteger(item))));
}

/** Slugs from a list or from text divided by commas and blanks, each once. */
export function parseSlugList(value: unknown, options: SlugOptions & ListOptions): string[] {
  return unique(listItems(value, options).map((item) => slugify(toText(item), options)));
}

/** The leading number of a text, truncated to an integer; 0 if there is none. */
export function toInteger(value: unknown): number {
  if (Array.isArray(value)) return value.length > 0 ? 1 : 0;
  const number = parseFloat(toText(value));
  if (!Number.isFinite(number)) return 0;
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(number)));
}

function listItems(value: unknown, { rules }: ListOptions): unknown[] {
  const skipsEmpty = rules === 'current';
  if (typeof value !== 'object' || value === null) {
    const pieces = toText(value).split(/[ \t\n\v\f\r,]+/);
    return skipsEmpty ? pieces.filter((piece) => piece !== '') : pieces;
  }
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return skipsEmpty ? items.filter((item) => typeof item !== 'object' && item !== undefined) : items;
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return '1';
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

function unique<T>(items: T[]): T[] {
  return [...new Set(items)];
}
