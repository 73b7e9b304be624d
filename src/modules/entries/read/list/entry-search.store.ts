import { type Database } from '../../../../database/database.js';
import { isOneOf, NO_ROW, type SqlFragment } from '../../../../database/engine/sql-fragment.js';
import { type ListSource, sortDirection } from '../../../../database/lists/list-query.js';
import { type FoundEntries, type FoundInList } from '../../../../database/search-index.types.js';
import { IdSet } from '../../../../database/id-sets.js';
import { UNSEARCHED_TYPE } from '../../../../database/search-index/tables.js';
import { type ParsedSearch } from './entry-conditions.store.js';
import { type EntryQuery, isScoped } from './entry-query.js';

/** With more candidates than this, reading every text takes hardly longer. */
const MAX_CANDIDATES = 20_000;
const MAX_UNCERTAIN = 5000;
/** Up to here entries are looked for in order of date before the page is read. */
const LAST_END = 2000;
/** So few rows are read at once rather than looked for in order of date. */
const FEW = 200;

/** Orders in which entries are sorted by date, at least those of a group. */
const BY_DATE: ReadonlySet<string> = new Set(['date', 'relevance']);

/** Members of a query that need not be left out for the search index to know which entries are found. */
const KNOWN_MEMBERS: ReadonlySet<string> = new Set<keyof EntryQuery>([
  ...(['type', 'types', 'statuses', 'search', 'searchesFileNames', 'scope'] as const),
  ...(['orderby', 'order', 'perPage', 'offset', 'sortBy', 'tiesFollowAuthors', 'leading'] as const),
]);

/** What the search index adds to the conditions of a list. */
export interface IndexedSearch {
  /** No other entry is on the page. */
  readonly candidates?: readonly number[];
  /** How many entries are found: so many, and those that the condition selects. */
  readonly total?: Pick<ListSource, 'uncountedRows'> & { readonly others: SqlFragment };
}

const NOT_INDEXED: IndexedSearch = {};

/** `statuses`: those of the query by name, if they are known and due entries do not matter. */
export async function searchInIndex(
  db: Database,
  query: EntryQuery,
  search: ParsedSearch,
  statuses: readonly string[] | undefined,
): Promise<IndexedSearch> {
  if (query.type === UNSEARCHED_TYPE) return NOT_INDEXED;
  const { scope } = query;
  const isKnown = statuses !== undefined && !isScoped(query) && search.excluded.length === 0 && hasKnownFilters(query);
  const lists =
    isKnown && (query.types ?? [query.type]).flatMap((type) => statuses.map((status) => ({ type, status })));
  const found = await db.searchIndex.find(
    search.included,
    lists
      ? {
          lists,
          includesProtected: !scope || scope.editsAll(query.type),
          includesFileNames: query.searchesFileNames === true,
          ranksTitles: query.orderby === 'relevance',
        }
      : undefined,
  );
  if (!found) return NOT_INDEXED;
  const { candidates, exact } = found;
  if (!exact) return { candidates: few(candidates) };
  const uncertain = [...exact.uncertain];
  if (uncertain.length > MAX_UNCERTAIN) return NOT_INDEXED;
  return {
    candidates: await pageCandidates(db, query, search, found),
    total: {
      uncountedRows: exact.certain.size,
      others: uncertain.length > 0 ? isOneOf('ID', uncertain) : NO_ROW,
    },
  };
}

/** Whether the query has no filter that the search index does not know. */
function hasKnownFilters({ include, terms = [], termQuery, ...query }: EntryQuery): boolean {
  const isLeftOut = (value: unknown) =>
    value === undefined || value === false || (Array.isArray(value) && value.length === 0);
  return (
    include === undefined &&
    terms.every((filter) => !filter.include?.length && !filter.exclude?.length) &&
    !termQuery?.tests.length &&
    Object.entries(query).every(([name, value]) => KNOWN_MEMBERS.has(name) || isLeftOut(value))
  );
}

function few(ids: IdSet): number[] | undefined {
  return ids.size <= MAX_CANDIDATES ? [...ids] : undefined;
}

/**
 * Entries among which those of the page are. In order of date, or of relevance and date, that need not be all that are found:
 * the first ones of each group are enough.
 */
async function pageCandidates(
  db: Database,
  query: EntryQuery,
  search: ParsedSearch,
  { candidates, exact }: FoundEntries,
): Promise<readonly number[] | undefined> {
  const { lists, uncertain } = exact!;
  if (candidates.size <= FEW || query.sortBy || !BY_DATE.has(query.orderby)) return few(candidates);
  if (query.orderby === 'date') return firstOfLists(db, query, lists, uncertain);
  // Entries with a term in their title come first, those with all of them before others.
  const end = query.offset + query.perPage;
  const inTitle = exact!.inTitle.reduce((a, b) => a.or(b));
  const hasSeveral = search.included.length > 1;
  const first = hasSeveral ? exact!.inTitle.reduce((a, b) => a.and(b)) : IdSet.EMPTY;
  if (first.size >= end) return few(first.or(uncertain));
  if (inTitle.size >= end) {
    const titled = lists.map((list) => ({ ...list, certain: list.certain.and(inTitle) }));
    return firstOfLists(db, query, titled, first.or(uncertain));
  }
  // Next come entries that contain the terms as a phrase, which the index does not know.
  return hasSeveral ? few(candidates) : firstOfLists(db, query, lists, inTitle.or(uncertain));
}

/** The first entries of each list, and others. */
async function firstOfLists(
  db: Database,
  query: EntryQuery,
  lists: readonly FoundInList[],
  others: IdSet,
): Promise<readonly number[] | undefined> {
  const first = await Promise.all(lists.map((list) => firstByDate(db, query, list)));
  if (first.includes(undefined)) return undefined;
  const all = new Set([...others, ...first.flatMap((ids) => ids ?? [])]);
  return all.size <= MAX_CANDIDATES ? [...all] : undefined;
}

/** The entries of a list that are found, or the first of them that a page may have; undefined if that takes too long. */
async function firstByDate(
  db: Database,
  query: EntryQuery,
  { type, status, entries, certain }: FoundInList,
): Promise<readonly number[] | undefined> {
  const found = certain.size;
  if (found === 0) return [];
  const end = query.offset + query.perPage;
  const rowsInOrder = (end * entries) / found;
  if (found <= FEW || (found <= rowsInOrder && found <= MAX_CANDIDATES)) return [...certain];
  if (end > LAST_END) return undefined;
  const direction = sortDirection(query.order);
  const first: number[] = [];
  // Few ids are read if the word is spread evenly, and soon many if it is not.
  for (let offset = 0, limit = Math.ceil(rowsInOrder * 2); ; offset += limit, limit *= 8) {
    const rows = await db.query<{ id: number }>(
      `SELECT ID AS id FROM ${db.tables.posts} WHERE post_type = ? AND post_status = ? ` +
        `ORDER BY post_date ${direction}, ID ${direction} LIMIT ? OFFSET ?`,
      [type, status, limit, offset],
    );
    for (const { id } of rows) if (first.length < end && certain.has(id)) first.push(id);
    if (first.length === end || rows.length < limit) return first;
  }
}
