import { escapeLike, like, orderByList } from '../../database/engine/dialect.js';
import {
  allOf,
  fragment,
  hasRow,
  isIn,
  isNotIn,
  isOneOf,
  NO_ROW,
  type SqlFragment,
} from '../../database/engine/sql-fragment.js';
import { type Tables } from '../../database/engine/table-names.js';
import { type HiddenRows } from '../../hooks/entry-scopes.store.js';
import { withoutNul } from '../../text/php-strings.js';
import { type IndexedComments, type ListSource, sortDirection } from '../../database/lists/list-query.js';
import { type CommentQuery, type CommentReader } from './comment-query.js';
import { APPROVED, COMMENT_COLUMNS, NOTE, ORDINARY_TYPES, PENDING } from './comment.js';

/** Tables that the conditions of a query may read. */
const TABLES = ['comments', 'posts'] as const;

/** Statements have a limited number of parameters, and no legitimate request has this many IDs. */
const MAX_LISTED = 5000;
/** Columns everyone sees. */
const SEARCHED = [COMMENT_COLUMNS.authorName, COMMENT_COLUMNS.authorUrl, COMMENT_COLUMNS.content];
const SEARCHED_BY_MODERATORS = [...SEARCHED, COMMENT_COLUMNS.authorEmail, COMMENT_COLUMNS.authorIp];

export function commentsAsSql(query: CommentQuery, tables: Tables, hidden?: HiddenRows): ListSource {
  const { comments, posts } = tables;
  const further = (query.filters ?? []).flatMap(([filter, value]) => filter.where(value, tables) ?? []);
  const where = allOf(commentConditions(query, posts), ...further);
  return {
    from: comments,
    idColumn: COMMENT_COLUMNS.id,
    where: hidden ? allOf(where, ofVisiblePosts(hidden, posts)) : where,
    order: commentOrder(query),
    countedFrom: TABLES,
    indexed: hidden || further.length > 0 ? undefined : indexedComments(query, posts),
  };
}

/** Comments of entries that a scope hides are hidden, too. */
function ofVisiblePosts(hidden: HiddenRows, posts: string): SqlFragment {
  const { sql, parameters } = hidden('p');
  return fragment(`NOT ${hasRow(`${posts} p`, `p.ID = ${COMMENT_COLUMNS.post} AND ${sql}`)}`, ...parameters);
}

function commentConditions(query: CommentQuery, posts: string): SqlFragment {
  const conditions = [
    equalsAny(COMMENT_COLUMNS.approved, statesOf(query.status)),
    equalsAny(COMMENT_COLUMNS.type, typesOf(query.type)),
    searchCondition(query.search, query.reader ? SEARCHED : SEARCHED_BY_MODERATORS),
    query.after !== undefined && fragment(`${COMMENT_COLUMNS.date} > ?`, query.after),
    query.before !== undefined && fragment(`${COMMENT_COLUMNS.date} < ?`, query.before),
    query.email !== undefined && query.email !== '' && fragment(`${COMMENT_COLUMNS.authorEmail} = ?`, query.email),
    included(COMMENT_COLUMNS.post, query.posts),
    included(COMMENT_COLUMNS.parent, query.parents),
    excluded(COMMENT_COLUMNS.parent, query.parentsExclude),
    included(COMMENT_COLUMNS.author, query.authors),
    excluded(COMMENT_COLUMNS.author, query.authorsExclude),
    included(COMMENT_COLUMNS.id, query.include),
    excluded(COMMENT_COLUMNS.id, query.exclude),
    isScoped(query) && readableBy(query.reader!, posts),
  ].filter((condition) => condition !== undefined && condition !== false);
  return conditions.length > 0 ? allOf(...conditions) : fragment('1 = 1');
}

/**
 * Whether the list may contain comments the requester may not read. Approved comments of the requested posts are readable,
 * since a list of unreadable posts is refused; notes are not.
 */
function isScoped({ reader, status, type, posts }: CommentQuery): boolean {
  if (reader === undefined) return false;
  return status !== 'approve' || !posts?.length || (typesOf(type)?.includes(NOTE) ?? true);
}

/** Whether the only comments that the requester may not read are those of posts that are not public. */
function dependsOnPosts({ status, type }: CommentQuery): boolean {
  return status === 'approve' && !(typesOf(type)?.includes(NOTE) ?? true);
}

/** Approved comments of readable posts, except notes, plus the requester's own, and those of posts the requester may edit. */
function readableBy({ userId, scope, password = '' }: CommentReader, posts: string): SqlFragment {
  const readable = scope.readable('p', posts);
  const editable = scope.editable('p');
  const ofPost = (sql: string) => hasRow(`${posts} p`, `p.ID = ${COMMENT_COLUMNS.post} AND ${sql}`);
  const open = password === '' ? `p.post_password = ''` : `p.post_password IN ('', ?)`;
  const approved = `${COMMENT_COLUMNS.approved} = '${APPROVED}' AND ${COMMENT_COLUMNS.type} <> '${NOTE}' AND ${ofPost(`${readable.sql} AND ${open}`)}`;
  const parameters = [...readable.parameters, ...(password === '' ? [] : [withoutNul(password)])];
  if (userId === 0) return { sql: `(${approved})`, parameters };
  return {
    sql: `((${approved}) OR ${COMMENT_COLUMNS.author} = ? OR ${ofPost(editable.sql)})`,
    parameters: [...parameters, userId, ...editable.parameters],
  };
}

/** Ties are broken by ID: for dates in the same direction, otherwise newest first. */
function commentOrder({ orderby, order, include = [] }: CommentQuery): SqlFragment {
  const direction = sortDirection(order);
  const { id, date, dateGmt, post, parent, type } = COMMENT_COLUMNS;
  switch (orderby) {
    case 'include':
      return orderByList(id, usableIds(include));
    case 'id':
      return fragment(`${id} ${direction}`);
    case 'date':
      return fragment(`${date} ${direction}, ${id} ${direction}`);
    case 'date_gmt':
      return fragment(`${dateGmt} ${direction}, ${id} ${direction}`);
    default:
      return fragment(`${{ post, parent, type }[orderby]} ${direction}, ${id} DESC`);
  }
}

/** The list index counts comments by status and type, and further by date or post. */
function indexedComments(query: CommentQuery, postsTable: string): IndexedComments | undefined {
  const { search, after, before, email, parents, parentsExclude, authors, authorsExclude, include, exclude } = query;
  if (search || after !== undefined || before !== undefined || email) return undefined;
  if ([parents, parentsExclude, authors, authorsExclude, include, exclude].some((ids) => ids?.length)) return undefined;
  const states = statesOf(query.status);
  const types = typesOf(query.type);
  const posts = query.posts?.length ? usableIds(query.posts) : undefined;
  if (!states || !types || posts?.length === 0) return undefined;
  if (isScoped(query) && !dependsOnPosts(query)) return undefined;
  const readable = isScoped(query)
    ? {
        rows: readableBy(query.reader!, postsTable),
        among: commentConditions({ ...query, reader: undefined }, postsTable),
      }
    : undefined;
  return { of: 'comments', isByDate: query.orderby === 'date_gmt', types, states, posts, readable };
}

/** The stored statuses of a query; undefined for all. */
function statesOf(status: string): readonly string[] | undefined {
  switch (status) {
    case 'any':
      return undefined;
    case '':
    case 'all':
      return [PENDING, APPROVED];
    case 'approve':
      return [APPROVED];
    case 'hold':
      return [PENDING];
    default:
      return [status];
  }
}

/** The stored types of a query; undefined for all. */
function typesOf(type: string): readonly string[] | undefined {
  switch (type) {
    case '':
    case 'all':
      return undefined;
    case 'comment':
      return ORDINARY_TYPES;
    case 'pings':
      return ['pingback', 'trackback'];
    default:
      return [type];
  }
}

function equalsAny(column: string, values: readonly string[] | undefined): SqlFragment | undefined {
  return values && isOneOf(column, values);
}

function searchCondition(search: string | undefined, columns: readonly string[]): SqlFragment | undefined {
  if (search === undefined || search === '') return undefined;
  const pattern = `%${escapeLike(search)}%`;
  return fragment(`(${columns.map(like).join(' OR ')})`, ...columns.map(() => pattern));
}

function included(column: string, ids: readonly number[] = []): SqlFragment | undefined {
  if (ids.length === 0) return undefined;
  const usable = usableIds(ids);
  return usable.length > 0 ? isIn(column, usable) : NO_ROW;
}

function excluded(column: string, ids: readonly number[] = []): SqlFragment | undefined {
  const usable = usableIds(ids);
  return usable.length > 0 ? isNotIn(column, usable) : undefined;
}

/** The ids of a filter without signs, each once. */
function usableIds(ids: readonly number[]): number[] {
  return [...new Set(ids.map(Math.abs))].filter(Number.isSafeInteger).slice(0, MAX_LISTED);
}
