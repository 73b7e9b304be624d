import { skipped } from '../../database/engine/parameters.js';
import { SqlPart } from '../entries/list/sql-part.js';
import { type Place } from './place.js';
import { type Series } from './series.js';
import { type Span } from './total.js';

/** So many lists are put together, of which so many rows are read. */
const MAX_LISTS = 64;
const MAX_ROWS = 20_000;

/** What is selected where ids are in this column. */
export type Selected = (id: string) => string;

export const ID_ALONE: Selected = (id) => `${id} AS found`;

export interface Page extends Pick<Span, 'after' | 'before'> {
  isRising: boolean;
  limit: number;
  offset: number;
  /** Ids that are not in the list. */
  except?: readonly number[];
  place?: Place;
}

export function isMergeable(lists: readonly Series[], { limit, offset }: Pick<Page, 'limit' | 'offset'>): boolean {
  return lists.length === 1 || (lists.length <= MAX_LISTS && (offset + limit) * lists.length <= MAX_ROWS);
}

/**
 * A SELECT of one page, newest or oldest first, of lists that an index has in this order. What is on the page
 * is among the first rows of each.
 */
export function mergedIds(lists: readonly Series[], page: Page, selected: Selected = ID_ALONE): SqlPart {
  const { isRising, limit } = page;
  const direction = isRising ? 'ASC' : 'DESC';
  const offset = page.place?.offset ?? page.offset;
  if (lists.length === 1) return limited(ordered(lists[0]!, page, selected(lists[0]!.idColumn)), limit, offset);
  const parts = lists.map((list) =>
    limited(ordered(list, page, `${ID_ALONE(list.idColumn)}, ${list.dateColumn} AS moment`), offset + limit, 0),
  );
  const together = parts
    .map((part, index) => `SELECT found, moment FROM (${part.join('')}) list${index}`)
    .join(' UNION ');
  const merged = new SqlPart().add(
    `SELECT ${selected('found')} FROM (${together}) lists ORDER BY moment ${direction}, found ${direction}`,
    ...parts.flatMap((part) => part.parameters),
  );
  return limited(merged, limit, offset);
}

function ordered(
  { conditions, rows, idColumn, dateColumn }: Series,
  { isRising, after, before, except, place }: Page,
  columns: string,
): SqlPart {
  const where = new SqlPart().add(conditions.join(' AND '), ...conditions.parameters);
  if (except) where.notIn(idColumn, except);
  if (after !== undefined) where.add(`${dateColumn} > ?`, after);
  if (before !== undefined) where.add(`${dateColumn} < ?`, before);
  if (place) where.add(place.condition.join(''), ...place.condition.parameters);
  const direction = isRising ? 'ASC' : 'DESC';
  return new SqlPart().add(
    `SELECT ${columns} FROM ${rows} WHERE ${where.join(' AND ')} ORDER BY ${dateColumn} ${direction}, ${idColumn} ${direction}`,
    ...where.parameters,
  );
}

export function limited(ids: SqlPart, limit: number, offset: number): SqlPart {
  return new SqlPart().add(`${ids.join('')} LIMIT ? OFFSET ?`, ...ids.parameters, limit, skipped(offset));
}
