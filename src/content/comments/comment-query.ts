import { type SqlParameter } from '../../database/database.js';
import { escapeLike, like, orderByList } from '../../database/engine/dialect.js';
import { placeholders } from '../../database/engine/parameters.js';
import { type ReadableScope } from '../entries/list/readable-scope.js';
import { APPROVED, COMMENT_COLUMNS, ORDINARY_TYPES, PENDING } from './comment.js';

export type CommentOrder = 'date' | 'date_gmt' | 'id' | 'include' | 'post' | 'parent' | 'type';

/** Which comments a list is about. Empty lists do not filter. */
export interface CommentQuery {
  /** `approve`, `hold`, `all`, `any`, or a stored state. */
  status: string;
  /** `comment`, `all`, `pings`, or a stored type. */
  type: string;
  search?: string;
  /** Stored text in site time; neither end is included. */
  after?: string;
  before?: string;
  email?: string;
  posts?: readonly number[];
  parents?: readonly number[];
  parentsExcluded?: readonly number[];
  authors?: readonly number[];
  authorsExcluded?: readonly number[];
  include?: readonly number[];
  exclude?: readonly number[];
  orderBy: CommentOrder;
  ascending: boolean;
  limit: number;
  offset: number;
  /** Whose list it is; left out where everything may be read. */
  reader?: CommentReader;
}

/** What decides which comments a requester may read. */
export interface CommentReader {
  userId: number;
  scope: ReadableScope;
  /** Opens the one post that is asked for. */
  password?: string;
}

export interface Sql {
  sql: string;
  parameters: SqlParameter[];
}

/** A statement takes a limited number of parameters, and no honest request names this many ids. */
const MAX_LISTED = 5000;
/** Members everybody sees. */
const SEARCHED = [COMMENT_COLUMNS.authorName, COMMENT_COLUMNS.authorUrl, COMMENT_COLUMNS.content];
const SEARCHED_BY_MODERATORS = [...SEARCHED, COMMENT_COLUMNS.authorEmail, COMMENT_COLUMNS.authorIp];

export function commentConditions(query: CommentQuery, posts: string): Sql {
  const conditions = [
    anyOf(COMMENT_COLUMNS.approved, statesOf(query.status)),
    anyOf(COMMENT_COLUMNS.type, typesOf(query.type)),
    searchCondition(query.search, query.reader ? SEARCHED : SEARCHED_BY_MODERATORS),
    query.after !== undefined && test(`${COMMENT_COLUMNS.date} > ?`, query.after),
    query.before !== undefined && test(`${COMMENT_COLUMNS.date} < ?`, query.before),
    query.email !== undefined && query.email !== '' && test(`${COMMENT_COLUMNS.authorEmail} = ?`, query.email),
    among(COMMENT_COLUMNS.post, query.posts),
    among(COMMENT_COLUMNS.parent, query.parents),
    among(COMMENT_COLUMNS.parent, query.parentsExcluded, 'NOT IN'),
    among(COMMENT_COLUMNS.author, query.authors),
    among(COMMENT_COLUMNS.author, query.authorsExcluded, 'NOT IN'),
    among(COMMENT_COLUMNS.id, query.include),
    among(COMMENT_COLUMNS.id, query.exclude, 'NOT IN'),
    isScoped(query) && readableBy(query.reader!, posts),
  ].filter((condition) => condition !== undefined && condition !== false);
  return {
    sql: conditions.map((condition) => condition.sql).join(' AND ') || '1 = 1',
    parameters: conditions.flatMap((condition) => condition.parameters),
  };
}

/**
 * Whether the list may contain comments that its requester may not read. Approved comments of named posts they may, since a
 * list of posts that they may not read is refused.
 */
export function isScoped({ reader, status, posts }: CommentQuery): boolean {
  return reader !== undefined && !(status === 'approve' && posts?.length);
}

/** Approved comments of readable posts, one's own, and those of posts that one edits. */
function readableBy({ userId, scope, password = '' }: CommentReader, posts: string): Sql {
  const readable = scope.readable('p', posts);
  const editable = scope.editable('p');
  const ofPost = `EXISTS (SELECT 1 FROM ${posts} p WHERE p.ID = ${COMMENT_COLUMNS.post} AND `;
  const open = password === '' ? `p.post_password = ''` : `p.post_password IN ('', ?)`;
  const approved = `${COMMENT_COLUMNS.approved} = '${APPROVED}' AND ${ofPost}${readable.join('')} AND ${open})`;
  const parameters = [...readable.parameters, ...(password === '' ? [] : [password])];
  if (userId === 0) return { sql: `(${approved})`, parameters };
  return {
    sql: `((${approved}) OR ${COMMENT_COLUMNS.author} = ? OR ${ofPost}${editable.join('')}))`,
    parameters: [...parameters, userId, ...editable.parameters],
  };
}

/** Ties are settled by id: dates in their own direction, all else newest first. */
export function commentOrder({ orderBy, ascending, include = [] }: CommentQuery): Sql {
  const direction = ascending ? 'ASC' : 'DESC';
  const { id, date, dateGmt, post, parent, type } = COMMENT_COLUMNS;
  switch (orderBy) {
    case 'include': {
      const { sql, parameters } = orderByList(id, listed(include));
      return { sql, parameters };
    }
    case 'id':
      return { sql: `${id} ${direction}`, parameters: [] };
    case 'date':
      return { sql: `${date} ${direction}, ${id} ${direction}`, parameters: [] };
    case 'date_gmt':
      return { sql: `${dateGmt} ${direction}, ${id} ${direction}`, parameters: [] };
    default:
      return { sql: `${{ post, parent, type }[orderBy]} ${direction}, ${id} DESC`, parameters: [] };
  }
}

/** The stored states a question is about; undefined for all there are. */
export function statesOf(status: string): readonly string[] | undefined {
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

/** The stored types a question is about; undefined for all there are. */
export function typesOf(type: string): readonly string[] | undefined {
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

function anyOf(column: string, values: readonly string[] | undefined): Sql | undefined {
  return (
    values && test(values.length === 1 ? `${column} = ?` : `${column} IN (${placeholders(values.length)})`, ...values)
  );
}

function searchCondition(search: string | undefined, columns: readonly string[]): Sql | undefined {
  if (search === undefined || search === '') return undefined;
  const pattern = `%${escapeLike(search)}%`;
  return test(`(${columns.map(like).join(' OR ')})`, ...columns.map(() => pattern));
}

function among(column: string, ids: readonly number[] | undefined, operator: 'IN' | 'NOT IN' = 'IN'): Sql | undefined {
  if (!ids || ids.length === 0) return undefined;
  const wanted = listed(ids);
  // NOT IN (NULL) would be true of no row.
  if (wanted.length === 0) return operator === 'IN' ? test('1 = 0') : undefined;
  return test(`${column} ${operator} (${placeholders(wanted.length)})`, ...wanted);
}

/** The ids a list names, each once. */
export function listed(ids: readonly number[]): number[] {
  return [...new Set(ids.map(Math.abs))].filter(Number.isSafeInteger).slice(0, MAX_LISTED);
}

function test(sql: string, ...parameters: SqlParameter[]): Sql {
  return { sql, parameters };
}
