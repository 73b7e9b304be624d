import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { inBackground } from '../../../database/engine/query-counter.js';
import { OptionsStore } from '../../../database/options.store.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { ContentModel } from '../../../site/model/content-model.js';
import { utcText } from '../entry.js';
import { nextScheduled, publishDue } from './publish-due.js';

/** How long an entry scheduled by another process may stay unnoticed; readers see it as published meanwhile. */
const LOOK_EVERY_MS = 2000;
const BETWEEN_BATCHES_MS = 50;

/** Publishes scheduled entries when their time has come. Every process does; each entry is published by one of them. */
@Injectable()
export class PublishingSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(PublishingSchedule.name);
  private timer?: NodeJS.Timeout;
  private wakes = Number.POSITIVE_INFINITY;
  private running?: Promise<void>;
  private stopped: boolean;

  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly model: ContentModel,
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
    const delay = Math.min(Math.max(ms, 0), LOOK_EVERY_MS);
    if (this.stopped || Number.isNaN(delay) || this.wakes <= performance.now() + delay) return;
    clearTimeout(this.timer);
    this.wakes = performance.now() + delay;
    this.timer = setTimeout(() => this.wake(), delay).unref();
  }

  private wake(): void {
    this.wakes = Number.POSITIVE_INFINITY;
    // One look at a time; whoever asks meanwhile is served by the next.
    this.running ??= inBackground(() => this.look())
      .catch((error: unknown) => this.logger.warn(`Scheduled entries could not be published: ${String(error)}`))
      .finally(() => {
        this.running = undefined;
        this.wakeIn(LOOK_EVERY_MS);
      });
  }

  private async look(): Promise<void> {
    const pings = await this.options.flag('default_pingback_flag');
    const entries = await nextScheduled(this.database, this.model);
    for (const entry of entries) {
      const now = utcText(new Date());
      if (entry.dateGmt > now) return this.wakeAt(entry.dateGmt);
      if (this.stopped) return;
      if (await publishDue(this.database, this.model, entry, now, { pings }))
        this.logger.log(`Published scheduled entry ${entry.id}`);
    }
    if (entries.length > 0) this.wakeIn(BETWEEN_BATCHES_MS);
  }
}
