import { MAX_ITEMS, MAX_LENGTH } from '../budget.js';
import { type ResolvedArg } from './schema.js';

/** What of a value is more than its argument allows; undefined when nothing is. Costs less than splitting the text. */
export function excessOf(value: unknown, arg: ResolvedArg): string | undefined {
  const { name, type, maxItems = MAX_ITEMS } = arg;
  if (typeof value === 'string') {
    const maxLength = arg.maxLength ?? (type === 'object' ? Infinity : MAX_LENGTH);
    if (value.length > maxLength) return `${name} is longer than ${maxLength} characters.`;
    return type === 'array' && hasMoreParts(value, maxItems) ? tooMany(name, maxItems) : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  return size > maxItems ? tooMany(name, maxItems) : undefined;
}

function tooMany(name: string, maxItems: number): string {
  return `${name} has more than ${maxItems} items.`;
}

/** Whether splitting at commas and white space gives more than so many parts. */
function hasMoreParts(text: string, most: number): boolean {
  if (text.length < most) return false;
  const separators = /[\s,]+/g;
  for (let parts = 1; separators.test(text);) if (++parts > most) return true;
  return false;
}
