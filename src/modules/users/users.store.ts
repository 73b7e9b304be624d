import { Injectable } from '@nestjs/common';
import { readCapabilities } from '../../access/roles.store.js';
import { Database, type Transaction } from '../../database/database.js';
import { escapeLike, like } from '../../database/engine/dialect.js';
import { placeholders } from '../../database/engine/parameters.js';
import { selectColumns, User as UserRow, UserMeta } from '../../database/entities/index.js';
import { metaRows, type Reader } from '../../database/reader.js';
import { rowReader } from '../../database/row-reader.js';
import { exactMatch } from '../../text/exact-match.js';
import { maybeUnserialize, toText } from '../../text/php/index.js';
import { ContentModel } from '../../content-model/content-model.js';
import { utcText } from '../../text/dates.js';
import { type ListPage, type ListSource } from '../../database/lists/list-query.js';
import { FOUND_ID, ListReader } from '../../database/lists/list-reader.js';
import { type FoundVersion, sharedVersionColumns } from '../../database/lists/indexed/versions.js';
import { MAX_LENGTH, META_KEYS, type User } from './user.js';
import { type UserQuery, typeNames } from './user-query.js';
import { publishedBy, usersAsSql } from './users-list.store.js';

/** Secrets are not read here. */
const MEMBERS = ['id', 'login', 'nicename', 'email', 'url', 'displayName', 'registered'] as const;
type StoredUser = Pick<UserRow, (typeof MEMBERS)[number]>;

/** What the row of a user says. */
export type UserAccount = Pick<User, (typeof MEMBERS)[number]>;
/** What the meta values of a user say. */
export type UserProfile = Omit<User, keyof UserAccount>;

const SELECTED_COLUMNS = selectColumns(UserRow, MEMBERS);
const readUser = rowReader<StoredUser>(UserRow);

/** More accounts than any collation takes for the same: names are unique by it, except for empty ones. */
const MAX_SAME_NAMES = 100;

/** Enough of a nicename's start to find all that differ only by a numeric suffix. */
const NICENAME_STEM = MAX_LENGTH.nicename - 10;

/** Reads users. Pass the transaction, if any, so that its own writes are visible. */
@Injectable()
export class UsersStore {
  constructor(
    private readonly db: Database,
    private readonly lists: ListReader,
    private readonly model: ContentModel,
  ) {}

  async byId(id: number, reader: Reader = this.db): Promise<User | undefined> {
    return (await this.byIds([id], reader)).get(id);
  }

  /** Existing users, in one round trip. */
  async byIds(ids: readonly number[], reader: Reader = this.db): Promise<Map<number, User>> {
    const [accounts, profiles] = await Promise.all([this.accounts(ids, reader), this.profiles(ids, reader)]);
    return new Map([...accounts].map(([id, account]) => [id, { ...account, ...profiles.get(id)! }]));
  }

  /** Existing users without their meta values. */
  async accounts(ids: readonly number[], reader: Reader = this.db): Promise<Map<number, UserAccount>> {
    const uniqueIds = uniqueUserIds(ids);
    if (uniqueIds.length === 0) return new Map();
    const rows = await reader.query<StoredUser>(
      `SELECT ${SELECTED_COLUMNS} FROM ${this.db.tables.users} WHERE ID IN (${placeholders(uniqueIds.length)})`,
      uniqueIds,
    );
    return new Map(rows.map((row) => [row.id, readUser(row)]));
  }

  /** The meta values of users, also of those that do not exist. */
  async profiles(ids: readonly number[], reader: Reader = this.db): Promise<Map<number, UserProfile>> {
    const uniqueIds = uniqueUserIds(ids);
    if (uniqueIds.length === 0) return new Map();
    const metas = await this.metas(uniqueIds, reader);
    return new Map(uniqueIds.map((id) => [id, this.profile(metas.get(id) ?? NO_META)]));
  }

  /** Current e-mail addresses of existing users. */
  async emails(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: number; email: string }>(
      `SELECT ID AS id, user_email AS email FROM ${this.db.tables.users} WHERE ID IN (${placeholders(ids.length)})`,
      [...ids],
    );
    return new Map(rows.map(({ id, email }) => [id, email]));
  }

  /**
   * The user with this login, e-mail address or nicename, as the collation of the database compares them; an exact match takes
   * precedence. Whether a name is taken is decided so; which account signs in, `AccountsStore` decides.
   */
  async idBy(
    member: 'login' | 'email' | 'nicename',
    value: string,
    reader: Reader = this.db,
  ): Promise<number | undefined> {
    const select = { id: true, [member]: true };
    const where = { [member]: value };
    const rows = await reader.manager.find(UserRow, { select, where, order: { id: 'ASC' }, take: MAX_SAME_NAMES });
    const exact = exactMatch(rows, (row) => row[member] ?? '', value, member === 'email' ? 'email' : 'exact');
    return (exact ?? rows[0])?.id;
  }

  list(query: UserQuery): Promise<ListPage<User>> {
    return this.lists.read(query, this.source(query), async (page) => this.inOrder(await this.lists.ids(page)));
  }

  /** IDs and versions of the users, without reading them. Public members of users change the version that all entries share. */
  findVersions(query: UserQuery): Promise<ListPage<FoundVersion>> {
    return this.lists.readColumns(
      query,
      this.source(query),
      (id) => `${FOUND_ID(id)}, ${sharedVersionColumns(this.db)}`,
    );
  }

  /** Existing users in the order of the IDs. */
  async inOrder(ids: readonly number[]): Promise<User[]> {
    const users = await this.byIds(ids);
    return ids.flatMap((id) => users.get(id) ?? []);
  }

  private source(query: UserQuery): ListSource {
    return usersAsSql(query, this.db, this.model, utcText(new Date()));
  }

  /** Those of the users that everyone may read: authors of published entries. */
  async publishedAmong(ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const published = publishedBy('u.ID', this.db, typeNames(this.model), utcText(new Date()), ids);
    const rows = await this.db.query<{ id: number }>(
      `SELECT u.ID AS id FROM ${this.db.tables.users} u WHERE u.ID IN (${placeholders(ids.length)}) AND ${published.sql}`,
      [...ids, ...published.parameters],
    );
    return new Set(rows.map((row) => row.id));
  }

  /** Nicenames that begin like this one, in lower case; those of the owner do not count. */
  async nicenamesLike(tx: Transaction, base: string, ownerId: number): Promise<Set<string>> {
    const rows = await tx.query<{ nicename: string }>(
      `SELECT user_nicename AS nicename FROM ${this.db.tables.users} WHERE ${like('user_nicename')} AND ID <> ?`,
      [`${escapeLike(base.slice(0, NICENAME_STEM))}%`, ownerId],
    );
    return new Set(rows.map((row) => row.nicename.toLowerCase()));
  }

  async hasLocale(locale: string): Promise<boolean> {
    const where = { key: META_KEYS.locale, value: locale };
    return (await this.db.manager.findOne(UserMeta, { select: { id: true }, where })) !== null;
  }

  /** Newer releases of WordPress store the number of users, which their administration shows. */
  async recount(tx: Transaction): Promise<void> {
    const { options, users } = this.db.tables;
    await tx.execute(
      `UPDATE ${options} SET option_value = (SELECT COUNT(*) FROM ${users}) WHERE option_name = 'user_count'`,
      [],
      options,
    );
  }

  async deleteLinkCategories(tx: Transaction, userId: number): Promise<void> {
    const { links, term_relationships, term_taxonomy } = this.db.tables;
    await tx.execute(
      `DELETE FROM ${term_relationships} WHERE object_id IN (SELECT link_id FROM ${links} WHERE link_owner = ?) ` +
        `AND term_taxonomy_id IN (SELECT term_taxonomy_id FROM ${term_taxonomy} WHERE taxonomy = 'link_category')`,
      [userId],
      term_relationships,
    );
  }

  private get capabilitiesKey(): string {
    return `${this.db.tablePrefix}capabilities`;
  }

  private async metas(ids: readonly number[], reader: Reader): Promise<Map<number, Map<string, string>>> {
    const keys = [...Object.values(META_KEYS), this.capabilitiesKey];
    const metas = new Map<number, Map<string, string>>();
    // If a key has several rows, the oldest wins.
    for (const { owner, key, value } of (await metaRows(reader, this.db, 'user', ids, keys)).reverse()) {
      const meta = metas.get(owner) ?? new Map<string, string>();
      metas.set(owner, meta.set(key!, value ?? ''));
    }
    return metas;
  }

  private profile(meta: ReadonlyMap<string, string>): UserProfile {
    const stored = (key: string) => maybeUnserialize(meta.get(key) ?? '');
    const text = (key: string) => toText(stored(key));
    return {
      firstName: text(META_KEYS.firstName),
      lastName: text(META_KEYS.lastName),
      nickname: text(META_KEYS.nickname),
      description: text(META_KEYS.description),
      locale: text(META_KEYS.locale),
      isMember: !this.db.network || meta.has(this.capabilitiesKey),
      capabilities: readCapabilities(stored(this.capabilitiesKey)),
    };
  }
}

const NO_META: ReadonlyMap<string, string> = new Map();

const uniqueUserIds = (ids: readonly number[]) => [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
