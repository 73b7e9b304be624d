import { type Database } from '../../database.js';
import { allOf, fragment, isOneOf, joined, type SqlFragment } from '../../engine/sql-fragment.js';
import { type Tables } from '../../engine/table-names.js';
import {
  type CountedList,
  countsIn,
  type DateRange,
  equalsOneOf,
  type HiddenRows,
  type IndexedList,
  MONTHS_AND_DAYS,
  monthsOfOwner,
  NO_OWNER,
  type OrderedRows,
  rowCount,
  sum,
  totalCount,
} from './counted-list.js';
import { type IndexedComments, type IndexedEntries, type IndexKey, type ListSource } from '../list-query.js';
import {
  BY_MEDIA_TYPE,
  BY_TERM,
  BY_TEXT,
  COMMENT_COUNTS,
  COMMENTS_BY_TYPE,
  COUNTS,
  MEDIA_COUNTS,
  HIDDEN_PARENTS,
  TERM_CHANGES,
} from './tables.js';
import { TRIGGER_DIALECTS } from './trigger-dialect.js';

type Index = Pick<Database, 'engine' | 'tables'>;

/** The counters of a list, and the parts of which it consists in order of date. */
export function indexedList({ indexed, countedFrom }: ListSource, db: Index): IndexedList | undefined {
  switch (indexed?.of) {
    case 'entries': {
      const statement = difference(entryCounts(indexed, db));
      const hidden = hiddenEntries(indexed, db);
      const total = { statement, hidden, ...(countsRows(indexed) && { cachedUntilWriteTo: countedFrom }) };
      if (indexed.excludeKey) return { total };
      if (indexed.orderedBy === 'date') return { total, byDate: entriesByDate(indexed, db) };
      return { total, byColumn: entriesByColumn(indexed, db) };
    }
    case 'comments': {
      const { types, states, posts } = indexed;
      const counted = countedComments(types, states, db);
      const hidden = hiddenComments(indexed, db);
      const total = { statement: difference([totalCount(posts ? ofPosts(counted, posts) : counted)]), hidden };
      if (posts || !indexed.isByDate) return { total };
      const lists = types.flatMap((type) => states.map((state) => countedComments([type], [state], db)));
      return { total, byDate: { lists, hidden, countedBy: counted } };
    }
  }
  return undefined;
}

/** SELECT of the first number without the others, as `total`. */
function difference(counts: readonly SqlFragment[]): SqlFragment {
  const { sql, parameters } = joined(counts, ' - ');
  return { sql: `SELECT ${sql} AS total`, parameters };
}

/** The number of entries under the key, and those of the entries among them that are not in the list. */
function entryCounts(indexed: IndexedEntries, db: Index): SqlFragment[] {
  const { key, excludeKey, exclude } = indexed;
  const counts = [countUnder(key, indexed, db)];
  if (excludeKey) counts.push(countUnder(excludeKey, indexed, db));
  if (exclude) {
    const where = allOf(isOneOf('ID', exclude.ids), exclude.among);
    counts.push({ ...where, sql: `(SELECT COUNT(*) FROM ${db.tables.posts} WHERE ${where.sql})` });
  }
  return counts;
}

/** One counted list for each status and each value of the key. */
function entriesByDate(indexed: IndexedEntries, db: Index): IndexedList['byDate'] {
  const { type, statuses, key, exclude, after, before } = indexed;
  const lists = singleKeys(key).flatMap((single) =>
    statuses.map((status) => countedEntries({ type, statuses: [status] }, single, db)),
  );
  const countedBy = isCountedByDate(key) && !exclude ? countedEntries({ type, statuses }, key, db) : undefined;
  return { lists, after, before, exclude: exclude?.ids, hidden: hiddenEntries(indexed, db), countedBy };
}

/** One list for each status. Undefined where the list is only a part of the entries of its type and statuses. */
function entriesByColumn(indexed: IndexedEntries, db: Index): IndexedList['byColumn'] {
  const { orderedBy, type, statuses, key, exclude, after, before } = indexed;
  if (!orderedBy || orderedBy === 'date' || key.by !== 'all' || (after ?? before) !== undefined) return undefined;
  const text = orderedBy === 'id' ? undefined : orderedBy;
  // For a deep page, MySQL would rather sort all rows.
  const order = db.engine === 'mysql' ? ` FORCE INDEX (by_${orderedBy})` : '';
  const ofStatuses = (some: readonly string[]): OrderedRows => ({
    rows: db.tables.own(BY_TEXT) + order,
    idColumn: 'post_id',
    sortColumn: text ?? 'post_id',
    rowsWhere: allOf(fragment('post_type = ?', type), isOneOf('post_status', some)),
  });
  return {
    lists: statuses.map((status) => ofStatuses([status])),
    whole: ofStatuses(statuses),
    text,
    exclude: exclude?.ids,
    hidden: hiddenEntries(indexed, db),
  };
}

/** Whether the counters of months add up for all values of the key: those of several authors or terms are not in order of month. */
function isCountedByDate(key: IndexKey): boolean {
  return singleKeys(key).length === 1 || key.by === 'media';
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

/** Whether the total needs rows to be counted, the more of them the larger the site. */
function countsRows({ key, excludeKey }: IndexedEntries): boolean {
  return hasSeveralTerms(key) || (excludeKey !== undefined && hasSeveralTerms(excludeKey));
}

/** An entry may have several of the terms, so their counters cannot be added up. */
function hasSeveralTerms(key: IndexKey): boolean {
  return key.by === 'term' && key.terms.length > 1;
}

function countUnder(key: IndexKey, indexed: IndexedEntries, db: Index): SqlFragment {
  const { after, before } = indexed;
  const range: DateRange = { after, before };
  const list = countedEntries(indexed, key, db);
  if (hasSeveralTerms(key)) return sum([rowCount(list, range, 'DISTINCT post_id')]);
  if (after !== undefined || before !== undefined) return sum(countsIn(list, range));
  return sum([totalCount(list)]);
}

function countedEntries(
  { type, statuses }: Pick<IndexedEntries, 'type' | 'statuses'>,
  key: IndexKey,
  { engine, tables }: Index,
): CountedList {
  const inStatus = isOneOf('post_status', statuses);
  const ofType = allOf(fragment('post_type = ?', type), inStatus);
  const entries = {
    counters: tables.own(COUNTS),
    countersWhere: ofType,
    rows: tables.posts,
    idColumn: 'ID',
    sortColumn: 'post_date',
  };
  switch (key.by) {
    case 'all':
      return { ...entries, totalKind: 'all', owners: NO_OWNER, units: MONTHS_AND_DAYS, rowsWhere: ofType };
    case 'author':
      return {
        ...entries,
        totalKind: 'author',
        owners: key.authors.map((author) => fragment('?', author)),
        units: monthsOfOwner('author_month'),
        rowsWhere: allOf(ofType, isOneOf('post_author', key.authors)),
      };
    case 'term': {
      const termTaxonomyId = `(SELECT term_taxonomy_id FROM ${tables.term_taxonomy} WHERE term_id = ? AND taxonomy = ?)`;
      const owners = key.terms.map((term) => fragment(termTaxonomyId, term, key.taxonomy));
      return {
        ...entries,
        totalKind: 'term',
        owners,
        units: monthsOfOwner('term_month'),
        rows: tables.own(BY_TERM),
        idColumn: 'post_id',
        rowsWhere: allOf(equalsOneOf('term_taxonomy_id', owners), ofType, ...isTermCurrent(engine, tables)),
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
        idColumn: 'attachment_id',
        sortColumn: 'post_date',
        rowsWhere: ofMimeType,
      };
    }
  }
}

/** Leaves out entries whose terms are still to be read; the reader has those read before (list-reader.ts). */
function isTermCurrent(engine: Index['engine'], tables: Tables): SqlFragment[] {
  if (!TRIGGER_DIALECTS[engine].isConcurrent) return [];
  return [fragment(`post_id NOT IN (SELECT entry_id FROM ${tables.own(TERM_CHANGES)})`)];
}

function countedComments(types: readonly string[], states: readonly string[], { engine, tables }: Index): CountedList {
  const where = allOf(isOneOf('comment_approved', states), isOneOf('comment_type', types));
  return {
    counters: tables.own(COMMENT_COUNTS),
    countersWhere: where,
    totalKind: 'all',
    owners: NO_OWNER,
    units: MONTHS_AND_DAYS,
    rows: tables.comments,
    idColumn: 'comment_ID',
    sortColumn: 'comment_date_gmt',
    rowsWhere: where,
    // By WordPress's own index, which lacks the type, MariaDB reads all newer comments of other types.
    ...(engine === 'mysql' && { forcedIndex: COMMENTS_BY_TYPE }),
  };
}

function ofPosts(list: CountedList, posts: readonly number[]): CountedList {
  const rowsWhere = allOf(list.rowsWhere, isOneOf('comment_post_ID', posts));
  return { ...list, totalKind: 'post', owners: posts.map((post) => fragment('?', post)), units: [], rowsWhere };
}

/** Attachments of parents that the requester may not read, excluded ids among them. */
function hiddenEntries({ readable, type }: IndexedEntries, db: Index): HiddenRows | undefined {
  if (!readable) return undefined;
  const hidden = allOf(fragment('parent_id <> 0 AND post_type = ?', type), not(readable.rows));
  const columns = { rows: db.tables.posts, idColumn: 'ID', parentColumn: 'post_parent', dateColumn: 'post_date' };
  const visible = anyOf(fragment('post_parent = 0'), hasPublicParent(db, 'post_parent'), readable.rows);
  return hiddenRows(db, { ...columns, hidden, visible, where: readable.among });
}

/** Comments of posts that the requester may not read. */
function hiddenComments({ readable }: IndexedComments, db: Index): HiddenRows | undefined {
  return (
    readable &&
    hiddenRows(db, {
      rows: db.tables.comments,
      idColumn: 'comment_ID',
      parentColumn: 'comment_post_ID',
      dateColumn: 'comment_date_gmt',
      hidden: not(readable.rows),
      visible: anyOf(hasPublicParent(db, 'comment_post_ID'), readable.rows),
      where: readable.among,
    })
  );
}

/** By primary key; few rows of a page have another parent, and only for those the parent itself is read. */
function hasPublicParent({ tables }: Index, parentColumn: string): SqlFragment {
  return fragment(`(SELECT is_public FROM ${tables.own(BY_TEXT)} WHERE post_id = ${parentColumn}) = 1`);
}

function anyOf(...conditions: readonly SqlFragment[]): SqlFragment {
  const { sql, parameters } = joined(conditions, ' OR ');
  return { sql: `(${sql})`, parameters };
}

const not = ({ sql, parameters }: SqlFragment): SqlFragment => ({ sql: `NOT ${sql}`, parameters });

interface ChildRows {
  readonly rows: string;
  readonly idColumn: string;
  readonly parentColumn: string;
  readonly dateColumn: string;
  /** Which of the children of parents that are not public are hidden. */
  readonly hidden: SqlFragment;
  /** Which rows are not hidden. */
  readonly visible: SqlFragment;
  /** Which rows are counted. */
  readonly where: SqlFragment;
}

/** Starts from the parents that are not public, which are few, and reads their children by index. */
function hiddenRows(
  { engine, tables }: Index,
  { rows, idColumn, parentColumn, dateColumn, hidden, visible, where }: ChildRows,
): HiddenRows {
  const join = engine === 'mysql' ? 'STRAIGHT_JOIN' : 'CROSS JOIN';
  const parents = `(SELECT DISTINCT parent_id FROM ${tables.own(HIDDEN_PARENTS)}) hidden`;
  const from = `FROM ${parents} ${join} ${rows} WHERE ${parentColumn} = parent_id`;
  const select = (columns: string, condition: SqlFragment, group = '') =>
    fragment(`SELECT ${columns} ${from} AND ${condition.sql}${group}`, ...condition.parameters);
  const counted = allOf(where, hidden);
  const day = `${TRIGGER_DIALECTS[engine].day(dateColumn)} AS value, COUNT(*) AS entries`;
  return {
    count: select('COUNT(*) AS total', counted),
    // A scalar subquery, because MariaDB would turn EXISTS into a join and read its tables in another order.
    visible: (list) =>
      list.rows === rows
        ? visible
        : fragment(`(SELECT ${visible.sql} FROM ${rows} WHERE ${idColumn} = ${list.idColumn})`, ...visible.parameters),
    byDay: select(day, counted, ' GROUP BY value'),
  };
}
