import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { Database, type Transaction } from '../../../database/database.js';
import { Post } from '../../../database/entities/index.js';
import { inBackground } from '../../../database/engine/query-counter.js';
import { OptionsStore } from '../../../database/options.store.js';
import { TransactionEvent } from '../../../database/transaction-event.js';
import { SYSTEM } from '../../../access/principal.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { ContentEvents } from '../../../hooks/content-events.service.js';
import { isRefusal, WriteHooks } from '../../../hooks/write-hooks.service.js';
import { ContentModel } from '../../../content-model/content-model.js';
import { SiteService } from '../../../site/site.service.js';
import { utcText } from '../../../text/dates.js';
import { DueEntriesStore, type ScheduledEntry } from '../read/list/due-entries.store.js';
import { recountTerms } from '../../terms/term-counts.store.js';
import { type WriteContext } from './entry-changes.js';
import { emitEntryEvents } from './entry-events.js';
import { decideChanges } from './entry-hooks.js';
import { lockEntry, updateEntry } from './entry-rows.store.js';
import { markForPings, pingMarks } from './entry-meta.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import { EntryTerms } from './entry-terms.js';

/** How long an entry scheduled by another process may stay unnoticed; readers see it as published meanwhile. */
const POLL_EVERY_MS = 2000;
const BETWEEN_BATCHES_MS = 50;

/** Publishes scheduled entries when their time has come. Every process does; each entry is published by one of them. */
@Injectable()
export class PublishingScheduleService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(PublishingScheduleService.name);
  private timer?: NodeJS.Timeout;
  private wakes = Number.POSITIVE_INFINITY;
  private running?: Promise<void>;
  private stopped: boolean;
  /** Scheduled entries that are published, in the transaction that publishes them. */
  readonly onPublish = new TransactionEvent<[entry: Omit<ScheduledEntry, 'dateGmt'>, writing: WriteContext]>();

  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly model: ContentModel,
    private readonly due: DueEntriesStore,
    private readonly sites: SiteService,
    private readonly hooks: WriteHooks,
    private readonly events: ContentEvents,
    @Inject(CONFIG) config: Config,
  ) {
    this.stopped = !config.background;
  }

  onApplicationBootstrap(): void {
    this.wakeIn(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Looks at the given time at the latest. */
  wakeAt(dateGmt: string): void {
    this.wakeIn(Date.parse(`${dateGmt.replace(' ', 'T')}Z`) - Date.now());
  }

  private wakeIn(ms: number): void {
    const delay = Math.min(Math.max(ms, 0), POLL_EVERY_MS);
    if (this.stopped || Number.isNaN(delay) || this.wakes <= performance.now() + delay) return;
    clearTimeout(this.timer);
    this.wakes = performance.now() + delay;
    this.timer = setTimeout(() => this.wake(), delay).unref();
  }

  private wake(): void {
    this.wakes = Number.POSITIVE_INFINITY;
    // One check at a time; calls that arrive meanwhile share the next one.
    this.running ??= inBackground(() => this.poll())
      .catch((error: unknown) => this.logger.warn(`Scheduled entries could not be published: ${String(error)}`))
      .finally(() => {
        this.running = undefined;
        this.wakeIn(POLL_EVERY_MS);
      });
  }

  private async poll(): Promise<void> {
    const pings = await this.options.flag('default_pingback_flag');
    const entries = await this.due.next();
    for (const entry of entries) {
      const now = utcText(new Date());
      if (entry.dateGmt > now) return this.wakeAt(entry.dateGmt);
      if (this.stopped) return;
      await this.publish(entry, now, pings);
    }
    if (entries.length > 0) this.wakeIn(BETWEEN_BATCHES_MS);
  }

  private async emitPublished(tx: Transaction, { id }: ScheduledEntry): Promise<void> {
    if (!this.events.hasListeners(['entry.updated', 'entry.published'])) return;
    const after = await lockEntry(tx, this.database, id);
    if (after)
      await emitEntryEvents(this.events, tx, { before: { ...after, status: 'future' }, after, principal: SYSTEM });
  }

  private async publish(entry: ScheduledEntry, now: string, pings: boolean): Promise<void> {
    const hooks = {
      before: this.hooks.has('entry', entry.type) ? (tx: Transaction) => this.beforePublishing(tx, entry) : undefined,
      published: await this.published(entry),
    };
    try {
      if (await publishDue(this.database, this.model, entry, now, { pings, ...hooks }))
        this.logger.log(`Published scheduled entry ${entry.id}`);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.database.transaction((tx) => tx.update(Post, { id: entry.id, status: 'future' }, { status: 'draft' }));
      this.logger.warn(`Scheduled entry ${entry.id} is a draft again, because a hook refused it: ${error.message}`);
    }
  }

  /** Hooks may change the texts of a scheduled entry, or refuse to publish it. */
  private async beforePublishing(tx: Transaction, { id, type }: ScheduledEntry): Promise<void> {
    const before = await lockEntry(tx, this.database, id);
    if (before?.status !== 'future') return;
    const write = { type, before, changes: { status: 'publish' }, principal: SYSTEM, model: this.model };
    const { title, content, excerpt } = { ...before, ...(await decideChanges(this.hooks, tx, write)) };
    const texts = Object.entries({ title, content, excerpt }).filter(
      ([name, text]) => text !== before[name as 'title'],
    );
    await updateEntry(tx, id, Object.fromEntries(texts));
  }

  /** No user is signed in when a scheduled entry becomes due. */
  private async published(entry: ScheduledEntry): Promise<(tx: Transaction) => Promise<void>> {
    const writing = { principal: SYSTEM, site: await this.sites.current() };
    return async (tx) => {
      await this.onPublish.emit(tx, entry, writing);
      await this.emitPublished(tx, entry);
    };
  }
}

type InTransaction = (tx: Transaction) => Promise<void>;

/**
 * Publishes an entry whose time has come, with the counts of its terms. False if another process was faster or it is no
 * longer scheduled: the condition is checked by the same statement that makes the change.
 */
export function publishDue(
  database: Database,
  model: ContentModel,
  { id, type }: ScheduledEntry,
  nowGmt: string,
  { pings, before, published }: { pings: boolean; before?: InTransaction; published?: InTransaction },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await before?.(tx);
    const due = { id, status: 'future', dateGmt: LessThanOrEqual(nowGmt) };
    const { affected } = await tx.update(Post, due, { status: 'publish' });
    if (affected === 0) return false;
    if (type === 'post') {
      const meta = new MetaWriter(tx);
      await markForPings(meta, id, { pings, marked: await pingMarks(meta, id) });
    }
    const terms = new EntryTerms(tx, database, model);
    await terms.touchAll(id);
    await recountTerms(tx, database, model, [...terms.touched]);
    await published?.(tx);
    return true;
  });
}
