import { createHash } from 'node:crypto';
import type { Database, Transaction } from './database.js';
import { IdColumn, TableColumn, TableEntity } from './entities/index.js';
import { CreateTables, registerMigrations } from './migrations.js';

/** Names share this many rows. Transactions that lock different names rarely wait for each other. */
const ROWS = 1024;

@TableEntity('nestpress_locks', { isDerived: true })
export class LockRow {
  @IdColumn()
  id!: number;

  /** Changed by every transaction that takes the lock: Galera detects conflicts between nodes by written rows only. */
  @TableColumn('bigint(20)', { default: 0 })
  uses!: number;
}

export class CreateLocks1763300000000 extends CreateTables {
  readonly entities = [LockRow];
}
registerMigrations([CreateLocks1763300000000]);

/**
 * Locks names until the transaction ends, for what must be unique but has no row to lock yet, such as a slug. The rows are
 * in a table of our own, so that a lock of another program on a row of WordPress cannot block unrelated writes. SQLite has a
 * single writer, which needs no further lock.
 */
export async function lockNames(
  tx: Transaction,
  { engine, tables }: Database,
  names: readonly string[],
): Promise<void> {
  if (engine === 'sqlite' || names.length === 0) return;
  // In one order, so that two transactions cannot wait for each other.
  const rows = [...new Set(names.map(rowOf))].sort((a, b) => a - b);
  const table = tables.of(LockRow);
  await tx.execute(
    `INSERT INTO ${table} (id, uses) VALUES ${rows.map(() => '(?, 1)').join(', ')} ON DUPLICATE KEY UPDATE uses = uses + 1`,
    rows,
    table,
  );
}

function rowOf(name: string): number {
  return (createHash('sha256').update(name).digest().readUInt32BE() % ROWS) + 1;
}
