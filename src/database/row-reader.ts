import { type EntityClass, tableOf, columnNames, ZERO_DATE } from './entities/index.js';

/**
 * Replaces NULL in rows whose members are named as those of the entities. Old and foreign databases have NULL where the
 * schema says NOT NULL. As in PHP, it is read as an empty value: '' or 0 or the zero date, never the column's default, since
 * that would publish an entry without a status and approve a comment.
 */
export function rowReader<Row extends object>(...entities: readonly EntityClass[]): (row: Row) => Row {
  const emptyValues = entities.flatMap(emptyMembers) as [keyof Row, Row[keyof Row]][];
  return (row) => {
    for (const [member, empty] of emptyValues) if (row[member] === null) row[member] = empty;
    return row;
  };
}

function emptyMembers(entity: EntityClass): [string, string | number][] {
  const types = new Map(tableOf(entity).columns.map(({ name, type }) => [name, type]));
  return Object.entries<string>(columnNames(entity)).map(([member, column]) => [
    member,
    emptyValue(types.get(column)!),
  ]);
}

function emptyValue(type: string): string | number {
  if (type.includes('int')) return 0;
  return type === 'datetime' ? ZERO_DATE : '';
}
