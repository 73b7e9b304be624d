import { type Database } from '../../database/database.js';
import { escapeLike, like, orderByList, type SqlDialect } from '../../database/engine/dialect.js';
import { placeholders, type SqlParameter } from '../../database/engine/parameters.js';
import { allOf, fragment, isIn, isNotIn, joined, type SqlFragment } from '../../database/engine/sql-fragment.js';
import { COUNTS } from '../../database/lists/indexed/tables.js';
import { isTruthy } from '../../text/php/php-values.js';
import { trimCharacters } from '../../text/php-strings.js';
import { ZERO_DATE } from '../entries/model/entry.js';
import { type ListSource } from '../../database/lists/list-query.js';
import { SEARCH_COLUMNS, type SearchColumn, type TypesWithRoutes, typeNames, type UserQuery } from './user-query.js';

type UserSource = Pick<Database, 'tables' | 'tablePrefix' | 'sql' | 'network'> & {
  readonly listIndex: Pick<Database['listIndex'], 'isUsable'>;
};

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

/** Statements have a limited number of parameters, and no legitimate request has this many users or roles. */
const MAX_LISTED = 5000;
const MAX_ROLES = 50;

export function usersAsSql(query: UserQuery, db: UserSource, model: TypesWithRoutes, nowGmt: string): ListSource {
  const conditions = userConditions(query, db, model, nowGmt).map(({ sql, parameters }) => ({
    sql: `(${sql})`,
    parameters,
  }));
  const where = conditions.length > 0 ? allOf(...conditions) : fragment('1 = 1');
  const from = `${db.tables.users} u`;
  const order = joined([userOrder(query, db.sql), fragment('u.ID')], ', ');
  // Whether a user has published entries also depends on the current time.
  const countedFrom = query.published || query.publishedTypes ? undefined : (['users', 'usermeta'] as const);
  return { from, idColumn: 'u.ID', where, order, countedFrom, impliedByLastPage: true };
}

/**
 * Whether a user has published entries of types with routes; scheduled entries count as soon as they are due. Two
 * subqueries, because with a single one MariaDB reads all entries. `among` are the users in question, if known.
 */
export function publishedBy(
  userColumn: string,
  { tables, listIndex }: Pick<UserSource, 'tables' | 'listIndex'>,
  types: readonly string[],
  nowGmt: string,
  among: readonly number[] = [],
): SqlFragment {
  const ofTypes = `post_type IN (${placeholders(types.length)})`;
  const isDue = `post_status = 'future' AND post_date_gmt > ? AND post_date_gmt <= ?`;
  if (!listIndex.isUsable) {
    // EXISTS would be read as a join with all entries.
    const has = (condition: string) =>
      `(SELECT 1 FROM ${tables.posts} WHERE post_author = ${userColumn} AND ${ofTypes} AND ${condition} LIMIT 1) IS NOT NULL`;
    return fragment(`(${has(`post_status = 'publish'`)} OR ${has(isDue)})`, ...types, ...types, ZERO_DATE, nowGmt);
  }
  const ofThese = among.length > 0 ? ` AND value IN (${placeholders(among.length)})` : '';
  const counted = `SELECT value AS id FROM ${tables.own(COUNTS)} WHERE ${ofTypes} AND post_status = 'publish' AND counted_by = 'author'${ofThese} GROUP BY value HAVING SUM(entries) > 0`;
  const due = `SELECT post_author FROM ${tables.posts} WHERE ${ofTypes} AND ${isDue}`;
  return fragment(
    `${userColumn} IN (SELECT id FROM (${counted} UNION ${due}) published)`,
    ...types,
    ...among,
    ...types,
    ZERO_DATE,
    nowGmt,
  );
}

function userConditions(query: UserQuery, db: UserSource, model: TypesWithRoutes, nowGmt: string): SqlFragment[] {
  const { tables, tablePrefix } = db;
  const { search, include = [], exclude = [], slugs = [], roles = [] } = query;
  const conditions: SqlFragment[] = [];
  // Of the accounts of a network, those that belong to the site.
  if (db.network) conditions.push(metaCondition(tables.usermeta, `${tablePrefix}capabilities`, fragment('0 = 0')));
  if (isTruthy(search)) conditions.push(searchCondition(search!, query));
  if (include.length > 0) conditions.push(isIn('u.ID', listed(include)));
  else if (exclude.length > 0) conditions.push(isNotIn('u.ID', listed(exclude)));
  if (slugs.length > 0) conditions.push(isIn('u.user_nicename', listed(slugs)));
  if (roles.length > 0) conditions.push(roleCondition(roles, tables.usermeta, tablePrefix));
  if (query.authors)
    conditions.push(metaCondition(tables.usermeta, `${tablePrefix}user_level`, fragment('m.meta_value <> ?', '0')));
  const publishedTypes = [query.published && typeNames(model), query.publishedTypes];
  for (const types of publishedTypes) if (types) conditions.push(publishedBy('u.ID', db, types, nowGmt));
  return conditions;
}

function listed<T extends SqlParameter>(values: readonly T[]): T[] {
  return [...new Set(values)].slice(0, MAX_LISTED);
}

/** The text determines which columns are searched, unless they are given; asterisks around it are ignored. */
function searchCondition(search: string, { searched, searchColumns: named = [] }: UserQuery): SqlFragment {
  const text = trimCharacters(search, '*');
  if (named.length > 0)
    return joined(
      [...new Set(named)].map((column) => columnCondition(column, text)),
      ' OR ',
    );
  const isNumber = /^\d{1,15}$/.test(text);
  const tests = searchColumns(text, isNumber, searched).map((column) =>
    fragment(like(`u.${column}`), `%${escapeLike(text)}%`),
  );
  return joined(isNumber ? [fragment('u.ID = ?', Number(text)), ...tests] : tests, ' OR ');
}

function searchColumns(text: string, isNumber: boolean, searched: UserQuery['searched']): string[] {
  // Only requesters who may list users see logins, so others cannot search them; in WordPress everyone can.
  if (searched !== 'all') return ['user_nicename', ...(searched === 'shown' ? ['display_name'] : [])];
  if (text.includes('@')) return ['user_email'];
  if (isNumber) return ['user_login'];
  if (/^https?:\/\//.test(text)) return ['user_url'];
  return ['user_login', 'user_url', 'user_email', 'user_nicename', 'display_name'];
}

function columnCondition(name: SearchColumn, text: string): SqlFragment {
  const column = `u.${SEARCH_COLUMNS[name]}`;
  return name === 'id' ? fragment(`${column} = ?`, text) : fragment(like(column), `%${escapeLike(text)}%`);
}

/** Roles are quoted in the stored text. */
function roleCondition(roles: readonly string[], usermeta: string, tablePrefix: string): SqlFragment {
  const tests = [...new Set(roles)]
    .slice(0, MAX_ROLES)
    .map((role) => fragment(like('m.meta_value'), `%"${escapeLike(role)}"%`));
  const { sql, parameters } = joined(tests, ' OR ');
  return metaCondition(usermeta, `${tablePrefix}capabilities`, { sql: `(${sql})`, parameters });
}

function metaCondition(usermeta: string, key: string, value: SqlFragment): SqlFragment {
  return fragment(
    `EXISTS (SELECT 1 FROM ${usermeta} m WHERE m.user_id = u.ID AND m.meta_key = ? AND ${value.sql})`,
    key,
    ...value.parameters,
  );
}

function userOrder({ orderby, order, include = [], slugs = [] }: UserQuery, dialect: SqlDialect): SqlFragment {
  const direction = order === 'desc' ? ' DESC' : '';
  if (orderby === 'include' && include.length > 0) {
    const { sql, parameters } = orderByList('u.ID', include.slice(0, MAX_LISTED));
    return { sql: sql + direction, parameters };
  }
  if (orderby === 'include_slugs' && slugs.length > 0)
    return orderByList('u.user_nicename', slugs.slice(0, MAX_LISTED));
  const column = ORDER_COLUMNS.get(orderby) ?? 'u.user_login';
  return fragment(`${NO_TEXTS.has(column) ? column : dialect.textOrder(column)}${direction}`);
}
