import { orderByList, type SqlDialect } from '../../../database/engine/dialect.js';
import { type Entry } from '../entry.js';
import { SqlPart } from './sql-part.js';
import { type EntryQuery } from './entry-query.js';
import { addRelevance, type ParsedSearch } from './search.js';

const COLUMNS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    date: 'post_date',
    modified: 'post_modified',
    author: 'post_author',
    parent: 'post_parent',
    slug: 'post_name',
    title: 'post_title',
    menu_order: 'menu_order',
  }),
);

/** Ids follow these, as the index on dates has them; equals of other columns come by id. */
const DATES = new Set(['post_date', 'post_modified']);

const TEXTS = new Set(['post_name', 'post_title']);

/** What rows are sorted by; ids settle what else would be left to the engine. */
export function entryOrder(query: EntryQuery, search: ParsedSearch | undefined, sql: SqlDialect): SqlPart {
  const order = new SqlPart();
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  switch (query.orderby) {
    case 'id':
      return order.add(`ID ${direction}`);
    case 'include':
      return addList(order, 'ID', query.only ?? []);
    case 'include_slugs':
      if (query.slugs?.length) return addList(order, 'post_name', query.slugs).add(`ID ${direction}`);
      break;
    case 'relevance':
      if (search) addRelevance(order, search);
  }
  const column = COLUMNS.get(query.orderby) ?? 'post_date';
  return order
    .add(`${TEXTS.has(column) ? sql.textOrder(column) : column} ${direction}`)
    .add(`ID ${DATES.has(column) ? direction : 'ASC'}`);
}

function addList(order: SqlPart, column: string, values: readonly (string | number)[]): SqlPart {
  const { sql, parameters } = orderByList(column, values);
  return order.add(sql, ...parameters);
}

/** Members whose order needs no collation of the database. */
const PLAIN: ReadonlyMap<string, 'date' | 'modified' | 'id'> = new Map(
  Object.entries<'date' | 'modified' | 'id'>({ date: 'date', modified: 'modified', id: 'id' }),
);

/** Whether rows can be sorted here as `entryOrder` sorts them in the database. */
export function isOrderedHere({ orderby }: EntryQuery): boolean {
  return PLAIN.has(orderby);
}

export function inOrder({ orderby, order }: EntryQuery, rows: Entry[]): Entry[] {
  const member = PLAIN.get(orderby)!;
  const sign = order === 'asc' ? 1 : -1;
  return rows.sort((one, other) => {
    if (one[member] === other[member]) return sign * (one.id - other.id);
    return one[member] < other[member] ? -sign : sign;
  });
}
