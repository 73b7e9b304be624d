import { type Database } from '../../database/database.js';
import { type TableDefinition } from '../../database/schema/index.js';

/** The id a table gives next; ids of deleted rows are not given again, so it is not just one more than the largest. */
export async function nextId(db: Database, table: TableDefinition): Promise<number | undefined> {
  if (!hasCounter(table)) return undefined;
  const name = db.tablePrefix + table.name;
  if (db.engine === 'sqlite') {
    const [row] = await db.query<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', [name]);
    return row && row.seq + 1;
  }
  const [row] = await db.query<{ next: number | null }>(
    'SELECT AUTO_INCREMENT AS next FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
    [name],
  );
  return row?.next ?? undefined;
}

export async function setNextId(db: Database, table: TableDefinition, next: number): Promise<void> {
  const name = db.tablePrefix + table.name;
  if (db.engine === 'mysql') {
    await db.query(`ALTER TABLE \`${name}\` AUTO_INCREMENT = ${Math.trunc(next)}`);
    return;
  }
  await db.transaction(async (tx) => {
    await tx.execute('DELETE FROM sqlite_sequence WHERE name = ?', [name]);
    await tx.execute('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [name, Math.trunc(next) - 1]);
  });
}

function hasCounter(table: TableDefinition): boolean {
  return table.columns.some((column) => column.autoIncrement);
}
