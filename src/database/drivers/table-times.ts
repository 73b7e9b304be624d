import type { Database } from '../database.js';
import { isUnavailable } from '../engine/errors.js';
import { placeholders } from '../engine/parameters.js';
import { inBackground } from '../engine/query-counter.js';

/** Update times have a resolution of a second: for this long after a new one was seen, further writes may not change it. */
const UNCERTAIN_MS = 1500;

/** Options that change constantly and that no response is built from. */
const VOLATILE = [
  "option_name NOT LIKE '!_transient!_%' ESCAPE '!'",
  "option_name NOT LIKE '!_site!_transient!_%' ESCAPE '!'",
  "option_name <> 'cron'",
];

/** MySQL 5.6 does not record update times for InnoDB, so a write may have happened at any time. This cannot be detected. */
const LACKS_UPDATE_TIME = "UPDATE_TIME IS NULL AND ENGINE = 'InnoDB' AND VERSION() LIKE '5.6.%'";

/** MD5() was removed in MySQL 9.6; SHA2() returns NULL in builds without TLS. */
const DIGEST = 'COALESCE(SHA2(option_value, 256), option_value)';

interface TableTime {
  name: string;
  created: string | null;
  written: string | null;
  lacksUpdateTime: number;
  /** Evidence of commits that do not change `written`; its meaning depends on the kind of evidence. */
  evidence: string | number | null;
}

/**
 * MariaDB sets a table's update time to the second in which the committing transaction *began*. A transaction that stays
 * open can therefore commit without changing the time, if another one that began in the same second committed before it.
 * Such a commit is ruled out by evidence, from the most to the least exact:
 *
 * - `openTransactions` (PROCESS privilege): whether a transaction that began in the table's second is open. InnoDB shows
 *   transactions in the server's time zone and update times in the session's; every zone is a multiple of 15 minutes off.
 * - `transactionCounter`: InnoDB's counter of transactions, which every commit that wrote something increases.
 * - `none`: MySQL, whose update times are those of commits, for an account without the privilege.
 */
const EVIDENCE = {
  openTransactions:
    'EXISTS (SELECT 1 FROM information_schema.INNODB_TRX ' +
    'WHERE TIME_TO_SEC(trx_started) % 900 = TIME_TO_SEC(UPDATE_TIME) % 900)',
  transactionCounter:
    "(SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'Innodb_max_trx_id')",
  none: 'NULL',
} as const;
type Evidence = keyof typeof EVIDENCE;

/**
 * With the counter alone, any commit on the server makes a table count as changed for this long after its last known
 * write, so that transactions of up to this length are noticed at once. Afterwards a table is re-checked this often.
 */
export const RECHECK_MS = 60_000;

interface WatchedTable {
  created: string | null;
  written: string | null;
  /** When this update time was first seen; later writes in the same second do not change it. */
  seenAt: number;
  recheckedAt: number;
  /** Values of the previous poll. */
  evidence: TableTime['evidence'];
  /** Whether an undetected commit is possible since the table last counted as changed. */
  mayHideCommit: boolean;
}

/**
 * Detects writes by other programs, such as a WordPress on the same database, by the tables' update
 * times. Writes of this process are detected too.
 */
export class TableTimes {
  private readonly tables = new Map<string, WatchedTable>();
  private evidence: Evidence = 'openTransactions';
  private lastPoll?: number;
  private options?: string;

  /** `onReplaced` is called when a table was recreated. */
  constructor(
    private readonly db: Database,
    private readonly onReplaced?: () => void,
  ) {}

  /** Tables that may have been written since the previous call. */
  async news(): Promise<string[]> {
    const now = performance.now();
    const previous = this.lastPoll;
    const rows = await inBackground(() => this.read());
    if (rows.some(({ name, created }) => this.tables.has(name) && this.tables.get(name)!.created !== created))
      this.onReplaced?.();
    const changed = rows
      .filter((row) => this.mayHaveChanged(row, now, previous) || row.lacksUpdateTime === 1)
      .map(({ name }) => name);
    this.lastPoll = now;
    const optionsTable = `${this.db.tablePrefix}options`;
    const isFirst = previous === undefined;
    if (!isFirst && !changed.includes(optionsTable)) return changed;
    const options = await this.digestOptions();
    const isSame = options === this.options;
    this.options = options;
    if (isFirst) return [];
    return isSame ? changed.filter((name) => name !== optionsTable) : changed;
  }

  /** One statement, so that times and evidence come from the same server. */
  private async read(): Promise<TableTime[]> {
    const { all } = this.db.tables;
    const sql =
      `SELECT TABLE_NAME AS name, CREATE_TIME AS created, UPDATE_TIME AS written, ${LACKS_UPDATE_TIME} AS lacksUpdateTime, ${EVIDENCE[this.evidence]} AS evidence ` +
      `FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (${placeholders(all.length)})`;
    try {
      return await this.db.query<TableTime>(sql, all);
    } catch (error) {
      if (this.evidence === 'none' || !isUnavailable(error)) throw error;
      this.evidence = this.evidence === 'openTransactions' ? 'transactionCounter' : 'none';
      return this.read();
    }
  }

  private mayHaveChanged({ name, created, written, evidence }: TableTime, now: number, previous = now): boolean {
    const table = this.tables.get(name);
    const mayHideCommit = this.mayHideCommit(evidence, table?.evidence);
    // An update time that disappeared or went back counts as a change too.
    if (!table || table.written !== written) {
      this.tables.set(name, { created, written, seenAt: now, recheckedAt: now, evidence, mayHideCommit });
      return true;
    }
    table.created = created;
    table.evidence = evidence;
    // What was possible at the previous poll may have happened since.
    const isPossible = mayHideCommit || table.mayHideCommit;
    // Compared with the previous poll: the table counts as settled only after a poll past the uncertain time.
    const isChanged = previous < table.seenAt + UNCERTAIN_MS || (isPossible && this.isRecheckDue(table, now));
    if (isChanged) table.recheckedAt = now;
    table.mayHideCommit = isChanged ? mayHideCommit : isPossible;
    return isChanged;
  }

  private mayHideCommit(evidence: TableTime['evidence'], before?: TableTime['evidence']): boolean {
    switch (this.evidence) {
      case 'openTransactions':
        return evidence === 1;
      case 'transactionCounter':
        return evidence === null || evidence !== before;
      case 'none':
        return false;
    }
  }

  private isRecheckDue({ seenAt, recheckedAt }: WatchedTable, now: number): boolean {
    return this.evidence !== 'transactionCounter' || now - seenAt < RECHECK_MS || now - recheckedAt >= RECHECK_MS;
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
