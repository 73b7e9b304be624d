import { placeholders, type SqlParameter } from './parameters.js';

/** SQL text and the values of its placeholders, in order. Text is never built from input: input is always a value. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
}

/** A predicate that matches no row. */
export const NO_ROW: SqlFragment = { sql: '1 = 0', parameters: [] };

export function fragment(sql: string, ...parameters: readonly SqlParameter[]): SqlFragment {
  return { sql, parameters };
}

/**
 * Whether the row with a primary key matches. MariaDB reads it by the key; with EXISTS it may copy all rows that match to a temporary
 * table first, which grows with the site.
 */
export function hasRow(from: string, where: string): string {
  return `((SELECT 1 FROM ${from} WHERE ${where}) IS NOT NULL)`;
}

/** Joins fragments; without any, the text is empty. */
export function joined(fragments: readonly SqlFragment[], separator: string): SqlFragment {
  if (fragments.length === 1) return fragments[0]!;
  return {
    sql: fragments.map(({ sql }) => sql).join(separator),
    parameters: fragments.flatMap(({ parameters }) => parameters),
  };
}

export function allOf(...conditions: readonly SqlFragment[]): SqlFragment {
  return joined(conditions, ' AND ');
}

/** `column IN (?,?)`; an empty list matches no row. */
export function isIn(column: string, values: readonly SqlParameter[]): SqlFragment {
  return { sql: `${column} IN (${placeholders(values.length)})`, parameters: values };
}

export function isNotIn(column: string, values: readonly SqlParameter[]): SqlFragment {
  return { sql: `${column} NOT IN (${placeholders(values.length)})`, parameters: values };
}

/** Like `isIn`, but an equality for a single value, so that MySQL reads the rows in index order. */
export function isOneOf(column: string, values: readonly SqlParameter[]): SqlFragment {
  return values.length === 1 ? { sql: `${column} = ?`, parameters: values } : isIn(column, values);
}
