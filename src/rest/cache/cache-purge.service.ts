import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { WORDPRESS_TABLES } from '../../database/schema/index.js';

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
      for (const { name, columns } of WORDPRESS_TABLES) {
        const column = `\`${columns[0]!.name}\``;
        await tx.execute(`UPDATE \`${this.database.tablePrefix}${name}\` SET ${column} = ${column} WHERE 1 = 0`);
      }
    });
  }
}
