import { Injectable } from '@nestjs/common';
import { Database } from '../../../../database/database.js';
import { RowConditions } from '../../../../database/engine/row-conditions.js';
import {
  allOf,
  fragment,
  isOneOf,
  joined,
  NO_ROW,
  type SqlFragment,
} from '../../../../database/engine/sql-fragment.js';
import { type TableName, type Tables } from '../../../../database/engine/table-names.js';
import {
  type IndexedEntries,
  type IndexKey,
  type ListPage,
  type ListSource,
  sortRows,
} from '../../../../database/lists/list-query.js';
import { entriesToCount, hasSortedRow, joinedInOrder, type SortedRows } from '../../../../database/meta-values.js';
import { EntryScopesStore } from '../../../../hooks/entry-scopes.store.js';
import { FOUND_ID, type IdColumns, ListReader } from '../../../../database/lists/list-reader.js';
import { type FoundVersion, versionColumns } from '../../../../database/lists/indexed/versions.js';
import { EntriesStore } from '../entries.store.js';
import { type Entry, readEntry, withDuePublished } from '../../model/entry.js';
import { type ContentOption, listedColumns, readContents } from '../entry-contents.store.js';
import { utcText } from '../../../../text/dates.js';
import { DueEntriesStore } from './due-entries.store.js';
import {
  entryConditions,
  entryOrder,
  filterConditions,
  isAnyStatus,
  NOT_ANY_STATUS,
  type ParsedSearch,
  parseSearch,
} from './entry-conditions.store.js';
import { dependsOnParents, type EntryQuery, isScoped } from './entry-query.js';
import { type IndexedSearch, searchInIndex } from './entry-search.store.js';

/** Above it, so many of the list's entries match that reading the list in its order finds a page as soon. */
const MAX_CANDIDATES = 1000;

/** If the list begins with so many entries that hardly match, up to so many candidates are looked up. */
const TESTED_ENTRIES = 1000;
const MAX_RARE_CANDIDATES = 10_000;

/** Tables that the conditions of a query may read. */
const TABLES: readonly TableName[] = ['posts', 'postmeta', 'term_taxonomy', 'term_relationships'];

/** Values of `orderby` whose order does not depend on a collation, so rows can be sorted here as in the database. */
const SORTABLE: ReadonlyMap<string, 'date' | 'modified' | 'id'> = new Map([
  ['date', 'date'],
  ['modified', 'modified'],
  ['id', 'id'],
]);

/** Values of `orderby` that the list index has an order for. */
const INDEXED_ORDERS: ReadonlyMap<string, IndexedEntries['orderedBy']> = new Map([
  ['date', 'date'],
  ['id', 'id'],
  ['title', 'title'],
  ['slug', 'slug'],
]);

/**
 * Finds entries. The ids of a page come from an index alone, and the rows are joined to them unsorted: sorting rows with
 * their texts would take a temporary table on disk.
 */
@Injectable()
export class EntriesListStore {
  constructor(
    private readonly db: Database,
    private readonly entries: EntriesStore,
    private readonly due: DueEntriesStore,
    private readonly lists: ListReader,
    private readonly scopes: EntryScopesStore,
  ) {}

  async find(query: EntryQuery, { content }: { content: ContentOption }): Promise<ListPage<Entry>> {
    return this.lists.read(query, await this.source(query), (page) => this.load(query, page, content));
  }

  /** The same without the total, which may cost more than the page. */
  async findPage(query: EntryQuery, { content }: { content: ContentOption }): Promise<Entry[]> {
    return this.lists.page(query, await this.source(query), (page) => this.load(query, page, content));
  }

  /** Ids and versions of the entries, without reading the entries. */
  async findVersions(query: EntryQuery): Promise<ListPage<FoundVersion>> {
    return this.lists.readColumns(query, await this.source(query), this.versions);
  }

  async findPageVersions(query: EntryQuery): Promise<FoundVersion[]> {
    const load = ({ sql, parameters }: SqlFragment) => this.db.query<FoundVersion>(sql, parameters);
    return this.lists.page(query, await this.source(query), load, this.versions);
  }

  private readonly versions: IdColumns = (id) => `${FOUND_ID(id)}, ${versionColumns(this.db, id)}`;

  private async source(query: EntryQuery): Promise<ListSource> {
    const { tables, sql: dialect } = this.db;
    const due = (await Promise.all((query.types ?? [query.type]).map((type) => this.due.ids(type)))).flat();
    const search = query.search ? parseSearch(query.search) : undefined;
    const hidden = (await this.scopes.hidden())?.(tables.posts);
    const isCounted = due.length === 0 && !hidden;
    const { candidates, total } = search ? await this.searched(query, search, isCounted) : {};
    const sorted = query.sortBy?.rows?.(tables);
    const few =
      (await this.fewCandidates(query, MAX_CANDIDATES)) ??
      ((await this.beginsWithOthers(query, sorted, due))
        ? await this.fewCandidates(query, MAX_RARE_CANDIDATES)
        : undefined);
    const conditions = (rows: RowConditions, isSorted: SqlFragment | undefined) =>
      allOf(
        ...(isSorted ? [isSorted] : []),
        ...(few ? [few.length > 0 ? hasIdAmong(few, this.db.engine) : NO_ROW] : []),
        entryConditions(query, { search, due, rows }, tables),
        ...(hidden ? [fragment(`NOT ${hidden.sql}`, ...hidden.parameters)] : []),
      );
    const matching = conditions(new RowConditions(tables, { sortedBy: sorted?.key }), sorted?.where);
    return {
      from: joinedInOrder(this.db, sorted, few !== undefined),
      idColumn: 'ID',
      where: candidates ? allOf(matching, isOneOf('ID', candidates)) : matching,
      // All of them are read in any order: beginning with those that the filters match.
      ...(query.filters?.length &&
        !few &&
        !candidates && {
          countWhere: conditions(new RowConditions(tables, { counts: true }), sorted && hasSortedRow(sorted, tables)),
          countTable: entriesToCount(this.db, sorted),
        }),
      ...(total && {
        uncountedRows: total.uncountedRows,
        countWhere: total.others === NO_ROW ? NO_ROW : allOf(matching, total.others),
      }),
      order: entryOrder(query, search, dialect, tables),
      countedFrom: [...TABLES, ...this.scopes.tables],
      impliedByLastPage: true,
      atMost: query.include?.length,
      // Due entries are still counted as scheduled.
      indexed: isCounted && this.db.listIndex.isUsable ? await this.indexed(query) : undefined,
    };
  }

  /** The entries that an index of a filter finds, where they are few enough to be looked up; others are found in the order of the list. */
  private async fewCandidates({ filters = [] }: EntryQuery, most: number): Promise<readonly number[] | undefined> {
    const statements = filters.flatMap(([filter, value]) => filter.candidates?.(value, this.db.tables) ?? []);
    const found = await Promise.all(
      statements.map(({ sql, parameters }) => this.db.query<{ id: number }>(`${sql} LIMIT ${most + 1}`, parameters)),
    );
    const [fewest] = found.sort((a, b) => a.length - b.length);
    return fewest && fewest.length <= most ? fewest.map(({ id }) => Number(id)) : undefined;
  }

  /** Whether the page is not among the first entries of the list, so reading the list in its order may take long. */
  private async beginsWithOthers(
    query: EntryQuery,
    sorted: SortedRows | undefined,
    due: readonly number[],
  ): Promise<boolean> {
    const { filters = [], offset, perPage } = query;
    // Conditions of those that find candidates read nothing but the ID of an entry.
    if (query.search || filters.length === 0 || !filters.every(([{ candidates }]) => candidates)) return false;
    // All entries are sorted in other orders.
    if (!sorted && (query.sortBy || query.orderby !== 'date')) return true;
    const { tables, sql: dialect } = this.db;
    const rows = new RowConditions(tables);
    const all = allOf(
      ...(sorted ? [sorted.where] : []),
      entryConditions({ ...query, filters: undefined }, { due, rows }, tables),
    );
    const order = entryOrder(query, undefined, dialect, tables);
    const matching = allOf(...filterConditions(query, rows, tables));
    const first = `SELECT ID FROM ${joinedInOrder(this.db, sorted, false)} WHERE ${all.sql} ORDER BY ${order.sql} LIMIT ${TESTED_ENTRIES}`;
    const needed = offset + perPage;
    const [row] = await this.db.query<{ matches: number }>(
      `SELECT COUNT(*) AS matches FROM (SELECT 1 FROM (${first}) ${tables.posts} WHERE ${matching.sql} LIMIT ${needed}) found`,
      [...all.parameters, ...order.parameters, ...matching.parameters],
    );
    return Number(row!.matches) < needed;
  }

  /** Only candidates where the index does not know which of them are in the list. */
  private async searched(query: EntryQuery, search: ParsedSearch, isCounted: boolean): Promise<IndexedSearch> {
    if (!this.db.searchIndex.isUsable) return {};
    const statuses = isCounted ? await this.namedStatuses(query) : undefined;
    return searchInIndex(this.db, query, search, statuses);
  }

  /** The statuses by name; undefined if they are not known. */
  private async namedStatuses({ type, statuses }: EntryQuery): Promise<readonly string[] | undefined> {
    if (!isAnyStatus(statuses)) return statuses;
    if (!this.db.listIndex.isUsable) return undefined;
    const counted = await this.lists.statusesOf(type);
    return counted.filter((status) => !NOT_ANY_STATUS.includes(status.toLowerCase()));
  }

  private async indexed(query: EntryQuery): Promise<IndexedEntries | undefined> {
    const indexed = indexedEntries(query, this.db.tables);
    const statuses = indexed && (await this.namedStatuses(query));
    return statuses?.length ? { ...indexed!, statuses } : undefined;
  }

  /** In one query where the rows can be sorted here. */
  private async load({ orderby, order }: EntryQuery, page: SqlFragment, content: ContentOption): Promise<Entry[]> {
    const member = SORTABLE.get(orderby);
    if (!member) {
      const ids = await this.lists.ids(page);
      const entries = await this.entries.byIds(ids, { content });
      return ids.flatMap((id) => entries.get(id) ?? []);
    }
    const rows = await this.db.query<Entry>(
      `SELECT ${listedColumns(this.db, { content })} FROM (${page.sql}) page JOIN ${this.db.tables.posts} ON ID = found`,
      page.parameters,
    );
    await readContents(this.db, this.db, rows, content);
    const now = utcText(new Date());
    return sortRows(
      rows.map((row) => withDuePublished(readEntry(row), now)),
      member,
      order,
    );
  }
}

/** MariaDB makes a table of 1,000 values or more, which it may join with all entries (in_predicate_conversion_threshold). */
const MAX_VALUES = 900;

function hasIdAmong(ids: readonly number[], engine: Database['engine']): SqlFragment {
  const size = engine === 'mysql' ? MAX_VALUES : ids.length;
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, part) =>
    isOneOf('ID', ids.slice(part * size, (part + 1) * size)),
  );
  const { sql, parameters } = joined(parts, ' OR ');
  return { sql: `(${sql})`, parameters };
}

const STORED_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-\d\d \d\d:\d\d:\d\d$/;

/** Undefined for queries that the list index cannot answer. */
function indexedEntries(query: EntryQuery, tables: Tables): IndexedEntries | undefined {
  const { type, statuses, include, exclude, parents, parentsExclude, slugs, mimeTypes = [], after, before } = query;
  if ((isScoped(query) && !dependsOnParents(query)) || query.types) return undefined;
  if (query.search || include || query.menuOrder !== undefined || query.filters?.length) return undefined;
  if (query.modifiedAfter ?? query.modifiedBefore ?? query.termQuery ?? query.formats?.length) return undefined;
  if ([parents, parentsExclude, slugs].some((list) => list?.length)) return undefined;
  if ([after, before].some((date) => date !== undefined && !STORED_DATE.test(date))) return undefined;
  // Only media are counted by MIME type, and only by complete ones.
  if (mimeTypes.some((name) => type !== 'attachment' || name.endsWith('/'))) return undefined;
  const keys = includedKeys(query);
  const excluded = excludedKeys(query);
  // Entries are not counted under combinations of keys.
  if (keys.length + excluded.length > 1) return undefined;
  const among = (rows: Partial<EntryQuery>) => entryConditions({ ...query, exclude: undefined, ...rows }, {}, tables);
  return {
    of: 'entries',
    orderedBy: query.sortBy ? undefined : INDEXED_ORDERS.get(query.orderby),
    type,
    statuses,
    key: keys[0] ?? { by: 'all' },
    excludeKey: excluded[0],
    exclude: exclude?.length ? { ids: exclude, among: among({}) } : undefined,
    after,
    before,
    readable: isScoped(query)
      ? { rows: query.scope!.readable(tables.posts, tables.posts), among: among({ scope: undefined }) }
      : undefined,
  };
}

function includedKeys({ authors, authorsExclude, terms = [], mimeTypes }: EntryQuery): IndexKey[] {
  const keys: IndexKey[] = [];
  if (authors?.length && !authorsExclude?.length) keys.push({ by: 'author', authors: [...new Set(authors)] });
  for (const { taxonomy, include } of terms)
    if (include?.length) keys.push({ by: 'term', taxonomy, terms: [...new Set(include)] });
  if (mimeTypes?.length) keys.push({ by: 'media', types: [...new Set(mimeTypes)] });
  return keys;
}

function excludedKeys({ authorsExclude, terms = [] }: EntryQuery): IndexKey[] {
  const keys: IndexKey[] = [];
  if (authorsExclude?.length) keys.push({ by: 'author', authors: [...new Set(authorsExclude)] });
  for (const { taxonomy, exclude } of terms)
    if (exclude?.length) keys.push({ by: 'term', taxonomy, terms: [...new Set(exclude)] });
  return keys;
}
