import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { inBackground } from '../../../database/engine/query-counter.js';
import { OWN_TABLE_PREFIX } from '../../../database/schema/index.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { Alarm } from '../../../platform/jobs/alarm.js';

/** How long rows that triggers have added for other programs may wait; lists and searches consider them nevertheless. */
const POLL_EVERY_MS = 10_000;
const BETWEEN_BATCHES_MS = 50;

/** Processes rows that triggers have added to an index. Runs in every process, one at a time. */
abstract class BackgroundIndexing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly alarm: Alarm;
  /** Delayed, so that what was written together is processed together, and not while the response is being built. */
  protected abstract readonly afterWritesMs: number;

  constructor(
    protected readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    problem: string,
  ) {
    const logger = new Logger(new.target.name);
    this.alarm = new Alarm(
      () => inBackground(() => this.poll()),
      POLL_EVERY_MS,
      (error) => logger.warn(`${problem}: ${String(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    if (!this.config.background) return;
    this.database.changes.listen((tables) => {
      if ([...tables].some((table) => this.concerns(table))) this.alarm.in(this.afterWritesMs);
    });
    this.alarm.in(this.afterWritesMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.alarm.stop();
  }

  /** Whether writes to the table add rows. */
  protected abstract concerns(table: string): boolean;

  /** Processes a batch; true if there may be more. */
  protected abstract processBatch(): Promise<boolean>;

  private async poll(): Promise<void> {
    if (await this.processBatch()) this.alarm.in(BETWEEN_BATCHES_MS);
  }
}

/** Merges rows of the list index. */
@Injectable()
export class ListIndexMergingService extends BackgroundIndexing {
  protected readonly afterWritesMs = 5000;

  constructor(database: Database, @Inject(CONFIG) config: Config) {
    super(database, config, 'Rows of the list index could not be merged');
  }

  protected concerns(table: string): boolean {
    return !table.startsWith(this.database.tablePrefix + OWN_TABLE_PREFIX);
  }

  protected processBatch(): Promise<boolean> {
    return this.database.listIndex.merge();
  }
}

/** Adds written entries to the search index. */
@Injectable()
export class SearchIndexingService extends BackgroundIndexing {
  protected readonly afterWritesMs = 1000;

  constructor(database: Database, @Inject(CONFIG) config: Config) {
    super(database, config, 'Entries could not be added to the search index');
  }

  protected concerns(table: string): boolean {
    const { tablePrefix } = this.database;
    return table === `${tablePrefix}posts` || table === `${tablePrefix}postmeta`;
  }

  protected async processBatch(): Promise<boolean> {
    return (await this.database.searchIndex.indexPending()) > 0;
  }
}
