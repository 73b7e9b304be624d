import { type Database } from '../../../database/database.js';
import { BY_TERM, COUNTS } from '../../../database/list-index/tables.js';
import { type EntryQuery } from './entry-query.js';
import { SqlPart } from './sql-part.js';

/** What a list is narrowed by besides type and status, where it is one thing that the list index counts. */
export type Narrowing =
  | { by: 'all' }
  | { by: 'author'; authors: readonly number[] }
  | { by: 'term'; taxonomy: string; term: number }
  | { by: 'date'; after?: string; before?: string };

const STORED_DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Undefined for questions that the list index cannot answer. */
export function narrowingOf(query: EntryQuery): Narrowing | undefined {
  const { search, only, except, notAuthors, parents, notParents, menuOrder, slugs, mimeTypes, authors, terms, after, before } = query;
  if (query.statuses.includes('any') || search || only || menuOrder !== undefined) return undefined;
  if ([except, notAuthors, parents, notParents, slugs, mimeTypes].some((list) => list?.length)) return undefined;
  const found: Narrowing[] = [];
  if (authors?.length) found.push({ by: 'author', authors: [...new Set(authors)] });
  for (const { taxonomy, any = [], none = [] } of terms ?? []) {
    if (any.length > 1 || none.length > 0) return undefined;
    if (any.length === 1) found.push({ by: 'term', taxonomy, term: any[0]! });
  }
  if (after !== undefined || before !== undefined) {
    if ([after, before].some((date) => date !== undefined && !STORED_DATE.test(date))) return undefined;
    found.push({ by: 'date', after, before });
  }
  return found.length > 1 ? undefined : (found[0] ?? { by: 'all' });
}

/** A SELECT of how many entries there are, as `total`. */
export function indexedTotal({ type, statuses }: EntryQuery, narrowing: Narrowing, { tables }: Database): SqlPart {
  const where = new SqlPart().add('post_type = ?', type).in('post_status', statuses);
  const sum = (kind: string) => `SELECT COALESCE(SUM(entries), 0) AS total FROM ${tables.own(COUNTS)} WHERE ${where.join(' AND ')} AND kind = '${kind}'`;
  switch (narrowing.by) {
    case 'all':
      return new SqlPart().add(`${sum('all')} AND value = 0`, ...where.parameters);
    case 'author': {
      const values = new SqlPart().in('value', narrowing.authors);
      return new SqlPart().add(`${sum('author')} AND ${values.join('')}`, ...where.parameters, ...values.parameters);
    }
    case 'term':
      return new SqlPart().add(`${sum('term')} AND value = ${termRow(tables.term_taxonomy)}`, ...where.parameters, narrowing.term, narrowing.taxonomy);
    case 'date':
      return totalBetween(where, narrowing, tables.posts, sum('day'));
  }
}

/** Whole days are known; only those in which the time begins or ends are counted. */
function totalBetween(where: SqlPart, { after, before }: { after?: string; before?: string }, posts: string, days: string): SqlPart {
  const within = (...dates: SqlPart[]) => {
    const all = [where, ...dates];
    return new SqlPart().add(`SELECT COUNT(*) AS total FROM ${posts} WHERE ${all.map((part) => part.join(' AND ')).join(' AND ')}`, ...all.flatMap((part) => part.parameters));
  };
  const from = after && new SqlPart().add('post_date > ?', after);
  const to = before && new SqlPart().add('post_date < ?', before);
  if (after && before && dayOf(after) >= dayOf(before)) return within(from as SqlPart, to as SqlPart);
  const whole = new SqlPart().add(days, ...where.parameters);
  if (after) whole.add('value > ?', dayNumber(after));
  if (before) whole.add('value < ?', dayNumber(before));
  const parts = [new SqlPart().add(whole.join(' AND '), ...whole.parameters)];
  if (from) parts.push(within(from, new SqlPart().add('post_date <= ?', `${dayOf(after)} 23:59:59`)));
  if (to) parts.push(within(to, new SqlPart().add('post_date >= ?', `${dayOf(before!)} 00:00:00`)));
  return new SqlPart().add(`SELECT ${parts.map((part) => `(${part.join('')})`).join(' + ')} AS total`, ...parts.flatMap((part) => part.parameters));
}

/** A SELECT of one page of a term's entries, newest or oldest first. */
export function indexedIds(query: EntryQuery, columns: string, { taxonomy, term }: { taxonomy: string; term: number }, { tables }: Database): SqlPart {
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  return new SqlPart().add(
    `SELECT ${columns} FROM ${tables.own(BY_TERM)} WHERE term_taxonomy_id = ${termRow(tables.term_taxonomy)} ` +
      `AND post_type = ? AND post_status = ? ORDER BY post_date ${direction}, post_id ${direction}`,
    term,
    taxonomy,
    query.type,
    query.statuses[0]!,
  );
}

function termRow(termTaxonomy: string): string {
  return `(SELECT term_taxonomy_id FROM ${termTaxonomy} WHERE term_id = ? AND taxonomy = ?)`;
}

export interface Place {
  /** Limits the list to where it goes on. */
  condition: SqlPart;
  /** What is left to be skipped from there. */
  offset: number;
}

/** Where a far page of a list by date begins: months and days are passed over by their numbers instead of row by row. */
export async function placeInList(query: EntryQuery, db: Database): Promise<Place> {
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  const passed = { offset: query.offset };
  const months = await numbersOf(query, db, 'month', direction);
  const month = pass(months, passed);
  const days = await numbersOf(query, db, 'day', direction, month);
  const digits = String(pass(days, passed)).padStart(8, '0');
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const condition = direction === 'ASC' ? new SqlPart().add('post_date >= ?', `${day} 00:00:00`) : new SqlPart().add('post_date <= ?', `${day} 23:59:59`);
  return { condition, offset: passed.offset };
}

interface Numbered {
  value: number;
  entries: number;
}

function numbersOf({ type, statuses }: EntryQuery, db: Database, kind: 'month' | 'day', direction: string, month?: number): Promise<Numbered[]> {
  const where = new SqlPart().add('post_type = ?', type).add('post_status = ?', statuses[0]!).add(`kind = '${kind}'`);
  if (month !== undefined) where.add('value BETWEEN ? AND ?', month * 100, month * 100 + 99);
  return db.query<Numbered>(
    `SELECT value, SUM(entries) AS entries FROM ${db.tables.own(COUNTS)} WHERE ${where.join(' AND ')} GROUP BY value ORDER BY value ${direction}`,
    where.parameters,
  );
}

/** Goes as far as the offset allows; the last one stands for everything behind it. */
function pass(numbers: readonly Numbered[], passed: { offset: number }): number {
  let last = 0;
  for (const { value, entries } of numbers) {
    last = value;
    if (passed.offset < entries) break;
    passed.offset -= Number(entries);
  }
  return last;
}

const dayOf = (date: string) => date.slice(0, 10);
const dayNumber = (date: string) => Number(dayOf(date).replaceAll('-', ''));
