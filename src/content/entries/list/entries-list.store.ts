import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { type TableName } from '../../../database/engine/tables.js';
import { versionColumns, type Versioned } from '../../../database/list-index/versions.js';
import { UNSEARCHED_TYPE } from '../../../database/search-index/tables.js';
import { TotalsCache } from '../../../database/totals-cache.js';
import { ID_ALONE, limited, mergedIds, type Selected } from '../../series/merged-ids.js';
import { FAR, placeInList } from '../../series/place.js';
import { type Entry, entryColumns, readEntry, withDuePublished, utcText } from '../entry.js';
import { EntriesStore } from '../entries.store.js';
import { entryConditions } from './conditions.js';
import { DueEntries } from './due-entries.js';
import { type EntryQuery } from './entry-query.js';
import { indexedTotal, isCounted } from './indexed-total.js';
import { type Narrowing, narrowingOf } from './narrowing.js';
import { orderedLists } from './ordered-lists.js';
import { entryOrder, inOrder, isOrderedHere } from './ordering.js';
import { parseSearch } from './search.js';
import { SqlPart } from './sql-part.js';

export interface EntryPage<T> {
  /** Of the page asked for, in order. */
  entries: T[];
  /** On all pages, of those that the requester may read. */
  total: number;
}

export interface EntryVersion extends Versioned {
  found: number;
}

/** What conditions may look at. */
const CONDITIONED: readonly TableName[] = ['posts', 'postmeta', 'term_taxonomy', 'term_relationships'];

/**
 * Finds entries. The page's ids come from an index alone and rows are joined to them without sorting: sorted with their
 * texts, they would go through a temporary table on disk.
 */
@Injectable()
export class EntriesListStore {
  constructor(
    private readonly db: Database,
    private readonly entries: EntriesStore,
    private readonly due: DueEntries,
    private readonly totals: TotalsCache,
  ) {}

  find(query: EntryQuery, { content }: { content: boolean }): Promise<EntryPage<Entry>> {
    return this.page(query, ID_ALONE, (page) => this.load(query, page, content));
  }

  /** Which entries they are and in which version, without reading them. */
  findVersions(query: EntryQuery): Promise<EntryPage<EntryVersion>> {
    const selected: Selected = (id) => `${id} AS found, ${versionColumns(this.db, id)}`;
    return this.page(query, selected, (page) => this.db.query<EntryVersion>(page.join(''), page.parameters));
  }

  private async page<T>(
    query: EntryQuery,
    selected: Selected,
    load: (page: SqlPart) => Promise<T[]>,
  ): Promise<EntryPage<T>> {
    const due = await this.due.ids(query.type);
    const narrowing = this.db.listIndex.isUsable && due.length === 0 ? narrowingOf(query) : undefined;
    const search = query.search && parseSearch(query.search.text);
    const where = entryConditions(query, search, this.db.tables, due);
    const candidates =
      search && query.type !== UNSEARCHED_TYPE ? await this.db.searchIndex.candidates(search.wanted) : undefined;
    if (candidates) where.in('ID', candidates);
    const page = await this.pageOf(query, selected, where, narrowing, entryOrder(query, search, this.db.sql));
    if (narrowing) {
      const [entries, total] = await Promise.all([load(page), this.indexedTotal(query, narrowing)]);
      return { entries, total };
    }
    const entries = await load(page);
    const isLastPage = entries.length < query.limit && (entries.length > 0 || query.offset === 0);
    return { entries, total: isLastPage ? query.offset + entries.length : await this.count(where) };
  }

  /** A SELECT of the page, in order. */
  private async pageOf(
    query: EntryQuery,
    selected: Selected,
    where: SqlPart,
    narrowing: Narrowing | undefined,
    order: SqlPart,
  ): Promise<SqlPart> {
    const lists =
      narrowing && !narrowing.without && query.orderby === 'date' ? orderedLists(query, narrowing, this.db) : undefined;
    if (narrowing && lists) {
      const isFar = query.offset >= FAR && lists.length === 1 && !narrowing.except;
      const page = { ...narrowing, isRising: query.order === 'asc', limit: query.limit, offset: query.offset };
      return mergedIds(
        lists,
        { ...page, place: isFar ? await placeInList(lists[0]!, page, this.db) : undefined },
        selected,
      );
    }
    const ids = new SqlPart().add(
      `SELECT ${selected('ID')} FROM ${this.db.tables.posts} WHERE ${where.join(' AND ')} ORDER BY ${order.join(', ')}`,
      ...where.parameters,
      ...order.parameters,
    );
    return limited(ids, query.limit, query.offset);
  }

  /** In one question where the rows can be put in order here. */
  private async load(query: EntryQuery, page: SqlPart, content: boolean): Promise<Entry[]> {
    if (!isOrderedHere(query)) {
      const ids = (await this.db.query<{ found: number }>(page.join(''), page.parameters)).map((row) => row.found);
      const rows = await this.entries.byIds(ids, { content });
      return ids.flatMap((id) => rows.get(id) ?? []);
    }
    const rows = await this.db.query<Entry>(
      `SELECT ${entryColumns({ content })} FROM (${page.join('')}) page JOIN ${this.db.tables.posts} ON ID = found`,
      page.parameters,
    );
    const now = utcText(new Date());
    return inOrder(
      query,
      rows.map((row) => withDuePublished(readEntry(row), now)),
    );
  }

  private async indexedTotal(query: EntryQuery, narrowing: Narrowing): Promise<number> {
    const conditions = entryConditions({ ...query, except: undefined }, undefined, this.db.tables, []);
    const {
      texts: [sql],
      parameters,
    } = indexedTotal(query, narrowing, conditions, this.db);
    if (isCounted(narrowing)) return this.totals.count(sql!, parameters, CONDITIONED);
    const [row] = await this.db.query<{ total: number }>(sql!, parameters);
    return Number(row!.total);
  }

  private count(where: SqlPart): Promise<number> {
    return this.totals.count(
      `SELECT COUNT(*) AS total FROM ${this.db.tables.posts} WHERE ${where.join(' AND ')}`,
      where.parameters,
      CONDITIONED,
    );
  }
}
