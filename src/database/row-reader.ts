import { ZERO_DATE } from './entities/index.js';
import { WORDPRESS_TABLES } from './schema/index.js';

type Column = string;

/**
 * Converts the columns of WordPress tables to their types when rows are read. Old and foreign databases have NULL where the schema
 * says NOT NULL. As in PHP, NULL is read as an empty value: '' or 0 or the zero date, never the column's default, since that
 * would publish an entry without a status and approve a comment. `columns` names the column of each member of a row.
 */
export function rowReader<Row extends object>(
  tables: string | readonly string[],
  columns: Readonly<Partial<Record<keyof Row, Column>>>,
): (row: Row) => Row {
  const definitions = WORDPRESS_TABLES.filter(({ name }) => [tables].flat().includes(name));
  const types = new Map(definitions.flatMap((table) => table.columns.map(({ name, type }) => [name, type])));
  const emptyValues = (Object.entries(columns) as [keyof Row, Column][]).map(([member, column]) => {
    const type = types.get(column);
    if (type === undefined) throw new Error(`There is no column ${column} in ${[tables].flat().join(', ')}.`);
    return [member, emptyValue(type) as Row[keyof Row]] as const;
  });
  return (row) => {
    for (const [member, empty] of emptyValues) if (row[member] === null) row[member] = empty;
    return row;
  };
}

function emptyValue(type: string): string | number {
  if (type.includes('int')) return 0;
  return type === 'datetime' ? ZERO_DATE : '';
}
