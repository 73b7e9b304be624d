import { LRUCache } from 'lru-cache';
import { type Database } from '../../database.js';
import { fragment } from '../../engine/sql-fragment.js';
import { type ColumnLists, type OrderedRows } from './counted-list.js';
import { type PageWindow } from '../list-query.js';
import { type PageAnchor } from './page-anchor.js';

const MAX_LISTS = 50;
const MAX_ROWS = 1000;
/** Up to this offset, skipping rows costs next to nothing. */
const NEAR_OFFSET = 200;

/** A row of a list, with its value in the column of the order. */
export interface OrderedRow {
  found: number;
  sort_value: string | number;
}

/** Rows of a list by their offsets, counted from the end that they were read from. */
export interface AnchorRows {
  readonly list: OrderedRows;
  readonly rows: LRUCache<number, OrderedRow>;
}

/**
 * The places of rows that were read from lists in order of id or of a text, so that a deep page near them does not skip all rows
 * before it. Ids, titles and slugs are not counted like dates. The places are used until an entry is written, and only while
 * writes of other programs are watched.
 */
export class RowAnchors {
  private readonly lists = new LRUCache<string, AnchorRows & { readonly since: number }>({ max: MAX_LISTS });

  constructor(private readonly db: Pick<Database, 'changes' | 'tablePrefix'>) {}

  /** Call it before reading rows that are added. Undefined where places cannot be relied on, or are not needed. */
  of({ lists, exclude, hidden }: ColumnLists, { order, offset }: PageWindow): AnchorRows | undefined {
    const [list, ...others] = lists;
    const { changes, tablePrefix } = this.db;
    if (!list || others.length > 0 || exclude || hidden) return undefined;
    if (offset < NEAR_OFFSET || !changes.isWatched) return undefined;
    const key = JSON.stringify([list, order]);
    const cached = this.lists.get(key);
    if (cached && !changes.changedSince(cached.since, [`${tablePrefix}posts`])) return cached;
    const fresh = { list, rows: new LRUCache<number, OrderedRow>({ max: MAX_ROWS }), since: changes.now() };
    this.lists.set(key, fresh);
    return fresh;
  }
}

/** Where to read a window from: at the last known row before it. */
export function rowAnchor({ list, rows }: AnchorRows, { order, offset }: PageWindow): PageAnchor | undefined {
  let nearest = -1;
  for (const position of rows.keys()) if (position <= offset && position > nearest) nearest = position;
  const row = rows.get(nearest);
  if (!row) return undefined;
  const { sortColumn, idColumn } = list;
  const sign = order === 'asc' ? '>' : '<';
  const condition = fragment(
    `${sortColumn} ${sign}= ? AND (${sortColumn} ${sign} ? OR ${idColumn} ${sign}= ?)`,
    row.sort_value,
    row.sort_value,
    row.found,
  );
  return { condition, offset: offset - nearest };
}
