import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../database/database.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { OWN_TABLE_PREFIX } from '../../database/schema/index.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Alarm } from '../../platform/jobs/alarm.js';

/** How long rows that the triggers of other programs' writes have added may stay; lists add them up. */
const POLL_EVERY_MS = 10_000;
/** Delayed, so that many rows are merged together, and not while the response is being built. */
const AFTER_WRITES_MS = 5000;
const BETWEEN_BATCHES_MS = 50;

/** Merges rows that triggers have added to the list index. Runs in every process, one at a time. */
@Injectable()
export class ListIndexMergingService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly alarm: Alarm;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const logger = new Logger(ListIndexMergingService.name);
    this.alarm = new Alarm(
      () => inBackground(() => this.poll()),
      POLL_EVERY_MS,
      (error) => logger.warn(`Rows of the list index could not be merged: ${String(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    if (!this.config.background) return;
    const { changes, tablePrefix } = this.database;
    changes.listen((tables) => {
      const isWritten = [...tables].some((table) => !table.startsWith(tablePrefix + OWN_TABLE_PREFIX));
      if (isWritten) this.alarm.in(AFTER_WRITES_MS);
    });
    this.alarm.in(AFTER_WRITES_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.alarm.stop();
  }

  private async poll(): Promise<void> {
    if (await this.database.listIndex.merge()) this.alarm.in(BETWEEN_BATCHES_MS);
  }
}
