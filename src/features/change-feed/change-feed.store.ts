import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, In, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { Comment, User } from '../../database/entities/index.js';
import { placeholders } from '../../database/engine/parameters.js';
import { createTrigger, presentTriggers } from '../../database/list-index/build.js';
import {
  FEED_TRIGGERS,
  isFeedTrigger,
  type Event,
  type Trigger,
  TRIGGER_DIALECTS,
} from '../../database/list-index/trigger-dialect.js';
import { lockNames } from '../../database/named-locks.js';
import { FeedChange, type FeedKind, newMark, PendingChange, resetRow } from './change-feed.entity.js';
import { AUTHOR, FeedVisibilityStore } from './feed-visibility.store.js';

/** Part of the trigger names: triggers of another version do not count as present. */
const VERSION = 3;
const SEQUENCED_AT_ONCE = 1000;
const LOCK = 'change feed';
/** Rows that one statement deletes, well within the time limit of a statement. */
const DELETED_AT_ONCE = 2000;
const FOUND_AT_ONCE = 200;

/** Meta that nothing in the API shows and that editors write all the time. */
const UNSEEN_META = ['_edit_lock', '_edit_last', '_wp_old_slug', '_wp_old_date', '_pingme', '_encloseme'];
const USER_META = ['first_name', 'last_name', 'nickname', 'description', 'locale'];

/** What the API shows of an account: the address as its avatar, the login to those who may edit the account. */
const SHOWN_USER_COLUMNS = ['user_login', 'user_nicename', 'user_email', 'user_url', 'user_registered', 'display_name'];
/** Columns whose changes have events besides: a new password. */
const USER_COLUMNS = [...SHOWN_USER_COLUMNS, 'user_pass'];

const PENDING_COLUMNS =
  'kind, object_id, type, action, is_public, at, status, former_status, parent_id, is_own, is_shown, is_locked';
/** An empty text. */
const NONE = "''";

/** What a trigger records, as SQL expressions on the written row. */
interface TriggeredChange {
  kind: FeedKind;
  id: string;
  type?: string;
  status?: string;
  former?: string;
  parent?: string;
  action?: string;
  when: string;
  isPublic?: string;
  isShown?: string;
  isLocked?: string;
}

/** A position with what makes it unmistakable. */
export type FeedPosition = Pick<FeedChange, 'position' | 'mark'>;

const texts = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Gets changes when they are given their positions: each one once, whichever process does it. */
export type SequenceListener = (tx: Transaction, changes: readonly PendingChange[]) => Promise<void>;

/** Changes in the order in which they were committed, by whichever program. */
@Injectable()
export class ChangeFeedStore implements OnModuleInit {
  private readonly logger = new Logger('CommitBus');
  private readonly listeners: SequenceListener[] = [];
  /** The last position that this process has given. */
  private given?: FeedPosition;

  constructor(
    private readonly db: Database,
    private readonly visibility: FeedVisibilityStore,
  ) {}

  /** Temporary triggers belong to a connection: only writes of this process get the mark. On MySQL, a session variable does it. */
  async onModuleInit(): Promise<void> {
    if (this.db.mayLackWrites && (await this.db.manager.exists(FeedChange))) await this.reset();
    if (this.db.engine !== 'sqlite') return;
    const table = this.db.tables.of(PendingChange);
    await this.db.transaction((tx) =>
      tx.execute(
        `CREATE TEMP TRIGGER IF NOT EXISTS nestpress_own_writes AFTER INSERT ON main.${table} ` +
          `BEGIN UPDATE ${table} SET is_own = 1 WHERE id = NEW.id; END`,
      ),
    );
  }

  /** Calls the listener with the changes that get positions, in the transaction that gives them. */
  onSequence(listener: SequenceListener): void {
    this.listeners.push(listener);
  }

  /** Switches the feed on. */
  async build(): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.dropTriggers(tx);
      for (const trigger of this.triggers()) await createTrigger(tx, trigger);
    });
    await this.reset();
  }

  /** Switches the feed off. Its rows stay, so that positions are not used twice. */
  async remove(): Promise<void> {
    await this.db.transaction((tx) => this.dropTriggers(tx));
    await this.reset();
  }

  async isBuilt(): Promise<boolean> {
    const present = await presentTriggers(this.db);
    return this.triggers().every(({ name }) => present.includes(name));
  }

  /** Gives committed changes their positions. Changes of open transactions are not waited for. */
  async sequence(): Promise<void> {
    for (;;) {
      if (!(await this.db.manager.exists(PendingChange))) return;
      const moved = await this.db.transaction(async (tx) => {
        await lockNames(tx, this.db, [LOCK]);
        const rows = await tx.manager.find(PendingChange, { order: { id: 'ASC' }, take: SEQUENCED_AT_ONCE });
        if (rows.length === 0) return 0;
        if (await this.hasLost(tx)) await this.addReset(tx);
        const visible = await this.visibility.visible(tx, rows);
        const mark = newMark();
        if (visible.length > 0)
          await tx.insert(
            FeedChange,
            visible.map(({ kind, object, type, action, isPublic, at }) => ({
              ...{ kind, object, type, action, isPublic, at, mark },
            })),
          );
        for (const listener of this.listeners) await listener(tx, rows);
        await this.deletePending(
          tx,
          rows.map(({ id }) => id),
        );
        const given = await this.lastIn(tx.manager);
        tx.afterCommit(() => {
          this.given = given;
        });
        return rows.length;
      });
      if (moved < SEQUENCED_AT_ONCE) return;
    }
  }

  after(position: number, limit: number): Promise<FeedChange[]> {
    return this.db.manager.find(FeedChange, {
      where: { position: MoreThan(position) },
      order: { position: 'ASC' },
      take: limit,
    });
  }

  async last(): Promise<FeedPosition> {
    return (await this.lastIn(this.db.manager)) ?? { position: 0, mark: '' };
  }

  /** Whether a position is one that readers have got. In a transaction: a replica may not have the position yet. */
  async has(sought: FeedPosition): Promise<boolean> {
    const isStored = (manager: EntityManager) => manager.existsBy(FeedChange, { ...sought });
    return (await isStored(this.db.manager)) || this.db.transaction(({ manager }) => isStored(manager));
  }

  /** Deletes all but the last row of those from before this time and of more than so many, a part at a time. */
  async deleteOld(seconds: number, maxRows: number): Promise<void> {
    const { position: last } = await this.last();
    const [oldest] = await this.db.manager.find(FeedChange, {
      select: { position: true },
      where: { at: LessThan(seconds) },
      order: { at: 'DESC', position: 'DESC' },
      take: 1,
    });
    const until = Math.min(last - 1, Math.max(oldest?.position ?? 0, last - maxRows));
    for (;;) {
      const rows = await this.db.manager.find(FeedChange, {
        select: { position: true },
        where: { position: LessThanOrEqual(until) },
        order: { position: 'ASC' },
        take: DELETED_AT_ONCE,
      });
      if (rows.length === 0) return;
      const through = rows.at(-1)!.position;
      await this.db.transaction((tx) => tx.manager.delete(FeedChange, { position: LessThanOrEqual(through) }));
    }
  }

  commentsById(ids: readonly number[]): Promise<Pick<Comment, 'id' | 'post' | 'approved' | 'type'>[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.db.manager.find(Comment, {
      select: { id: true, post: true, approved: true, type: true },
      where: { id: In([...ids]) },
    });
  }

  /** Taxonomies of the terms that exist. */
  async taxonomiesOf(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: number; taxonomy: string }>(
      `SELECT term_id AS id, taxonomy FROM ${this.db.tables.term_taxonomy} WHERE term_id IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(rows.map(({ id, taxonomy }) => [Number(id), taxonomy]));
  }

  /** The users that exist, and whether they have published something. */
  async users(ids: readonly number[]): Promise<Map<number, boolean>> {
    if (ids.length === 0) return new Map();
    const found = await this.db.manager.find(User, { select: { id: true }, where: { id: In([...ids]) } });
    const publishing = await this.visibility.publishing(this.db, ids);
    return new Map(found.map(({ id }) => [id, publishing.has(id)]));
  }

  /** Makes all cursors from before invalid. */
  async reset(): Promise<void> {
    await this.sequence();
    await this.db.transaction(async (tx) => {
      await lockNames(tx, this.db, [LOCK]);
      await this.addReset(tx);
    });
  }

  private async addReset(tx: Transaction): Promise<void> {
    await tx.insert(FeedChange, resetRow());
  }

  /** Whether the database no longer has what this process has written: a replica without it was promoted, or a backup restored. */
  private async hasLost({ manager }: Transaction): Promise<boolean> {
    if (!this.given || this.given.position === 0) return false;
    const { position, mark } = this.given;
    const [first] = await manager.find(FeedChange, { select: { position: true }, order: { position: 'ASC' }, take: 1 });
    if (first && first.position > position) return false;
    if (await manager.existsBy(FeedChange, { position, mark })) return false;
    this.logger.warn(
      'The database lacks changes that were reported already. Followers of the change feed start again.',
    );
    return true;
  }

  private async lastIn(manager: EntityManager): Promise<FeedPosition | undefined> {
    const [last] = await manager.find(FeedChange, {
      select: { position: true, mark: true },
      order: { position: 'DESC' },
      take: 1,
    });
    return last;
  }

  /**
   * Row by row, each found by its key: with a list of keys the server may read the whole table instead, and would wait for the
   * rows of transactions of other programs that are still open.
   */
  private async deletePending(tx: Transaction, ids: readonly number[]): Promise<void> {
    const table = this.db.tables.of(PendingChange);
    for (let start = 0; start < ids.length; start += FOUND_AT_ONCE) {
      const part = ids.slice(start, start + FOUND_AT_ONCE);
      const listed = part.map(() => 'SELECT ? AS id').join(' UNION ALL ');
      const sql =
        this.db.engine === 'mysql'
          ? `DELETE pending FROM (${listed}) AS sequenced STRAIGHT_JOIN ${table} AS pending FORCE INDEX (PRIMARY) ON pending.id = sequenced.id`
          : `DELETE FROM ${table} WHERE id IN (${placeholders(part.length)})`;
      await tx.execute(sql, part, table);
    }
  }

  private async dropTriggers(tx: Transaction): Promise<void> {
    for (const name of await presentTriggers(this.db, tx))
      if (isFeedTrigger(name, this.db.tablePrefix)) await tx.execute(`DROP TRIGGER IF EXISTS \`${name}\``);
  }

  private triggers(): Trigger[] {
    const { tables, tablePrefix } = this.db;
    const isSeenMeta = (row: string) => `${row}.meta_key NOT IN (${texts(UNSEEN_META)})`;
    const isUserMeta = (row: string) => `${row}.meta_key IN (${texts([...USER_META, `${tablePrefix}capabilities`])})`;
    const isEntry = (row: string) => `${row}.post_type <> 'revision' AND ${row}.post_status <> 'auto-draft'`;
    const isPublicEntry = (row: string) => `${row}.post_status IN ('publish', 'inherit')`;
    const isPublished = (row: string) => `${row}.post_status = 'publish' AND ${row}.post_type <> 'revision'`;
    const isApproved = (row: string) => `${row}.comment_approved = '1'`;
    const always = () => '0 = 0';
    const author = (row: string, isPublic: string, when: string): TriggeredChange => {
      const [id, type, status] = [`${row}.post_author`, `${row}.post_type`, `'${AUTHOR}'`];
      return { kind: 'user', id, type, status, isPublic, when };
    };
    const authorChanged = 'OLD.post_author <> NEW.post_author';
    return [
      ...this.on('posts', tables.posts, 'entry', 'ID', {
        type: 'post_type',
        status: 'post_status',
        parent: 'post_parent',
        when: isEntry,
        isPublic: isPublicEntry,
        isLocked: (row) => `${row}.post_password <> ''`,
        further: {
          INSERT: [author('NEW', '0 = 1', isPublished('NEW'))],
          UPDATE: [
            author('OLD', '0 = 0', `${isPublished('OLD')} AND (NOT (${isPublished('NEW')}) OR ${authorChanged})`),
            author('NEW', '0 = 1', `${isPublished('NEW')} AND (NOT (${isPublished('OLD')}) OR ${authorChanged})`),
          ],
          DELETE: [author('OLD', '0 = 0', isPublished('OLD'))],
        },
      }),
      ...this.part('postmeta', tables.postmeta, 'entry', 'post_id', isSeenMeta),
      ...this.part('relationships', tables.term_relationships, 'entry', 'object_id', always),
      ...this.on('taxonomy', tables.term_taxonomy, 'term', 'term_id', {
        type: 'taxonomy',
        when: always,
        changed: this.changed('description', 'parent'),
        isPublic: always,
      }),
      ...this.trigger('terms', 'UPDATE', tables.terms, 'name_or_slug', {
        kind: 'term',
        id: 'NEW.term_id',
        when: this.changed('name', 'slug'),
      }),
      ...this.part('termmeta', tables.termmeta, 'term', 'term_id', always),
      ...this.on('comments', tables.comments, 'comment', 'comment_ID', {
        type: 'comment_type',
        status: 'comment_approved',
        parent: 'comment_post_ID',
        when: always,
        isPublic: isApproved,
      }),
      ...this.on('users', tables.users, 'user', 'ID', {
        when: always,
        changed: this.changed(...USER_COLUMNS),
        isPublic: () => '0 = 1',
        isShown: this.changed(...SHOWN_USER_COLUMNS),
      }),
      ...this.part('usermeta', tables.usermeta, 'user', 'user_id', isUserMeta),
    ];
  }

  /** Triggers of a table whose rows are the objects. */
  private on(
    name: string,
    table: string,
    kind: FeedKind,
    id: string,
    rules: {
      type?: string;
      status?: string;
      parent?: string;
      when: (row: string) => string;
      changed?: string;
      isPublic: (row: string) => string;
      /** Of an update. */
      isShown?: string;
      isLocked?: (row: string) => string;
      /** Further changes that a write means. */
      further?: Readonly<Record<Event, readonly TriggeredChange[]>>;
    },
  ): Trigger[] {
    const { type, status, parent, when, changed, isPublic, isShown, isLocked, further } = rules;
    const values = (row: string) => ({ kind, id: `${row}.${id}`, type: type && `${row}.${type}` });
    const before = {
      former: status && `OLD.${status}`,
      parent: parent && `OLD.${parent}`,
      isPublic: isPublic('OLD'),
      isLocked: isLocked?.('OLD'),
    };
    const created: TriggeredChange = {
      ...values('NEW'),
      status: status && `NEW.${status}`,
      parent: parent && `NEW.${parent}`,
      action: 'create',
      when: when('NEW'),
    };
    const updated: TriggeredChange = {
      ...values('NEW'),
      ...before,
      status: status && `NEW.${status}`,
      when: changed ?? `(${when('NEW')}) OR (${when('OLD')})`,
      isShown,
    };
    const deleted: TriggeredChange = { ...values('OLD'), ...before, action: 'delete', when: when('OLD') };
    return [
      ...this.trigger(name, 'INSERT', table, 'create', created, ...(further?.INSERT ?? [])),
      ...this.trigger(name, 'UPDATE', table, 'update', updated, ...(further?.UPDATE ?? [])),
      ...this.trigger(name, 'DELETE', table, 'delete', deleted, ...(further?.DELETE ?? [])),
    ];
  }

  /** Triggers of a table whose rows are parts of objects. */
  private part(name: string, table: string, kind: FeedKind, id: string, when: (row: string) => string): Trigger[] {
    return (['INSERT', 'UPDATE', 'DELETE'] as const).flatMap((event) => {
      const row = event === 'DELETE' ? 'OLD' : 'NEW';
      return this.trigger(name, event, table, 'part', { kind, id: `${row}.${id}`, when: when(row) });
    });
  }

  /** Condition that an update changed one of these columns; collations compare some different texts as equal. */
  private changed(...columns: readonly string[]): string {
    const { engine } = this.db;
    const exact = (value: string) => (engine === 'mysql' ? `CAST(${value} AS BINARY)` : `${value} COLLATE BINARY`);
    const { differs } = TRIGGER_DIALECTS[engine];
    return columns.map((column) => differs(exact(`OLD.${column}`), exact(`NEW.${column}`))).join(' OR ');
  }

  private trigger(name: string, event: Event, table: string, role: string, ...changes: TriggeredChange[]): Trigger[] {
    const { engine, tablePrefix } = this.db;
    return TRIGGER_DIALECTS[engine].create(
      `${tablePrefix}${FEED_TRIGGERS}${name}_${role}_${event.toLowerCase()}_${VERSION}`,
      event,
      table,
      changes.map((change) => ({ when: change.when, statements: [this.insertion(change)] })),
    );
  }

  /** Only adds a row: a trigger runs in transactions of other programs, and must not wait for others. */
  private insertion(change: TriggeredChange): string {
    const { engine, tables } = this.db;
    const {
      kind,
      id,
      type = NONE,
      action = 'update',
      isPublic = '0 = 1',
      isShown = '0 = 0',
      isLocked = '0 = 1',
    } = change;
    const { status = NONE, former = NONE, parent = '0' } = change;
    const isOwn = engine === 'mysql' ? 'COALESCE(@nestpress_own, 0)' : '0';
    const now = engine === 'mysql' ? 'UNIX_TIMESTAMP()' : "CAST(strftime('%s', 'now') AS INTEGER)";
    const flag = (condition: string) => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;
    const values = [`'${kind}'`, id, type, `'${action}'`, flag(isPublic), now];
    values.push(status, former, parent, isOwn, flag(isShown), flag(isLocked));
    return `INSERT INTO ${tables.of(PendingChange)} (${PENDING_COLUMNS}) VALUES (${values.join(', ')})`;
  }
}
