import { FindOperator, type FindOperatorType } from 'typeorm';
import type { InsertOptions, RowFilter, SqlParameter } from '../database.js';
import type { SqlDialect } from '../engine/dialect.js';
import { placeholders } from '../engine/parameters.js';
import type { Tables } from '../engine/table-names.js';
import { columnNames, membersOf, rowOf, type EntityClass } from '../entities/index.js';

/** Text, values, and the table that is written. */
export type WriteStatement = [sql: string, values: SqlParameter[], table: string];

interface Target {
  readonly sql: SqlDialect;
  readonly tables: Tables;
}

/*
 * Statements that read and write rows of entities. TypeORM's query builder makes the same ones, but takes longer for it than a database
 * for executing them.
 */

export function insertStatement<E extends object>(
  { sql, tables }: Target,
  entity: EntityClass<E>,
  rows: Partial<E> | readonly Partial<E>[],
  { onConflict }: InsertOptions<E> = {},
): WriteStatement {
  const given: readonly Partial<E>[] = Array.isArray(rows) ? (rows as readonly Partial<E>[]) : [rows as Partial<E>];
  const complete = given.map((row) => rowOf(entity, row) as Record<string, SqlParameter>);
  const names = columnNames(entity);
  // Without those that no row has a value for: the engine generates the ID.
  const members = membersOf(entity).filter((member) => complete.some((row) => row[member] !== undefined));
  const columns = members.map((member) => names[member]);
  const table = tables.of(entity);
  const count = complete.length;
  const columnsOf = (some: ReadonlyArray<keyof E & string>) => some.map((member) => names[member]);
  const text =
    onConflict === undefined
      ? sql.insert(table, columns, count)
      : onConflict === 'ignore'
        ? sql.insertIgnore(table, columns, count)
        : sql.upsert(table, columns, columnsOf(onConflict.key), columnsOf(onConflict.update), count);
  const values = complete.flatMap((row) => members.map((member) => row[member] ?? null));
  return [text, values, table];
}

export function updateStatement<E extends object>(
  { tables }: Target,
  entity: EntityClass<E>,
  filter: RowFilter<E>,
  changes: Partial<E>,
): WriteStatement {
  const names: Readonly<Record<string, string>> = columnNames(entity);
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined) as [string, SqlParameter][];
  const table = tables.of(entity);
  const { condition, values } = conditionOf(entity, filter);
  const assignments = changed.map(([member]) => `\`${names[member]!}\` = ?`).join(', ');
  return [
    `UPDATE ${table} SET ${assignments} WHERE ${condition}`,
    [...changed.map(([, value]) => value), ...values],
    table,
  ];
}

export function deleteStatement<E extends object>(
  { tables }: Target,
  entity: EntityClass<E>,
  filter: RowFilter<E>,
): WriteStatement {
  const table = tables.of(entity);
  const { condition, values } = conditionOf(entity, filter);
  return [`DELETE FROM ${table} WHERE ${condition}`, values, table];
}

export function selectStatement<E extends object>(
  { tables }: Target,
  entity: EntityClass<E>,
  members: ReadonlyArray<keyof E & string>,
  filter: RowFilter<E>,
): [sql: string, values: SqlParameter[]] {
  const { condition, values } = conditionOf(entity, filter);
  const names = columnNames(entity);
  const columns = members.map((member) => `\`${names[member]}\` AS \`${member}\``).join(', ');
  return [`SELECT ${columns} FROM ${tables.of(entity)} WHERE ${condition}`, values];
}

/** Fails without a condition, which would select all rows. */
function conditionOf<E extends object>(
  entity: EntityClass<E>,
  filter: RowFilter<E>,
): { condition: string; values: SqlParameter[] } {
  const names: Readonly<Record<string, string>> = columnNames(entity);
  const filters = Object.entries(filter) as [string, FilterValue | undefined][];
  const unknown = filters.find(([member, value]) => value === undefined || names[member] === undefined);
  if (filters.length === 0 || unknown)
    throw new TypeError(`${entity.name}: rows are selected by ${unknown?.[0] ?? 'nothing'}.`);
  const tests = filters.map(([member, value]) => comparison(`\`${names[member]!}\``, value!));
  return { condition: tests.map(({ text }) => text).join(' AND '), values: tests.flatMap(({ values }) => values) };
}

type FilterValue = SqlParameter | readonly SqlParameter[] | FindOperator<SqlParameter>;

const COMPARISONS: Partial<Record<FindOperatorType, string>> = {
  lessThan: '<',
  lessThanOrEqual: '<=',
  moreThan: '>',
  moreThanOrEqual: '>=',
};

function comparison(column: string, value: FilterValue): { text: string; values: SqlParameter[] } {
  if (isList(value)) return { text: `${column} IN (${placeholders(value.length)})`, values: [...value] };
  if (!(value instanceof FindOperator)) return { text: `${column} = ?`, values: [value] };
  if (value.type === 'in') return comparison(column, value.value as unknown as SqlParameter[]);
  if (value.type === 'not') {
    const { text, values } = comparison(column, value.child ?? value.value);
    return { text: `NOT (${text})`, values };
  }
  const operator = COMPARISONS[value.type];
  if (!operator) throw new TypeError(`${column}: ${value.type} is not supported in the filter of a write.`);
  return { text: `${column} ${operator} ?`, values: [value.value] };
}

function isList(value: FilterValue): value is readonly SqlParameter[] {
  return Array.isArray(value);
}
