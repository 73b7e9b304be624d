import type { Database } from '../database.js';
import { inBackground } from './query-counter.js';

/** Times are whole seconds: for this long after a new one was seen, further writes may leave it as it is. */
const UNCERTAIN_MS = 1500;

/** Options that change all the time and that no answer is made from. */
const VOLATILE = [
  "option_name NOT LIKE '!_transient!_%' ESCAPE '!'",
  "option_name NOT LIKE '!_site!_transient!_%' ESCAPE '!'",
  "option_name <> 'cron'",
];

/** MySQL 5.6 does not remember it for InnoDB, so that any moment may have been one. Nobody can be asked whether it does. */
const UNTOLD = "UPDATE_TIME IS NULL AND ENGINE = 'InnoDB' AND VERSION() LIKE '5.6.%'";

/** MD5() is gone from MySQL 9.6 on; SHA2() is NULL in a build without TLS. */
const DIGEST = 'COALESCE(SHA2(option_value, 256), option_value)';

interface TableTime {
  name: string;
  written: string | null;
  untold: number;
}

/**
 * Notices what another program, such as a WordPress beside us, writes to the tables: MySQL and MariaDB remember when
 * each was last written. Writes of this process are noticed, too.
 */
export class TableTimes {
  private readonly times = new Map<string, string | null>();
  private readonly uncertainUntil = new Map<string, number>();
  private lastLook?: number;
  private options?: string;

  constructor(private readonly db: Database) {}

  /** Tables that may have been written since the call before. */
  async news(): Promise<string[]> {
    const now = performance.now();
    const previous = this.lastLook;
    const rows = await inBackground(() =>
      this.db.query<TableTime>(
        `SELECT TABLE_NAME AS name, UPDATE_TIME AS written, ${UNTOLD} AS untold ` +
          'FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (' +
          `${this.db.tables.all.map(() => '?').join(', ')})`,
        this.db.tables.all,
      ),
    );
    const changed = rows
      .filter((row) => row.untold === 1 || this.mayHaveChanged(row, now, previous))
      .map(({ name }) => name);
    this.lastLook = now;
    const optionsTable = `${this.db.tablePrefix}options`;
    const isFirst = previous === undefined;
    if (!isFirst && !changed.includes(optionsTable)) return changed;
    const options = await this.digestOptions();
    const isSame = options === this.options;
    this.options = options;
    if (isFirst) return [];
    return isSame ? changed.filter((name) => name !== optionsTable) : changed;
  }

  /** A time that went away or back counts as well: it is that at which a transaction began. */
  private mayHaveChanged({ name, written }: TableTime, now: number, previous = now): boolean {
    if (this.times.get(name) !== written) {
      this.times.set(name, written);
      this.uncertainUntil.set(name, now + UNCERTAIN_MS);
      return true;
    }
    // Not by the present time: a look after the uncertain time is needed before the table counts as settled.
    return previous < (this.uncertainUntil.get(name) ?? 0);
  }

  private async digestOptions(): Promise<string> {
    const rows = await inBackground(() =>
      this.db.query<{ name: string; digest: string; autoload: string }>(
        `SELECT option_name AS name, ${DIGEST} AS digest, autoload FROM ${this.db.tables.options} WHERE ${VOLATILE.join(' AND ')} ORDER BY option_id`,
      ),
    );
    return rows.map(({ name, digest, autoload }) => `${name} ${digest} ${autoload}`).join('\n');
  }
}
