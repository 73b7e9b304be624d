import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';

const PURGED_AT = 'nestpress_purged';

/**
 * Makes every process on this database drop its caches: a commit that counts as a write to all tables is propagated like
 * any other change.
 */
@Injectable()
export class CachePurgeService {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
  ) {}

  async everywhere(): Promise<void> {
    await this.database.transaction(async (tx) => {
      // SQLite's change counter, and the table times of a MySQL without binary log, only change with real writes.
      await this.options.set(tx, PURGED_AT, String(Date.now()), { autoload: false });
      tx.changed(this.database.tables.all);
    });
  }
}
