import { toInteger, toText } from './php/php-values.js';
import { type TextRules } from './text-rules.js';
import { slugify, type SlugOptions } from './slug.js';

export interface ListOptions {
  /** Current rules drop empty pieces of a text, and items that are neither text nor number nor boolean. */
  rules?: TextRules;
}

/** Ids from a list or from text divided by commas and blanks: whole, not negative, each once. */
export function parseIdList(value: unknown, options: ListOptions = {}): number[] {
  const idOf = (item: unknown) => Math.min(Math.abs(toInteger(item)), Number.MAX_SAFE_INTEGER);
  return unique(listItems(value, options).map(idOf));
}

/** Slugs from a list or from text divided by commas and blanks, each once. */
export function parseSlugList(value: unknown, options: SlugOptions & ListOptions): string[] {
  return unique(
    listItems(value, options).map((item) => slugify(typeof item === 'object' ? '' : toText(item), options)),
  );
}

function listItems(value: unknown, { rules }: ListOptions): unknown[] {
  const skipsEmpty = rules === 'wp7';
  if (typeof value !== 'object' || value === null) {
    const pieces = toText(value).split(/[ \t\n\v\f\r,]+/);
    return skipsEmpty ? pieces.filter((piece) => piece !== '') : pieces;
  }
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return skipsEmpty ? items.filter((item) => typeof item !== 'object' && item !== undefined) : items;
}

function unique<T>(items: T[]): T[] {
  return [...new Set(items)];
}
