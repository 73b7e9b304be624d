import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from './database.js';
import { inBackground } from './engine/query-counter.js';
import { TableColumn, TableEntity, tableName } from './entities/index.js';
import { CreateTables, registerMigrations } from './migrations.js';

const RENEW_EVERY_MS = 10_000;
/** A process that has not renewed its row for this long has crashed. */
const LEASE_SECONDS = 30;
const FORGOTTEN_SECONDS = 86_400;

/** A process that serves the site or runs a command. Times are those of the database server, in seconds since 1970. */
@TableEntity('nestpress_processes', { isDerived: true })
export class RunningProcess {
  @TableColumn('varchar(36)', { primary: true })
  id!: string;

  @TableColumn('varchar(191)', { default: '' })
  host!: string;

  @TableColumn('int(11)', { default: 0 })
  pid!: number;

  @TableColumn('bigint(20)', { name: 'started_at', default: 0 })
  startedAt!: number;

  @TableColumn('bigint(20)', { name: 'seen_at', default: 0 })
  seenAt!: number;
}

export class CreateProcesses1763450000000 extends CreateTables {
  readonly entities = [RunningProcess];
}
registerMigrations([CreateProcesses1763450000000]);

/** What replaces all rows of a site. The service does not start meanwhile. */
export const REPLACEMENT = 'restore or copy';

/** Why the site cannot be replaced or served now, as a sentence for its owner. */
export class DatabaseInUse extends Error {}

/**
 * The row of this process, which keeps commands from replacing the site while it runs: it would go on with rows that are gone. On
 * SQLite the open file does.
 */
export class ProcessRegistration {
  private readonly id = randomUUID();
  private timer?: NodeJS.Timeout;

  constructor(private readonly db: Database) {}

  /** Either this process sees the replacement, or the replacement sees this process. */
  async begin(): Promise<void> {
    if (this.db.engine === 'mysql') {
      // An account that may not write serves reads.
      await this.renew().catch(() => undefined);
      this.timer = setInterval(() => void this.renew().catch(() => undefined), RENEW_EVERY_MS).unref();
    }
    try {
      await assertNotReplaced(this.db);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async end(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = undefined;
    await this.db.transaction((tx) => tx.delete(RunningProcess, { id: this.id })).catch(() => undefined);
  }

  private renew(): Promise<void> {
    const table = this.db.tables.of(RunningProcess);
    return inBackground(() =>
      this.db.transaction(async (tx) => {
        const { affected } = await tx.execute(
          `UPDATE ${table} SET seen_at = UNIX_TIMESTAMP() WHERE id = ?`,
          [this.id],
          table,
        );
        if (affected > 0) return;
        await tx.execute(
          `INSERT INTO ${table} (id, host, pid, started_at, seen_at) VALUES (?, ?, ?, UNIX_TIMESTAMP(), UNIX_TIMESTAMP())`,
          [this.id, hostname().slice(0, 191), process.pid],
          table,
        );
        await tx.execute(`DELETE FROM ${table} WHERE seen_at < UNIX_TIMESTAMP() - ${FORGOTTEN_SECONDS}`, [], table);
      }),
    );
  }
}

/** Whether other processes use the database. That of an embedded one has it for itself. */
export async function hasOtherProcesses(db: Database): Promise<boolean> {
  if (db.engine === 'sqlite') return false;
  const found = await db.query(
    `SELECT 1 FROM ${db.tables.of(RunningProcess)} WHERE seen_at > UNIX_TIMESTAMP() - ${LEASE_SECONDS} AND NOT (host = ? AND pid = ?) LIMIT 1`,
    [hostname().slice(0, 191), process.pid],
  );
  return found.length > 0;
}

/** Throws while a command replaces the site. */
export async function assertNotReplaced(db: Database): Promise<void> {
  if (await db.isRunning(REPLACEMENT))
    throw new DatabaseInUse(
      'A backup is being restored into this database, or a site copied into it. Start the service when that has ended.',
    );
}

/** Replaces the site. Throws while a process uses it, and keeps processes from starting meanwhile. */
export function replaceSite<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return db.exclusively(REPLACEMENT, async () => {
    if (db.engine === 'mysql') await assertUnused(db);
    return work();
  });
}

/** Sites with other prefixes count: a dump contains all tables of a database. */
async function assertUnused(db: Database): Promise<void> {
  const tables = (await db.existingTables()).filter((table) => table.endsWith(tableName(RunningProcess)));
  for (const table of tables) {
    const [found] = await db.query<{ host: string; pid: number; since: string; ago: number }>(
      `SELECT host, pid, FROM_UNIXTIME(started_at) AS since, UNIX_TIMESTAMP() - seen_at AS ago FROM \`${table}\` ` +
        `WHERE seen_at > UNIX_TIMESTAMP() - ${LEASE_SECONDS} ORDER BY seen_at DESC LIMIT 1`,
    );
    if (found)
      throw new DatabaseInUse(
        `The database is in use by process ${found.pid} on ${found.host}, which started at ${found.since} UTC and was last seen ` +
          `${found.ago} seconds ago. Stop the service. A process that has crashed counts for ${LEASE_SECONDS} seconds.`,
      );
  }
}
