import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database, inBackground } from '../../database/index.js';
import { tableOf } from '../../database/entities/index.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksStore } from './webhooks.store.js';

/** Where nothing reports the writes of other processes. */
const POLL_MS = 2000;

/** The events that some webhook of the site is for, in memory, so that a write without a webhook costs nothing. */
@Injectable()
export class WebhookDirectoryService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Webhooks');
  private events: ReadonlySet<string> | 'all' = new Set();
  private timer?: NodeJS.Timeout;
  private isEnding = false;

  constructor(
    private readonly database: Database,
    private readonly store: WebhooksStore,
  ) {
    database.tables.watch('nestpress_webhooks');
  }

  async onApplicationBootstrap(): Promise<void> {
    const table = this.database.tablePrefix + tableOf(Webhook).name;
    this.database.changes.listen((tables) => {
      if (tables.has(table)) void this.load();
    });
    this.timer = setInterval(() => {
      if (!this.database.changes.isWatched) void this.load();
    }, POLL_MS).unref();
    await this.load();
  }

  onApplicationShutdown(): void {
    this.isEnding = true;
    clearInterval(this.timer);
  }

  wants(event: string): boolean {
    return this.events === 'all' || this.events.has(event);
  }

  /** Called after a change in this process, so that the next write already sees it. */
  async load(): Promise<void> {
    try {
      const webhooks = await inBackground(() => this.store.enabled());
      const events = webhooks.map((webhook) => listOf(webhook.events));
      this.events = events.some((names) => names.length === 0) ? 'all' : new Set(events.flat());
    } catch (error) {
      if (this.isEnding) return;
      // Without the table there are no webhooks.
      this.logger.warn(`Webhooks could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

export function listOf(names: string): string[] {
  return names === '' ? [] : names.split(',');
}
