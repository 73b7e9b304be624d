import { Injectable } from '@nestjs/common';
import {
  allOf,
  Database,
  escapeLike,
  fragment,
  isIn,
  isNotIn,
  joined,
  like,
  metaRows,
  orderByList,
  type SqlFragment,
} from '../../../database/index.js';
import { utcText } from '../../../text/index.js';
import { publishedBy } from '../../../modules/users/index.js';
import { inRange, type KeysetPage, orderBy, type SortKey } from './keyset.store.js';

export interface UserRowsQuery {
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly logins?: readonly string[];
  readonly loginsExclude?: readonly string[];
  readonly nicenames?: readonly string[];
  readonly nicenamesExclude?: readonly string[];
  readonly roles?: readonly string[];
  readonly rolesAny?: readonly string[];
  readonly rolesExclude?: readonly string[];
  readonly search?: string;
  readonly searchColumns?: readonly string[];
  /** Whether addresses are searched unless columns are chosen. */
  readonly searchesEmails?: boolean;
  /** Post types of which the users have published something. */
  readonly publishedTypes?: readonly string[];
  /** Listed although nothing is published. */
  readonly self?: number;
  readonly order: readonly {
    readonly column: string;
    readonly isDescending: boolean;
    readonly list?: readonly string[];
  }[];
}

/** Settings of accounts that only the schema shows. */
const USER_OPTIONS = [
  'admin_color',
  'rich_editing',
  'syntax_highlighting',
  'comment_shortcuts',
  'show_admin_bar_front',
];

/** Finds the IDs of pages of users, by keys instead of offsets. */
@Injectable()
export class UserRowsStore {
  constructor(private readonly db: Database) {}

  async page(query: UserRowsQuery, page: KeysetPage): Promise<number[]> {
    const { users } = this.db.tables;
    const keys = sortKeys(query);
    const where = allOf(
      this.conditions(query),
      ...inRange(keys, page, (id) => ({ from: `${users} u`, where: fragment('u.ID = ?', id) })),
    );
    const order = orderBy(keys, page.isBackward);
    const rows = await this.db.query<{ id: number }>(
      `SELECT u.ID AS id FROM ${users} u WHERE ${where.sql} ORDER BY ${order.sql} LIMIT ${Math.trunc(page.amount) + 1}`,
      [...where.parameters, ...order.parameters],
    );
    return rows.map(({ id }) => Number(id));
  }

  async options(ids: readonly number[]): Promise<Map<number, ReadonlyMap<string, string>>> {
    const found = new Map<number, Map<string, string>>(ids.map((id) => [id, new Map()]));
    for (const { owner, key, value } of await metaRows(this.db, this.db, 'user', ids, USER_OPTIONS))
      if (!found.get(owner)!.has(key!)) found.get(owner)!.set(key!, value ?? '');
    return found;
  }

  private conditions(query: UserRowsQuery): SqlFragment {
    const { usermeta } = this.db.tables;
    const conditions: SqlFragment[] = [];
    const add = (...more: SqlFragment[]) => void conditions.push(...more);
    if (query.include?.length) add(isIn('u.ID', query.include));
    if (query.exclude?.length) add(isNotIn('u.ID', query.exclude));
    if (query.logins?.length) add(isIn('u.user_login', query.logins));
    if (query.loginsExclude?.length) add(isNotIn('u.user_login', query.loginsExclude));
    if (query.nicenames?.length) add(isIn('u.user_nicename', query.nicenames));
    if (query.nicenamesExclude?.length) add(isNotIn('u.user_nicename', query.nicenamesExclude));
    const hasRole = (role: string, test = 'EXISTS') =>
      fragment(
        `${test} (SELECT 1 FROM ${usermeta} m WHERE m.user_id = u.ID AND m.meta_key = ? AND ${like('m.meta_value')})`,
        `${this.db.tablePrefix}capabilities`,
        `%"${escapeLike(role)}"%`,
      );
    for (const role of query.roles ?? []) add(hasRole(role));
    for (const role of query.rolesExclude ?? []) add(hasRole(role, 'NOT EXISTS'));
    if (query.rolesAny?.length) {
      const { sql, parameters } = joined(
        query.rolesAny.map((role) => hasRole(role)),
        ' OR ',
      );
      add({ sql: `(${sql})`, parameters });
    }
    if (query.search) {
      const pattern = `%${escapeLike(query.search.replace(/^\*|\*$/g, ''))}%`;
      const columns = query.searchColumns ?? searchedColumns(query.search, query.searchesEmails ?? false);
      add(fragment(`(${columns.map(like).join(' OR ')})`, ...columns.map(() => pattern)));
    }
    if (query.publishedTypes) {
      const published = publishedBy('u.ID', this.db, query.publishedTypes, utcText(new Date()));
      const self = query.self
        ? fragment(`(${published.sql} OR u.ID = ?)`, ...published.parameters, query.self)
        : published;
      add(self);
    }
    return conditions.length > 0 ? allOf(...conditions) : fragment('1 = 1');
  }
}

/** As WordPress guesses them from what is searched for. */
function searchedColumns(text: string, searchesEmails: boolean): string[] {
  if (text.includes('@')) return searchesEmails ? ['u.user_email'] : ['u.user_login'];
  if (/^\d+$/.test(text)) return ['u.user_login', 'u.ID'];
  if (/^https?:\/\//.test(text)) return ['u.user_url'];
  return [
    'u.user_login',
    'u.user_url',
    ...(searchesEmails ? ['u.user_email'] : []),
    'u.user_nicename',
    'u.display_name',
  ];
}

function sortKeys({ order }: UserRowsQuery): SortKey[] {
  const keys = order.map(({ column, isDescending, list }) => ({
    key: list?.length ? orderByList(column, list) : fragment(column),
    isDescending: list?.length ? false : isDescending,
  }));
  return [...keys, { key: fragment('u.ID'), isDescending: order[0]?.isDescending ?? false }];
}
