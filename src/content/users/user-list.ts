import { type Database, type SqlParameter } from '../../database/database.js';
import { escapeLike, like, orderByList, type SqlDialect } from '../../database/engine/dialect.js';
import { placeholders, skipped } from '../../database/engine/parameters.js';
import { COUNTS } from '../../database/list-index/tables.js';
import { ZERO_DATE } from '../entries/entry.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { trimCharacters } from '../../text/php-strings.js';

export interface UserListQuery {
  search?: string;
  /** Which members search looks at: all, those everybody sees, or those that are in every address. */
  searched: 'all' | 'shown' | 'addresses';
  include: readonly number[];
  /** Not asked when `include` is given. */
  exclude: readonly number[];
  slugs?: readonly string[];
  roles?: readonly string[];
  /** Only users who published something. */
  published: boolean;
  /** Only users whose level lets them write. */
  authors: boolean;
  orderBy: string;
  descending: boolean;
  offset: number;
  limit: number;
}

export interface Sql {
  sql: string;
  parameters: SqlParameter[];
}

type Asked = Pick<Database, 'tables' | 'tablePrefix' | 'sql'> & { listIndex: Pick<Database['listIndex'], 'isUsable'> };

type Types = Pick<ContentModel, 'restTypes'>;

const ORDER_COLUMNS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    id: 'u.ID',
    name: 'u.display_name',
    registered_date: 'u.user_registered',
    slug: 'u.user_nicename',
    email: 'u.user_email',
    url: 'u.user_url',
  }),
);

const NO_TEXTS = new Set(['u.ID', 'u.user_registered']);

/** Statements have a limited number of parameters; nobody can be asked for by this many names. */
const MAX_LISTED = 5000;
const MAX_ROLES = 50;

/** The two statements of a list. There is no page where the offset lies before the first user. */
export function userListSql(query: UserListQuery, db: Asked, model: Types, nowGmt: string): { count: Sql; page?: Sql } {
  const conditions = userConditions(query, db, model, nowGmt);
  const where = conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1 = 1';
  const parameters = conditions.flatMap((condition) => condition.parameters);
  const from = `FROM ${db.tables.users} u WHERE ${where}`;
  const count = { sql: `SELECT COUNT(*) AS total ${from}`, parameters };
  if (query.offset < 0) return { count };
  const order = userOrder(query, db.sql);
  return {
    count,
    page: {
      sql: `SELECT u.ID AS id ${from} ORDER BY ${order.sql}, u.ID LIMIT ? OFFSET ?`,
      parameters: [...parameters, ...order.parameters, query.limit, skipped(query.offset)],
    },
  };
}

/**
 * Whether a user published anything the interface shows; scheduled entries count from their time on. In two parts, because
 * in one MariaDB looks at all entries there are. `among` are the users in question, where they are known.
 */
export function publishedBy(
  userColumn: string,
  { tables, listIndex }: Pick<Asked, 'tables' | 'listIndex'>,
  { restTypes }: Types,
  nowGmt: string,
  among: readonly number[] = [],
): Sql {
  const types = restTypes.map((type) => type.name);
  const ofTypes = `post_type IN (${placeholders(types.length)})`;
  const isDue = `post_status = 'future' AND post_date_gmt > ? AND post_date_gmt <= ?`;
  if (!listIndex.isUsable) {
    const has = (condition: string) =>
      `EXISTS (SELECT 1 FROM ${tables.posts} WHERE post_author = ${userColumn} AND ${ofTypes} AND ${condition})`;
    return {
      sql: `(${has(`post_status = 'publish'`)} OR ${has(isDue)})`,
      parameters: [...types, ...types, ZERO_DATE, nowGmt],
    };
  }
  const ofThese = among.length > 0 ? ` AND value IN (${placeholders(among.length)})` : '';
  const known = `SELECT value AS id FROM ${tables.own(COUNTS)} WHERE ${ofTypes} AND post_status = 'publish' AND kind = 'author'${ofThese} GROUP BY value HAVING SUM(entries) > 0`;
  const due = `SELECT post_author FROM ${tables.posts} WHERE ${ofTypes} AND ${isDue}`;
  return {
    sql: `${userColumn} IN (SELECT id FROM (${known} UNION ${due}) published)`,
    parameters: [...types, ...among, ...types, ZERO_DATE, nowGmt],
  };
}

function userConditions(query: UserListQuery, db: Asked, model: Types, nowGmt: string): Sql[] {
  const { tables, tablePrefix } = db;
  const conditions: Sql[] = [];
  if (query.search !== undefined && query.search !== '') conditions.push(searchCondition(query.search, query.searched));
  if (query.include.length > 0) conditions.push(oneOf('u.ID', query.include));
  else if (query.exclude.length > 0) conditions.push(oneOf('u.ID', query.exclude, 'NOT IN'));
  if (query.slugs && query.slugs.length > 0) conditions.push(oneOf('u.user_nicename', query.slugs));
  if (query.roles && query.roles.length > 0) conditions.push(roleCondition(query.roles, tables.usermeta, tablePrefix));
  if (query.authors)
    conditions.push(
      metaCondition(tables.usermeta, `${tablePrefix}user_level`, { sql: 'm.meta_value <> ?', parameters: ['0'] }),
    );
  if (query.published) conditions.push(publishedBy('u.ID', db, model, nowGmt));
  return conditions;
}

function oneOf(column: string, values: readonly SqlParameter[], operator: 'IN' | 'NOT IN' = 'IN'): Sql {
  const listed = [...new Set(values)].slice(0, MAX_LISTED);
  return { sql: `${column} ${operator} (${placeholders(listed.length)})`, parameters: listed };
}

/** What the text looks like decides where it is searched for; stars around it mean nothing more. */
function searchCondition(search: string, searched: UserListQuery['searched']): Sql {
  const text = trimCharacters(search, '*');
  const isNumber = /^\d{1,15}$/.test(text);
  const columns = searchColumns(text, isNumber, searched);
  const byId = isNumber ? ['u.ID = ?'] : [];
  return {
    sql: [...byId, ...columns.map((column) => like(`u.${column}`))].join(' OR '),
    parameters: [...(isNumber ? [Number(text)] : []), ...columns.map(() => `%${escapeLike(text)}%`)],
  };
}

function searchColumns(text: string, isNumber: boolean, searched: UserListQuery['searched']): string[] {
  // Logins are shown to those who list users alone; the reference searches them for everybody.
  if (searched !== 'all') return ['user_nicename', ...(searched === 'shown' ? ['display_name'] : [])];
  if (text.includes('@')) return ['user_email'];
  if (isNumber) return ['user_login'];
  if (/^https?:\/\//.test(text)) return ['user_url'];
  return ['user_login', 'user_url', 'user_email', 'user_nicename', 'display_name'];
}

/** Roles stand in quotes in the stored text. */
function roleCondition(roles: readonly string[], usermeta: string, tablePrefix: string): Sql {
  const patterns = [...new Set(roles)].slice(0, MAX_ROLES).map((role) => `%"${escapeLike(role)}"%`);
  return metaCondition(usermeta, `${tablePrefix}capabilities`, {
    sql: `(${patterns.map(() => like('m.meta_value')).join(' OR ')})`,
    parameters: patterns,
  });
}

function metaCondition(usermeta: string, key: string, value: Sql): Sql {
  return {
    sql: `EXISTS (SELECT 1 FROM ${usermeta} m WHERE m.user_id = u.ID AND m.meta_key = ? AND ${value.sql})`,
    parameters: [key, ...value.parameters],
  };
}

function userOrder({ orderBy, descending, include, slugs = [] }: UserListQuery, dialect: SqlDialect): Sql {
  const direction = descending ? ' DESC' : '';
  if (orderBy === 'include' && include.length > 0) {
    const { sql, parameters } = orderByList('u.ID', include.slice(0, MAX_LISTED));
    return { sql: sql + direction, parameters };
  }
  if (orderBy === 'include_slugs' && slugs.length > 0) {
    const listed = slugs.slice(0, MAX_LISTED);
    return {
      sql: `CASE u.user_nicename ${listed.map((_, place) => `WHEN ? THEN ${place}`).join(' ')} END`,
      parameters: [...listed],
    };
  }
  const column = ORDER_COLUMNS.get(orderBy) ?? 'u.user_login';
  return { sql: `${NO_TEXTS.has(column) ? column : dialect.textOrder(column)}${direction}`, parameters: [] };
}
