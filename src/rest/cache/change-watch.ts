import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { ResponseCache } from './response-cache.js';

/** How soon a change made by another process, or by a WordPress beside us, is noticed at the latest. */
export const NOTICED_WITHIN_MS = 2000;
const EVERY_MS = 500;

/**
 * Purges what changes: at once for commits of this process, and by asking the engine for those of others. MySQL and
 * MariaDB remember when each table was last written; SQLite counts commits of other connections.
 */
@Injectable()
export class ChangeWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Cache');
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private lastSecond = '';
  private lastVersion?: number;

  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly cache: ResponseCache,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.database.changes.listen((tables) => this.cache.purge(this.withoutPrefix(tables)));
    await this.look().catch(() => undefined);
    this.schedule();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.look()
        .catch((error: unknown) => {
          // Whatever happens meanwhile goes unseen, so nothing that is kept can be trusted.
          this.cache.clear();
          this.logger.warn({ msg: 'cannot see changes; the cache was emptied', err: error });
        })
        .finally(() => this.schedule());
    }, EVERY_MS);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    if (this.database.engine === 'sqlite') await this.lookAtVersion();
    else await this.lookAtTables();
  }

  private async lookAtVersion(): Promise<void> {
    const [row] = await this.database.query<{ data_version: number }>('PRAGMA data_version');
    if (this.lastVersion !== undefined && row!.data_version !== this.lastVersion) {
      this.options.forget();
      this.cache.clear();
    }
    this.lastVersion = row!.data_version;
  }

  /** Times have a resolution of a second: what was written in the second of the last look counts as new again. */
  private async lookAtTables(): Promise<void> {
    const rows = await this.database.query<{ name: string; written: string | null; now: string }>(
      `SELECT TABLE_NAME AS name, UPDATE_TIME AS written, NOW() AS now FROM information_schema.TABLES
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE ? ESCAPE '!'`,
      [`${this.database.tablePrefix.replaceAll('_', '!_')}%`],
    );
    const changed = rows.filter(({ written }) => written !== null && written >= this.lastSecond).map(({ name }) => name);
    this.lastSecond = rows[0]?.now ?? '';
    if (changed.length > 0) this.cache.purge(this.withoutPrefix(changed));
  }

  private withoutPrefix(tables: Iterable<string>): string[] {
    const { tablePrefix } = this.database;
    return [...tables].map((table) => (table.startsWith(tablePrefix) ? table.slice(tablePrefix.length) : table));
  }
}
