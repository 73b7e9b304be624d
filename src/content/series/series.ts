import { SqlPart } from '../entries/list/sql-part.js';

/** A span of time by which entries are counted: how much of a date names it, and the kind of its numbers. */
export interface Unit {
  length: number;
  kind: string;
}

/** Numbers that the list index keeps of entries or comments of some kind, and the rows they count. */
export interface Series {
  counts: string;
  /** True of the numbers of this kind. */
  texts: SqlPart;
  /** The kind of the numbers in all. */
  kind: string;
  /** Whose numbers: authors or terms, as expressions; 0 where nobody's. */
  ids: readonly SqlPart[];
  /** Largest first. */
  units: readonly Unit[];
  rows: string;
  idColumn: string;
  dateColumn: string;
  /** True of the rows that are counted. */
  conditions: SqlPart;
}

export const NOBODY: readonly SqlPart[] = [new SqlPart().add('0')];
export const DAYS: readonly Unit[] = [
  { length: 7, kind: 'month' },
  { length: 10, kind: 'day' },
];

/** That a column has one of these values, given as expressions. */
export function oneOf(column: string, expressions: readonly SqlPart[]): SqlPart {
  const texts = expressions.map((expression) => expression.join(''));
  return new SqlPart().add(
    texts.length === 1 ? `${column} = ${texts[0]}` : `${column} IN (${texts.join(', ')})`,
    ...expressions.flatMap((expression) => expression.parameters),
  );
}
