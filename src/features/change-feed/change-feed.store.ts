import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, In, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';
import {
  areIntact,
  beginTriggers,
  completeTriggers,
  createTrigger,
  Database,
  FEED_TRIGGERS,
  isFeedTrigger,
  lockNames,
  placeholders,
  presentTriggers,
  type Transaction,
  TransactionEvent,
  UnwritableFileError,
} from '../../database/index.js';
import { Comment, User } from '../../database/entities/index.js';
import { FeedChange, newMark, PendingChange, resetRow } from './change-feed.entity.js';
import { FeedTriggersStore } from './feed-triggers.store.js';
import { FeedVisibilityStore } from './feed-visibility.store.js';

const SEQUENCED_AT_ONCE = 1000;
const LOCK = 'change feed';
/** Rows that one statement deletes, well within the time limit of a statement. */
const DELETED_AT_ONCE = 2000;
const FOUND_AT_ONCE = 200;

/** A position with what makes it unmistakable. */
export type FeedPosition = Pick<FeedChange, 'position' | 'mark'>;

/** Changes in the order in which they were committed, by whichever program. */
@Injectable()
export class ChangeFeedStore implements OnModuleInit {
  private readonly logger = new Logger('ChangeFeed');
  /** Changes that get positions, in the transaction that gives them: each one once, whichever process does it. */
  readonly onSequence = new TransactionEvent<[readonly PendingChange[]]>();
  /** The last position that this process has given. */
  private given?: FeedPosition;
  private wasIntact = true;

  constructor(
    private readonly db: Database,
    private readonly visibility: FeedVisibilityStore,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.prepare().catch((error: unknown) => {
      // A process that cannot write has no writes to record, and serves reads.
      if (!(error instanceof UnwritableFileError)) throw error;
    });
  }

  /** Temporary triggers belong to a connection: only writes of this process get the mark. On MySQL, a session variable does it. */
  private async prepare(): Promise<void> {
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

  /** Switches the feed on. */
  async build(): Promise<void> {
    await beginTriggers(this.db, FEED_TRIGGERS);
    await this.db.transaction(async (tx) => {
      await this.dropTriggers(tx);
      for (const trigger of new FeedTriggersStore(this.db).all()) await createTrigger(tx, trigger);
    });
    await completeTriggers(this.db, FEED_TRIGGERS);
    await this.reset();
  }

  /** Switches the feed off. Its rows stay, so that positions are not used twice. */
  async remove(): Promise<void> {
    await this.db.transaction((tx) => this.dropTriggers(tx));
    await this.reset();
  }

  async isBuilt(): Promise<boolean> {
    const present = await presentTriggers(this.db);
    if (!new FeedTriggersStore(this.db).all().every(({ name }) => present.includes(name))) return false;
    const isIntact = await areIntact(this.db, FEED_TRIGGERS);
    if (this.wasIntact && !isIntact)
      this.logger.warn('The change feed lacks writes and is off; `nestpress change-feed build` begins a new one.');
    this.wasIntact = isIntact;
    return isIntact;
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
        await this.onSequence.emit(tx, rows);
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

  /** Changes from this second on. */
  fromTime(seconds: number, limit: number): Promise<FeedChange[]> {
    return this.db.manager.find(FeedChange, {
      where: { at: MoreThanOrEqual(seconds) },
      order: { at: 'ASC', position: 'ASC' },
      take: limit,
    });
  }

  /** Whether the feed goes back to before this second. */
  reachesBack(seconds: number): Promise<boolean> {
    return this.db.manager.existsBy(FeedChange, { at: LessThan(seconds) });
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
      await this.db.transaction((tx) => tx.delete(FeedChange, { position: LessThanOrEqual(through) }));
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
}
