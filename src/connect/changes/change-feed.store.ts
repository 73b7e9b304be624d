import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, LessThan, MoreThan } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { Comment } from '../../database/entities/index.js';
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
import { FeedChange, type FeedKind, PendingChange } from './change-feed.entity.js';

/** Part of the trigger names: triggers of another version do not count as present. */
const VERSION = 2;
const SEQUENCED_AT_ONCE = 1000;
const LOCK = 'change feed';

/** Meta that nothing in the API shows and that editors write all the time. */
const UNSEEN_META = ['_edit_lock', '_edit_last', '_wp_old_slug', '_wp_old_date', '_pingme', '_encloseme'];
const USER_META = ['first_name', 'last_name', 'nickname', 'description', 'locale'];

const PENDING_COLUMNS = 'kind, object_id, type, action, is_public, at, status, former_status, parent_id, is_own';
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
}

const texts = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Gets changes when they are given their positions: each one once, whichever process does it. */
export type SequenceListener = (tx: Transaction, changes: readonly PendingChange[]) => Promise<void>;

/** Changes in the order in which they were committed, by whichever program. */
@Injectable()
export class ChangeFeedStore implements OnModuleInit {
  private readonly listeners: SequenceListener[] = [];

  constructor(private readonly db: Database) {}

  /** Temporary triggers belong to a connection: only writes of this process get the mark. On MySQL, a session variable does it. */
  async onModuleInit(): Promise<void> {
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

  /** Gives committed changes their positions. */
  async sequence(): Promise<void> {
    for (;;) {
      if (!(await this.db.manager.exists(PendingChange))) return;
      const moved = await this.db.transaction(async (tx) => {
        await lockNames(tx, this.db, [LOCK]);
        const rows = await tx.manager.find(PendingChange, { order: { id: 'ASC' }, take: SEQUENCED_AT_ONCE });
        if (rows.length === 0) return 0;
        await tx.insert(
          FeedChange,
          rows.map(({ kind, object, type, action, isPublic, at }) => ({ kind, object, type, action, isPublic, at })),
        );
        for (const listener of this.listeners) await listener(tx, rows);
        await tx.manager.delete(PendingChange, { id: In(rows.map(({ id }) => id)) });
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

  async last(): Promise<number> {
    return (await this.db.manager.maximum(FeedChange, 'position')) ?? 0;
  }

  has(position: number): Promise<boolean> {
    return this.db.manager.existsBy(FeedChange, { position });
  }

  /** Whether all changes after this position are known. In a transaction: a replica may not have the position yet. */
  isKnown(position: number): Promise<boolean> {
    return this.db.transaction(async ({ manager }) => {
      const first = (await manager.minimum(FeedChange, 'position')) ?? 1;
      const last = (await manager.maximum(FeedChange, 'position')) ?? 0;
      if (position > last || position < first - 1) return false;
      return !(await manager.existsBy(FeedChange, { kind: 'reset', position: MoreThan(position) }));
    });
  }

  async deleteBefore(seconds: number): Promise<void> {
    const last = await this.last();
    await this.db.transaction((tx) =>
      tx.manager.delete(FeedChange, { at: LessThan(seconds), position: LessThan(last) }),
    );
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
    const { users, posts } = this.db.tables;
    const rows = await this.db.query<{ id: number; publishes: number }>(
      `SELECT u.ID AS id, EXISTS (SELECT 1 FROM ${posts} p WHERE p.post_author = u.ID AND p.post_status = 'publish' AND p.post_type = 'post') AS publishes ` +
        `FROM ${users} u WHERE u.ID IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(rows.map(({ id, publishes }) => [Number(id), Number(publishes) === 1]));
  }

  private async reset(): Promise<void> {
    await this.sequence();
    await this.db.transaction(async (tx) => {
      await lockNames(tx, this.db, [LOCK]);
      await tx.insert(FeedChange, { kind: 'reset', at: Math.floor(wallClock() / 1000) });
    });
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
    const isApproved = (row: string) => `${row}.comment_approved = '1'`;
    const termChanged = 'OLD.description <> NEW.description OR OLD.parent <> NEW.parent';
    const always = () => '0 = 0';
    return [
      ...this.on('posts', tables.posts, 'entry', 'ID', {
        type: 'post_type',
        status: 'post_status',
        when: isEntry,
        isPublic: isPublicEntry,
      }),
      ...this.part('postmeta', tables.postmeta, 'entry', 'post_id', isSeenMeta),
      ...this.part('relationships', tables.term_relationships, 'entry', 'object_id', always),
      ...this.on('taxonomy', tables.term_taxonomy, 'term', 'term_id', {
        type: 'taxonomy',
        when: always,
        changed: termChanged,
        isPublic: always,
      }),
      ...this.trigger('terms', 'UPDATE', tables.terms, 'name_or_slug', {
        kind: 'term',
        id: 'NEW.term_id',
        when: 'OLD.name <> NEW.name OR OLD.slug <> NEW.slug',
      }),
      ...this.part('termmeta', tables.termmeta, 'term', 'term_id', always),
      ...this.on('comments', tables.comments, 'comment', 'comment_ID', {
        status: 'comment_approved',
        parent: 'comment_post_ID',
        when: always,
        isPublic: isApproved,
      }),
      ...this.on('users', tables.users, 'user', 'ID', { when: always, isPublic: always }),
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
    },
  ): Trigger[] {
    const { type, status, parent, when, changed, isPublic } = rules;
    const shared = (row: string) => ({
      kind,
      id: `${row}.${id}`,
      type: type && `${row}.${type}`,
      parent: parent && `${row}.${parent}`,
    });
    return [
      ...this.trigger(name, 'INSERT', table, 'create', {
        ...shared('NEW'),
        status: status && `NEW.${status}`,
        action: 'create',
        when: when('NEW'),
        isPublic: isPublic('NEW'),
      }),
      ...this.trigger(name, 'UPDATE', table, 'update', {
        ...shared('NEW'),
        status: status && `NEW.${status}`,
        former: status && `OLD.${status}`,
        when: changed ? `(${changed})` : `(${when('NEW')}) OR (${when('OLD')})`,
        isPublic: `(${isPublic('OLD')}) OR (${isPublic('NEW')})`,
      }),
      ...this.trigger(name, 'DELETE', table, 'delete', {
        ...shared('OLD'),
        former: status && `OLD.${status}`,
        action: 'delete',
        when: when('OLD'),
        isPublic: isPublic('OLD'),
      }),
    ];
  }

  /** Triggers of a table whose rows are parts of objects. */
  private part(name: string, table: string, kind: FeedKind, id: string, when: (row: string) => string): Trigger[] {
    return (['INSERT', 'UPDATE', 'DELETE'] as const).flatMap((event) => {
      const row = event === 'DELETE' ? 'OLD' : 'NEW';
      return this.trigger(name, event, table, 'part', { kind, id: `${row}.${id}`, when: when(row) });
    });
  }

  private trigger(name: string, event: Event, table: string, role: string, change: TriggeredChange): Trigger[] {
    const { engine, tablePrefix, tables } = this.db;
    const { kind, id, type = NONE, action = 'update', when, isPublic = '0 = 1' } = change;
    const { status = NONE, former = NONE, parent = '0' } = change;
    const isOwn = engine === 'mysql' ? 'COALESCE(@nestpress_own, 0)' : '0';
    const now = engine === 'mysql' ? 'UNIX_TIMESTAMP()' : "CAST(strftime('%s', 'now') AS INTEGER)";
    const values = [`'${kind}', ${id}, ${type}, '${action}', CASE WHEN ${isPublic} THEN 1 ELSE 0 END, ${now}`];
    values.push(status, former, parent, isOwn);
    const statement = `INSERT INTO ${tables.of(PendingChange)} (${PENDING_COLUMNS}) VALUES (${values.join(', ')})`;
    return TRIGGER_DIALECTS[engine].create(
      `${tablePrefix}${FEED_TRIGGERS}${name}_${role}_${event.toLowerCase()}_${VERSION}`,
      event,
      table,
      [{ when, statements: [statement] }],
    );
  }
}

/** Changes are stored longer than the process runs. */
export function wallClock(): number {
  return Date.now();
}
