import { isMap } from './php/php-values.js';

/** A JSON object of another program, whose members can be anything. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value as an object; PHP writes an empty one as an empty list. */
export const recordOf = (value: unknown): JsonRecord => (isMap(value) ? value : {});

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** Members of an object that are texts. */
export function textMembers(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(recordOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
