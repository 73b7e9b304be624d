import { Injectable } from '@nestjs/common';
import { Database, type SqlParameter } from '../../../database/database.js';
import { skipped } from '../../../database/engine/parameters.js';
import { type TableName } from '../../../database/engine/tables.js';
import { TotalsCache } from '../../../database/totals-cache.js';
import { entryConditions } from './conditions.js';
import { DueEntries } from './due-entries.js';
import { type EntryQuery } from './entry-query.js';
import { entryOrder } from './ordering.js';
import { parseSearch } from './search.js';

export interface EntryList {
  /** Of the page asked for, in order. */
  ids: number[];
  /** On all pages, whether or not everybody may see them. */
  total: number;
}

/** What conditions may look at. */
const CONDITIONED: readonly TableName[] = ['posts', 'postmeta', 'term_taxonomy', 'term_relationships'];

/** Finds entries: ids on the index alone, rows are loaded by id afterwards (joined at once, texts would be sorted on disk). */
@Injectable()
export class EntriesListStore {
  constructor(
    private readonly db: Database,
    private readonly due: DueEntries,
    private readonly totals: TotalsCache,
  ) {}

  async find(query: EntryQuery): Promise<EntryList> {
    const search = query.search && parseSearch(query.search.text);
    const where = entryConditions(query, search, this.db.tables, await this.due.ids(query.type));
    const order = entryOrder(query, search);
    const rows = await this.db.query<{ id: number }>(
      `SELECT ID AS id FROM ${this.db.tables.posts} WHERE ${where.join(' AND ')} ORDER BY ${order.join(', ')} LIMIT ? OFFSET ?`,
      [...where.parameters, ...order.parameters, query.limit, skipped(query.offset)],
    );
    const isLastPage = rows.length < query.limit && (rows.length > 0 || query.offset === 0);
    const total = isLastPage ? query.offset + rows.length : await this.count(where.join(' AND '), where.parameters);
    return { ids: rows.map((row) => row.id), total };
  }

  private count(where: string, parameters: readonly SqlParameter[]): Promise<number> {
    return this.totals.count(`SELECT COUNT(*) AS total FROM ${this.db.tables.posts} WHERE ${where}`, parameters, CONDITIONED);
  }
}
