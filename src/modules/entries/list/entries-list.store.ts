import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { type SqlFragment } from '../../../database/engine/sql-fragment.js';
import { type TableName } from '../../../database/engine/table-names.js';
import { versionColumns, type Versioned } from '../../../database/list-index/versions.js';
import { UNSEARCHED_TYPE } from '../../../database/search-index/tables.js';
import { TotalsCache } from '../../../database/totals-cache.js';
import { type IndexedList, type ListPlan, planList } from '../../../database/list-index/list-plan.js';
import { type ListPage } from '../../../database/list-index/list-query.js';
import { FOUND_ID, ListReader } from '../../../database/list-index/list-reader.js';
import { EntriesStore } from '../entries.store.js';
import { type Entry, entryColumns, readEntry, utcText, withDuePublished } from '../entry.js';
import { countsRows, entryDateLists, entryTotal, indexableFilter } from './counted-entries.js';
import { DueEntriesStore } from './due-entries.store.js';
import { entryConditions, entryOrder } from './entry-conditions.store.js';
import { type EntryQuery } from './entry-query.js';
import { parseSearch } from './entry-conditions.store.js';

export interface EntryVersion extends Versioned {
  found: number;
}

/** Tables that the conditions of a query may read. */
const TABLES: readonly TableName[] = ['posts', 'postmeta', 'term_taxonomy', 'term_relationships'];

/** Values of `orderby` whose order does not depend on a collation, so that rows can be sorted here as in the database. */
const SORTABLE: ReadonlyMap<string, 'date' | 'modified' | 'id'> = new Map([
  ['date', 'date'],
  ['modified', 'modified'],
  ['id', 'id'],
]);

/**
 * Finds entries. The ids of a page come from an index alone, and the rows are joined to them unsorted: sorting rows with
 * their texts would take a temporary table on disk.
 */
@Injectable()
export class EntriesListStore {
  private readonly lists: ListReader;

  constructor(
    private readonly db: Database,
    private readonly entries: EntriesStore,
    private readonly due: DueEntriesStore,
    totals: TotalsCache,
  ) {
    this.lists = new ListReader(db, totals);
  }

  async find(query: EntryQuery, { content }: { content: boolean }): Promise<ListPage<Entry>> {
    return this.lists.read(await this.plan(query), (page) => this.load(query, page, content));
  }

  /** Ids and versions of the entries, without reading the entries. */
  async findVersions(query: EntryQuery): Promise<ListPage<EntryVersion>> {
    return this.lists.read(
      await this.plan(query),
      ({ sql, parameters }) => this.db.query<EntryVersion>(sql, parameters),
      (id) => `${FOUND_ID(id)}, ${versionColumns(this.db, id)}`,
    );
  }

  private async plan(query: EntryQuery): Promise<ListPlan> {
    const { tables, searchIndex, sql: dialect } = this.db;
    const due = (await Promise.all((query.types ?? [query.type]).map((type) => this.due.ids(type)))).flat();
    const search = query.search ? parseSearch(query.search) : undefined;
    const candidates =
      search && query.type !== UNSEARCHED_TYPE ? await searchIndex.candidates(search.wanted) : undefined;
    const where = entryConditions(query, { search, due, candidates }, tables);
    const order = entryOrder(query, search, dialect);
    const count = { ...where, sql: `SELECT COUNT(*) AS total FROM ${tables.posts} WHERE ${where.sql}` };
    return planList(
      query,
      { from: tables.posts, idColumn: 'ID', where, order },
      { statement: count, cachedUntilWriteTo: TABLES, impliedByLastPage: true, atMost: query.include?.length },
      // Due entries are still counted as scheduled.
      due.length === 0 ? this.indexed(query) : undefined,
    );
  }

  private indexed(query: EntryQuery): IndexedList | undefined {
    const filter = this.db.listIndex.isUsable ? indexableFilter(query) : undefined;
    if (!filter) return undefined;
    const statement = entryTotal(query, filter, this.db);
    return {
      total: countsRows(query, filter) ? { statement, cachedUntilWriteTo: TABLES } : { statement },
      byDate: entryDateLists(query, filter, this.db),
    };
  }

  /** In one query where the rows can be sorted here. */
  private async load({ orderby, order }: EntryQuery, page: SqlFragment, content: boolean): Promise<Entry[]> {
    const member = SORTABLE.get(orderby);
    if (!member) {
      const ids = await this.lists.ids(page);
      const entries = await this.entries.byIds(ids, { content });
      return ids.flatMap((id) => entries.get(id) ?? []);
    }
    const rows = await this.db.query<Entry>(
      `SELECT ${entryColumns({ content })} FROM (${page.sql}) page JOIN ${this.db.tables.posts} ON ID = found`,
      page.parameters,
    );
    const now = utcText(new Date());
    const sign = order === 'asc' ? 1 : -1;
    return rows
      .map((row) => withDuePublished(readEntry(row), now))
      .sort((one, other) => {
        if (one[member] === other[member]) return sign * (one.id - other.id);
        return one[member] < other[member] ? -sign : sign;
      });
  }
}
