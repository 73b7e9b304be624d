import { Injectable } from '@nestjs/common';
import {
  allOf,
  Database,
  escapeLike,
  fragment,
  isIn,
  isNotIn,
  like,
  NO_ROW,
  orderByList,
  type SqlFragment,
} from '../../../database/index.js';
import { EntryScopesStore } from '../../../hooks/index.js';
import { inRange, type KeysetPage, orderBy, type SortKey } from './keyset.store.js';

export interface CommentRowsQuery {
  /** Stored statuses. */
  readonly statuses: readonly string[];
  /** Users whose comments are listed whatever their status. */
  readonly unapprovedOf?: readonly number[];
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly authors?: readonly number[];
  readonly authorsExclude?: readonly number[];
  readonly posts?: readonly number[];
  readonly postsExclude?: readonly number[];
  readonly parents?: readonly number[];
  readonly parentsExclude?: readonly number[];
  readonly types?: readonly string[];
  readonly typesExclude?: readonly string[];
  readonly email?: string;
  readonly url?: string;
  readonly karma?: number;
  readonly search?: string;
  /** Conditions on the posts of the comments. */
  readonly ofPosts?: {
    readonly authors?: readonly number[];
    readonly authorsExclude?: readonly number[];
    readonly types?: readonly string[];
    readonly statuses?: readonly string[];
    readonly name?: string;
    readonly parent?: number;
  };
  /** A column of the comments table, or the order of `include`. */
  readonly orderBy: string;
  readonly isDescending: boolean;
}

/** Columns that comments can be sorted by. */
const COMMENT_SORT_COLUMNS: ReadonlySet<string> = new Set([
  'comment_agent',
  'comment_approved',
  'comment_author',
  'comment_author_email',
  'comment_author_IP',
  'comment_author_url',
  'comment_content',
  'comment_date',
  'comment_date_gmt',
  'comment_ID',
  'comment_karma',
  'comment_parent',
  'comment_post_ID',
  'comment_type',
  'user_id',
]);

const MAX_OWNERS = 200;
/** How many pages of each owner may be read to find the first one. */
const PAGES_READ = 3;

type OwnerColumn = 'comment_post_ID' | 'comment_parent' | 'user_id';

interface OwnedRow {
  readonly owner?: number;
  readonly id: number;
}

/** Finds the IDs of pages of comments, by keys instead of offsets. */
@Injectable()
export class CommentRowsStore {
  constructor(
    private readonly db: Database,
    private readonly scopes: EntryScopesStore,
  ) {}

  async page(query: CommentRowsQuery, page: KeysetPage): Promise<number[]> {
    const rows = await this.rowsOf(await this.statement(query, page, page.amount + 1));
    return rows.map(({ id }) => Number(id));
  }

  /** The page of each owner. `column` has the owners. */
  async pages(
    query: CommentRowsQuery,
    page: KeysetPage,
    owners: readonly number[],
    column: OwnerColumn,
  ): Promise<Map<number, number[]>> {
    const found = new Map<number, number[]>(owners.map((owner) => [owner, []]));
    const size = page.amount + 1;
    for (let at = 0; at < owners.length; at += MAX_OWNERS) {
      const part = owners.slice(at, at + MAX_OWNERS);
      // Sorting them together costs less than a statement for each, unless some owners have many more than a page.
      const most = part.length * size * PAGES_READ;
      const together = await this.rowsOf(await this.statement(query, page, most, { column, owners: part }));
      const rows = together.length < most ? together : await this.rowsByOwner(query, page, part, column);
      for (const { owner, id } of rows) {
        const ids = found.get(Number(owner))!;
        if (ids.length < size) ids.push(Number(id));
      }
    }
    return found;
  }

  private async rowsByOwner(
    query: CommentRowsQuery,
    page: KeysetPage,
    owners: readonly number[],
    column: OwnerColumn,
  ): Promise<OwnedRow[]> {
    const parts = await Promise.all(
      owners.map(async (owner) => {
        const { sql, parameters } = await this.statement(query, page, page.amount + 1, { column, owners: [owner] });
        return fragment(`SELECT owner, id FROM (${sql}) page_${Math.trunc(owner)}`, ...parameters);
      }),
    );
    return this.rowsOf({
      sql: parts.map(({ sql }) => sql).join(' UNION ALL '),
      parameters: parts.flatMap(({ parameters }) => parameters),
    });
  }

  private rowsOf({ sql, parameters }: SqlFragment): Promise<OwnedRow[]> {
    return this.db.query<OwnedRow>(sql, parameters);
  }

  async karma(ids: readonly number[]): Promise<Map<number, number>> {
    const { sql, parameters } = isIn('comment_ID', ids);
    const rows = await this.db.query<{ id: number; karma: number }>(
      `SELECT comment_ID AS id, comment_karma AS karma FROM ${this.db.tables.comments} WHERE ${sql}`,
      parameters,
    );
    return new Map(rows.map(({ id, karma }) => [Number(id), Number(karma)]));
  }

  private async statement(
    query: CommentRowsQuery,
    page: Omit<KeysetPage, 'amount'>,
    amount: number,
    of?: { readonly column: OwnerColumn; readonly owners: readonly number[] },
  ): Promise<SqlFragment> {
    const { comments } = this.db.tables;
    const keys = this.sortKeys(query);
    const where = allOf(
      await this.conditions(query),
      ...(of ? [isIn(of.column, of.owners)] : []),
      ...inRange(keys, page, (id) => ({ from: comments, where: fragment('comment_ID = ?', id) })),
    );
    const order = orderBy(keys, page.isBackward);
    return fragment(
      `SELECT comment_ID AS id${of ? `, ${of.column} AS owner` : ''} FROM ${comments} WHERE ${where.sql} ORDER BY ${order.sql} LIMIT ${Math.trunc(amount)}`,
      ...where.parameters,
      ...order.parameters,
    );
  }

  private sortKeys({ orderBy: column, isDescending, include }: CommentRowsQuery): SortKey[] {
    const last = { key: fragment('comment_ID'), isDescending };
    if (column === 'comment_in')
      return include?.length ? [{ key: orderByList('comment_ID', include), isDescending: false }, last] : [last];
    const sortColumn = COMMENT_SORT_COLUMNS.has(column) ? column : 'comment_date_gmt';
    return sortColumn === 'comment_ID' ? [last] : [{ key: fragment(sortColumn), isDescending }, last];
  }

  private async conditions(query: CommentRowsQuery): Promise<SqlFragment> {
    const { posts } = this.db.tables;
    const conditions: SqlFragment[] = [];
    const add = (...more: SqlFragment[]) => void conditions.push(...more);
    const ofStatus = query.statuses.length > 0 ? isIn('comment_approved', query.statuses) : NO_ROW;
    if (query.unapprovedOf?.length) {
      const own = isIn('user_id', query.unapprovedOf);
      add(
        fragment(
          `(${ofStatus.sql} OR (comment_approved = '0' AND ${own.sql}))`,
          ...ofStatus.parameters,
          ...own.parameters,
        ),
      );
    } else add(ofStatus);
    if (query.include?.length) add(isIn('comment_ID', query.include));
    if (query.exclude?.length) add(isNotIn('comment_ID', query.exclude));
    if (query.authors?.length) add(isIn('user_id', query.authors));
    if (query.authorsExclude?.length) add(isNotIn('user_id', query.authorsExclude));
    if (query.posts?.length) add(isIn('comment_post_ID', query.posts));
    if (query.postsExclude?.length) add(isNotIn('comment_post_ID', query.postsExclude));
    if (query.parents?.length) add(isIn('comment_parent', query.parents));
    if (query.parentsExclude?.length) add(isNotIn('comment_parent', query.parentsExclude));
    if (query.types?.length) add(isIn('comment_type', withEmpty(query.types)));
    if (query.typesExclude?.length) add(isNotIn('comment_type', withEmpty(query.typesExclude)));
    if (query.email) add(fragment('comment_author_email = ?', query.email));
    if (query.url) add(fragment('comment_author_url = ?', query.url));
    if (query.karma !== undefined) add(fragment('comment_karma = ?', query.karma));
    if (query.search) {
      const pattern = `%${escapeLike(query.search)}%`;
      const columns = [
        'comment_author',
        'comment_author_email',
        'comment_author_url',
        'comment_author_IP',
        'comment_content',
      ];
      add(fragment(`(${columns.map(like).join(' OR ')})`, ...columns.map(() => pattern)));
    }
    const hidden = (await this.scopes.hidden())?.('p');
    const of = { ...query.ofPosts };
    const tests = [
      ...(of.authors?.length ? [isIn('p.post_author', of.authors)] : []),
      ...(of.authorsExclude?.length ? [isNotIn('p.post_author', of.authorsExclude)] : []),
      ...(of.types?.length ? [isIn('p.post_type', of.types)] : []),
      ...(of.statuses?.length ? [isIn('p.post_status', of.statuses)] : []),
      ...(of.name ? [fragment('p.post_name = ?', of.name)] : []),
      ...(of.parent !== undefined ? [fragment('p.post_parent = ?', of.parent)] : []),
      ...(hidden ? [fragment(`NOT ${hidden.sql}`, ...hidden.parameters)] : []),
    ];
    if (tests.length > 0) {
      const { sql, parameters } = allOf(...tests);
      add(fragment(`EXISTS (SELECT 1 FROM ${posts} p WHERE p.ID = comment_post_ID AND ${sql})`, ...parameters));
    }
    return allOf(...conditions);
  }
}

/** Ordinary comments were stored with an empty type before WordPress 5.5. */
const withEmpty = (types: readonly string[]) => (types.includes('comment') ? [...types, ''] : types);
