import { fragment, joined, type SqlFragment } from '../../../database/index.js';

/** One of the expressions that a list is sorted by. */
export interface SortKey {
  readonly key: SqlFragment;
  readonly isDescending: boolean;
}

/** Rows between those of two cursors, which are IDs. */
export interface KeysetRange {
  readonly after?: number;
  readonly before?: number;
}

/** The first rows of a range; the last ones of a backward page. */
export interface KeysetPage extends KeysetRange {
  readonly amount: number;
  readonly isBackward: boolean;
}

/** Where the row of a cursor is. */
interface CursorRow {
  readonly from: string;
  readonly where: SqlFragment;
}

/** What follows ORDER BY, in the other direction for pages from the end. */
export function orderBy(keys: readonly SortKey[], isBackward: boolean): SqlFragment {
  return joined(
    keys.map(({ key, isDescending }) =>
      fragment(`${key.sql} ${isDescending !== isBackward ? 'DESC' : 'ASC'}`, ...key.parameters),
    ),
    ', ',
  );
}

/** The conditions of a range, none where it has no cursor. */
export function inRange(
  keys: readonly SortKey[],
  { after, before }: KeysetRange,
  rowOf: (id: number) => CursorRow,
): SqlFragment[] {
  return [
    ...(after ? [beyond(keys, 'after', rowOf(after))] : []),
    ...(before ? [beyond(keys, 'before', rowOf(before))] : []),
  ];
}

/** Rows after, or before, the row of a cursor. Its values are read by the database, so they are compared as they are sorted. */
function beyond(keys: readonly SortKey[], side: 'after' | 'before', { from, where }: CursorRow): SqlFragment {
  const alternatives: SqlFragment[] = [];
  const equal: SqlFragment[] = [];
  for (const { key, isDescending } of keys) {
    const operator = isDescending === (side === 'after') ? '<' : '>';
    const value = fragment(
      `(SELECT ${key.sql} FROM ${from} WHERE ${where.sql})`,
      ...key.parameters,
      ...where.parameters,
    );
    const test = fragment(`${key.sql} ${operator} ${value.sql}`, ...key.parameters, ...value.parameters);
    alternatives.push(joined([...equal, test], ' AND '));
    equal.push(fragment(`${key.sql} = ${value.sql}`, ...key.parameters, ...value.parameters));
  }
  const any = joined(
    alternatives.map(({ sql, parameters }) => ({ sql: `(${sql})`, parameters })),
    ' OR ',
  );
  return { sql: `(${any.sql})`, parameters: any.parameters };
}
