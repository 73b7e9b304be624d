import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../database/database.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Alarm } from '../../platform/jobs/alarm.js';

/** How long entries written by another program may stay pending; searches find them nevertheless. */
const POLL_EVERY_MS = 10_000;
/** Delayed, so that entries written together are indexed together, and not while the response is being built. */
const AFTER_WRITES_MS = 1000;
const BETWEEN_BATCHES_MS = 50;

/** Adds written entries to the search index. Runs in every process, one at a time. */
@Injectable()
export class SearchIndexingService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly alarm: Alarm;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const logger = new Logger(SearchIndexingService.name);
    this.alarm = new Alarm(
      () => inBackground(() => this.poll()),
      POLL_EVERY_MS,
      (error) => logger.warn(`Entries could not be added to the search index: ${String(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    if (!this.config.background) return;
    const { changes, tablePrefix } = this.database;
    changes.listen((tables) => {
      if (tables.has(`${tablePrefix}posts`) || tables.has(`${tablePrefix}postmeta`)) this.alarm.in(AFTER_WRITES_MS);
    });
    this.alarm.in(AFTER_WRITES_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.alarm.stop();
  }

  private async poll(): Promise<void> {
    if ((await this.database.searchIndex.indexPending()) > 0) this.alarm.in(BETWEEN_BATCHES_MS);
  }
}
