import { Injectable } from '@nestjs/common';
import { Database, type SqlParameter } from '../../../database/database.js';
import { skipped } from '../../../database/engine/parameters.js';
import { type TableName } from '../../../database/engine/tables.js';
import { TotalsCache } from '../../../database/totals-cache.js';
import { type Entry, entryColumns, seen, utcText } from '../entry.js';
import { entryConditions } from './conditions.js';
import { DueEntries } from './due-entries.js';
import { type EntryQuery } from './entry-query.js';
import { entryOrder } from './ordering.js';
import { parseSearch } from './search.js';

export interface EntryList {
  /** Of the page asked for, in order. */
  entries: Entry[];
  /** On all pages, whether or not everybody may see them. */
  total: number;
}

/** What conditions may look at. */
const CONDITIONED: readonly TableName[] = ['posts', 'postmeta', 'term_taxonomy', 'term_relationships'];

/** Finds entries: the page is picked on the index alone, and only its rows are read, in one round trip. */
@Injectable()
export class EntriesListStore {
  constructor(
    private readonly db: Database,
    private readonly due: DueEntries,
    private readonly totals: TotalsCache,
  ) {}

  async find(query: EntryQuery, { content = true } = {}): Promise<EntryList> {
    const search = query.search && parseSearch(query.search.text);
    const where = entryConditions(query, search, this.db.tables, await this.due.ids(query.type));
    const order = entryOrder(query, search);
    const { posts } = this.db.tables;
    const picked = `SELECT ID AS picked FROM ${posts} WHERE ${where.join(' AND ')} ORDER BY ${order.join(', ')} LIMIT ? OFFSET ?`;
    const rows = await this.db.query<Entry>(
      `SELECT ${entryColumns({ content })} FROM (${picked}) page JOIN ${posts} ON ID = picked ORDER BY ${order.join(', ')}`,
      [...where.parameters, ...order.parameters, query.limit, skipped(query.offset), ...order.parameters],
    );
    const isLastPage = rows.length < query.limit && (rows.length > 0 || query.offset === 0);
    const total = isLastPage ? query.offset + rows.length : await this.count(where.join(' AND '), where.parameters);
    const now = utcText(new Date());
    return { entries: rows.map((row) => seen(row, now)), total };
  }

  private count(where: string, parameters: readonly SqlParameter[]): Promise<number> {
    return this.totals.count(`SELECT COUNT(*) AS total FROM ${this.db.tables.posts} WHERE ${where}`, parameters, CONDITIONED);
  }
}
