import { type Database } from '../../../database/database.js';
import { allOf, fragment, isOneOf, joined, type SqlFragment } from '../../../database/engine/sql-fragment.js';
import { BY_MEDIA_TYPE, BY_TERM, COUNTS, MEDIA_COUNTS } from '../../../database/list-index/tables.js';
import {
  type CountedList,
  countsIn,
  type DateRange,
  equalsOneOf,
  MONTHS_AND_DAYS,
  monthsOfOwner,
  NO_OWNER,
  rowCount,
  sum,
  totalCount,
} from '../../../database/list-index/counted-list.js';
import { type DateLists, hiddenRows, type HiddenRows } from '../../../database/list-index/list-plan.js';
import { entryConditions } from './entry-conditions.store.js';
import { dependsOnParents, type EntryQuery, isScoped } from './entry-query.js';

/** What the list index counts entries by, besides type and status. */
export type IndexKey =
  | { readonly by: 'all' }
  | { readonly by: 'author'; readonly authors: readonly number[] }
  | { readonly by: 'term'; readonly taxonomy: string; readonly terms: readonly number[] }
  | { readonly by: 'media'; readonly types: readonly string[] };

/** The filters of a query that the list index can answer. */
export interface IndexableFilter extends Pick<DateRange, 'after' | 'before'> {
  readonly key: IndexKey;
  /** Entries under this key are not in the list. */
  readonly excludeKey?: IndexKey;
  readonly exclude?: readonly number[];
}

const STORED_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-\d\d \d\d:\d\d:\d\d$/;

/** Undefined for queries that the list index cannot answer. */
export function indexableFilter(query: EntryQuery): IndexableFilter | undefined {
  const { include, exclude, parents, parentsExclude, slugs, mimeTypes = [], after, before } = query;
  if ((isScoped(query) && !dependsOnParents(query)) || query.types || query.statuses.includes('any')) return undefined;
  if (query.search || include || query.menuOrder !== undefined) return undefined;
  if (query.modifiedAfter ?? query.modifiedBefore ?? query.termQuery ?? query.formats?.length) return undefined;
  if ([parents, parentsExclude, slugs].some((list) => list?.length)) return undefined;
  if ([after, before].some((date) => date !== undefined && !STORED_DATE.test(date))) return undefined;
  // Only media are counted by MIME type, and only by complete ones.
  if (mimeTypes.some((name) => query.type !== 'attachment' || name.endsWith('/'))) return undefined;
  const keys = includedKeys(query);
  const excluded = excludedKeys(query);
  // Entries are not counted under combinations of keys.
  if (keys.length + excluded.length > 1) return undefined;
  return {
    key: keys[0] ?? { by: 'all' },
    after,
    before,
    excludeKey: excluded[0],
    exclude: exclude?.length ? exclude : undefined,
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

/** The counted lists of which a query's list consists, one for each status and each value of the key. */
export function entryDateLists(query: EntryQuery, filter: IndexableFilter, db: Database): DateLists | undefined {
  if (filter.excludeKey || query.orderby !== 'date') return undefined;
  const lists = singleKeys(filter.key).flatMap((key) =>
    query.statuses.map((status) => countedEntries({ type: query.type, statuses: [status] }, key, db)),
  );
  const { after, before, exclude } = filter;
  const hidden = hiddenEntries(query, db);
  return { lists, after, before, exclude, hidden, countedBy: lists.length === 1 && !exclude ? lists[0] : undefined };
}

function singleKeys(key: IndexKey): IndexKey[] {
  switch (key.by) {
    case 'all':
      return [key];
    case 'author':
      return key.authors.map((author) => ({ ...key, authors: [author] }));
    case 'term':
      return key.terms.map((term) => ({ ...key, terms: [term] }));
    case 'media':
      return key.types.map((type) => ({ ...key, types: [type] }));
  }
}

/** SELECT of the number of entries as `total`. */
export function entryTotal(query: EntryQuery, filter: IndexableFilter, db: Database): SqlFragment {
  const { key, excludeKey, exclude } = filter;
  const terms = [countUnder(key, query, filter, db)];
  if (excludeKey) terms.push(countUnder(excludeKey, query, filter, db));
  if (exclude) {
    const where = allOf(isOneOf('ID', exclude), entryConditions({ ...query, exclude: undefined }, {}, db.tables));
    terms.push({ ...where, sql: `(SELECT COUNT(*) FROM ${db.tables.posts} WHERE ${where.sql})` });
  }
  const hidden = hiddenEntries(query, db);
  if (hidden) terms.push(hidden.count);
  const { sql, parameters } = joined(terms, ' - ');
  return { sql: `SELECT ${sql} AS total`, parameters };
}

/** Attachments of parents that the requester may not read, excluded ids among them. */
function hiddenEntries(query: EntryQuery, db: Database): HiddenRows | undefined {
  if (!isScoped(query)) return undefined;
  const { posts } = db.tables;
  const readable = query.scope!.readable(posts, posts);
  const hidden = allOf(
    fragment('parent_id <> 0 AND post_type = ?', query.type),
    fragment(`NOT ${readable.sql}`, ...readable.parameters),
  );
  const where = entryConditions({ ...query, scope: undefined, exclude: undefined }, {}, db.tables);
  const columns = { rows: posts, idColumn: 'ID', parentColumn: 'post_parent', dateColumn: 'post_date' };
  return hiddenRows(db, { ...columns, hidden, where });
}

/** Whether the total needs rows to be counted, the more of them the larger the site. */
export function countsRows(query: EntryQuery, { key, excludeKey }: IndexableFilter): boolean {
  return isScoped(query) || hasSeveralTerms(key) || (excludeKey !== undefined && hasSeveralTerms(excludeKey));
}

/** An entry may have several of the terms, so that their counters cannot be added up. */
function hasSeveralTerms(key: IndexKey): boolean {
  return key.by === 'term' && key.terms.length > 1;
}

function countUnder(key: IndexKey, query: EntryQuery, { after, before }: DateRange, db: Database): SqlFragment {
  const list = countedEntries(query, key, db);
  if (hasSeveralTerms(key)) return sum([rowCount(list, { after, before }, 'DISTINCT post_id')]);
  if (after !== undefined || before !== undefined) return sum(countsIn(list, { after, before }));
  return sum([totalCount(list)]);
}

function countedEntries(
  { type, statuses }: Pick<EntryQuery, 'type' | 'statuses'>,
  key: IndexKey,
  { tables }: Database,
): CountedList {
  const inStatus = isOneOf('post_status', statuses);
  const ofType = allOf(fragment('post_type = ?', type), inStatus);
  const entries = {
    counters: tables.own(COUNTS),
    countersWhere: ofType,
    rows: tables.posts,
    idColumn: 'ID',
    dateColumn: 'post_date',
  };
  switch (key.by) {
    case 'all':
      return { ...entries, totalKind: 'all', owners: NO_OWNER, units: MONTHS_AND_DAYS, rowsWhere: ofType };
    case 'author':
      return {
        ...entries,
        totalKind: 'author',
        owners: key.authors.map((author) => fragment('?', author)),
        units: monthsOfOwner('amonth'),
        rowsWhere: allOf(ofType, isOneOf('post_author', key.authors)),
      };
    case 'term': {
      const termTaxonomyId = `(SELECT term_taxonomy_id FROM ${tables.term_taxonomy} WHERE term_id = ? AND taxonomy = ?)`;
      const owners = key.terms.map((term) => fragment(termTaxonomyId, term, key.taxonomy));
      return {
        ...entries,
        totalKind: 'term',
        owners,
        units: monthsOfOwner('tmonth'),
        rows: tables.own(BY_TERM),
        idColumn: 'post_id',
        rowsWhere: allOf(equalsOneOf('term_taxonomy_id', owners), ofType),
      };
    }
    case 'media': {
      const ofMimeType = allOf(isOneOf('post_mime_type', key.types), inStatus);
      return {
        counters: tables.own(MEDIA_COUNTS),
        countersWhere: ofMimeType,
        totalKind: 'all',
        owners: NO_OWNER,
        units: MONTHS_AND_DAYS,
        rows: tables.own(BY_MEDIA_TYPE),
        idColumn: 'post_id',
        dateColumn: 'post_date',
        rowsWhere: ofMimeType,
      };
    }
  }
}
