import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { inBackground, outsideTransaction } from '../../../database/index.js';
import { type WordPressPurpose, type WordPressStats } from '../../../platform/outbound/index.js';

/** Something that WordPress computes from what is stored. */
export interface QueuedItem {
  /** Route of the collection at WordPress that has it. */
  readonly route: string;
  readonly id: number;
  /** Digest of everything here that it is computed from. */
  readonly digest: string;
  /** Whether it needs a request of its own. */
  readonly isAlone?: boolean;
}

interface Waiting<T> {
  readonly item: T;
  readonly key: string;
  attempts: number;
  /** Called when there is a result, or none for now. */
  readonly settled: (() => void)[];
}

export interface QueueOptions<T> {
  readonly purpose: WordPressPurpose;
  readonly stats: WordPressStats;
  /** How many items of one route a request is for. */
  readonly batch: number;
  /** Requests the items and stores the results; throws if WordPress cannot be used. */
  readonly request: (items: readonly T[]) => Promise<void>;
  /** Describes items, as in `could not render entry 7`. */
  readonly failure: (items: readonly T[]) => string;
}

const MAX_REQUESTS = 4;
const MAX_QUEUED = 1000;
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5000;
const MAX_PAUSE_MS = 5 * 60_000;
/** What WordPress does not return is requested again after this time. */
const REFUSED_MS = 5 * 60_000;
const MAX_REFUSED = 10_000;

/**
 * Requests to the WordPress alongside for the same purpose, in one bounded queue. Failed ones are repeated with a backoff.
 * Readers wait for a bounded time only.
 */
export class WordPressQueue<T extends QueuedItem> {
  private readonly logger = new Logger('WordPress');
  private readonly queue = new Map<string, Waiting<T>>();
  private readonly running = new Map<string, Waiting<T>>();
  private readonly requests = new Set<Promise<void>>();
  private readonly refused = new LRUCache<string, true>({ max: MAX_REFUSED, ttl: REFUSED_MS });
  private pauseMs = 0;
  private resume?: NodeJS.Timeout;
  private isStopped = false;
  private lastFailure?: { readonly at: number; readonly message: string };

  constructor(private readonly options: QueueOptions<T>) {}

  /** Why the last request failed, for as long as it is not repeated. */
  get problem(): string | undefined {
    const { lastFailure } = this;
    return lastFailure && performance.now() - lastFailure.at < 2 * MAX_PAUSE_MS ? lastFailure.message : undefined;
  }

  /** Requests the items, and waits for them. True when all are settled in time; nothing waits while WordPress is down. */
  async requestAll(items: readonly T[], waitMs: number): Promise<boolean> {
    const waiting = items.map((item) => this.enqueue(item)).filter((item) => item !== undefined);
    if (waiting.length === 0 || waitMs === 0 || this.resume) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((done) => (timer = setTimeout(done, waitMs, false)));
    const settled = Promise.all(waiting.map((item) => new Promise<void>((done) => item.settled.push(done))));
    const inTime = await Promise.race([settled.then(() => true), late]);
    clearTimeout(timer);
    return inTime;
  }

  /** WordPress did not return the item, so it is not requested for a while unless it changes. */
  refuse(item: T): void {
    this.refused.set(versionOf(item), true);
  }

  isRefused(item: T): boolean {
    return this.refused.has(versionOf(item));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.resume);
    for (const item of this.queue.values()) settle(item);
    this.queue.clear();
    await Promise.all(this.requests);
  }

  /** The one request for this version that waits or runs; undefined if there is none. */
  private enqueue(item: T): Waiting<T> | undefined {
    const key = `${item.route} ${item.id}`;
    const running = this.running.get(key);
    if (running?.item.digest === item.digest) return running;
    const waiting = this.queue.get(key);
    if (waiting?.item.digest === item.digest) return waiting;
    if (this.isStopped || this.refused.has(versionOf(item)) || (!waiting && this.queue.size >= MAX_QUEUED))
      return undefined;
    if (waiting) settle(waiting);
    const added: Waiting<T> = { item, key, attempts: 0, settled: [] };
    this.queue.set(key, added);
    // Items that are added in one go share a request.
    void Promise.resolve().then(() => this.start());
    return added;
  }

  private start(): void {
    while (!this.isStopped && !this.resume && this.queue.size > 0 && this.requests.size < MAX_REQUESTS) {
      const batch = this.takeBatch();
      const request: Promise<void> = outsideTransaction(() => inBackground(() => this.run(batch))).finally(() => {
        this.requests.delete(request);
        this.start();
      });
      this.requests.add(request);
    }
  }

  private takeBatch(): Waiting<T>[] {
    const [first] = this.queue.values();
    const batch = [...this.queue.values()]
      .filter(({ item }) => item.route === first!.item.route)
      .slice(0, first!.item.isAlone ? 1 : this.options.batch);
    for (const item of batch) {
      this.queue.delete(item.key);
      this.running.set(item.key, item);
    }
    return batch;
  }

  private async run(batch: readonly Waiting<T>[]): Promise<void> {
    const { purpose, stats, request, failure } = this.options;
    const items = batch.map(({ item }) => item);
    let isFailed = false;
    try {
      await request(items);
      stats.add(purpose, 'ok');
      this.pauseMs = 0;
      this.lastFailure = undefined;
    } catch (error) {
      isFailed = true;
      stats.add(purpose, 'failed');
      const message = `WordPress ${failure(items)}: ${(error as Error).message}`;
      this.lastFailure = { at: performance.now(), message };
      this.logger.warn(message);
      this.pause();
    }
    for (const item of batch) {
      this.running.delete(item.key);
      const isRetried = isFailed && ++item.attempts < MAX_ATTEMPTS && !this.isStopped;
      if (isRetried && !this.queue.has(item.key)) this.queue.set(item.key, item);
      settle(item);
    }
  }

  private pause(): void {
    if (this.resume || this.isStopped) return;
    this.pauseMs = Math.min(Math.max(this.pauseMs * 2, FIRST_PAUSE_MS), MAX_PAUSE_MS);
    this.resume = setTimeout(() => {
      this.resume = undefined;
      this.start();
    }, this.pauseMs).unref();
  }
}

function versionOf({ route, id, digest }: QueuedItem): string {
  return `${route} ${id} ${digest}`;
}

function settle({ settled }: Waiting<unknown>): void {
  for (const done of settled.splice(0)) done();
}
