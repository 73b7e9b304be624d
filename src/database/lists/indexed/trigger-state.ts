import { type Database } from '../../database.js';
import { ON_PRIMARY } from '../../engine/dialect.js';
import { OWN_TABLE_PREFIX, type TableDefinition } from '../../schema/index.js';

const STATE = 'trigger_state';

/** Per kind of triggers: when they were created, with the number 0, and a row for each write that they could not follow. */
const state: TableDefinition = {
  name: OWN_TABLE_PREFIX + STATE,
  columns: [
    { name: 'kind', type: 'varchar(20)', default: '' },
    { name: 'part', type: 'bigint(20) unsigned', default: 0 },
    { name: 'created', type: 'varchar(30)', default: '' },
  ],
  primaryKey: ['kind', 'part'],
  indexes: [],
};

export const TRIGGER_STATE_TABLES: readonly TableDefinition[] = [state];

/**
 * The beginning of a trigger on MySQL and MariaDB. A statement of the trigger that fails would end the write, which is mostly one of
 * another program: somebody dropped or renamed tables of ours, or restored only those of WordPress, with their triggers. The failure
 * is recorded instead, if possible, and what the triggers keep is not used before it is built again. The server does not run handlers
 * after errors that roll back the transaction, such as a deadlock, nor in connections that are ended.
 */
export function onFailure({ tables }: Pick<Database, 'tables'>, kind: string): string {
  return (
    'DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN\nDECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END;\n' +
    `INSERT INTO ${tables.own(STATE)} (kind, part) VALUES ('${kind}', UUID_SHORT());\nEND;`
  );
}

/** What the triggers keep is not exact: something was written without them. */
export async function recordFailure(db: Database, kind: string): Promise<void> {
  const table = db.tables.own(STATE);
  const sql = `INSERT INTO ${table} (kind, part) VALUES (?, UUID_SHORT())`;
  await db.transaction((tx) => tx.execute(sql, [kind], table));
}

/** Before triggers are created: what they fail at from then on is recorded. */
export async function beginTriggers(db: Database, kind: string): Promise<void> {
  if (db.engine === 'sqlite') return;
  await db.createTables(TRIGGER_STATE_TABLES);
  const table = db.tables.own(STATE);
  await db.transaction((tx) => tx.execute(`DELETE FROM ${table} WHERE kind = ?`, [kind], table));
}

/** After triggers are created, and what they keep is exact. */
export async function completeTriggers(db: Database, kind: string): Promise<void> {
  if (db.engine === 'sqlite') return;
  const table = db.tables.own(STATE);
  const created = await creationTime(db, kind);
  await db.transaction((tx) =>
    tx.execute(
      `INSERT INTO ${table} (kind, part, created) VALUES (?, 0, ?) ON DUPLICATE KEY UPDATE created = VALUES(created)`,
      [kind, created],
      table,
    ),
  );
}

/** Whether the triggers are those of the last build rather than of a restored dump, and have followed every write. */
export async function areIntact(db: Database, kind: string): Promise<boolean> {
  if (db.engine === 'sqlite') return true;
  if (!(await db.existingTables()).includes(db.tablePrefix + state.name)) return false;
  const rows = await db.query<{ created: string }>(
    `${ON_PRIMARY}SELECT created FROM ${db.tables.own(STATE)} WHERE kind = ? ORDER BY part LIMIT 2`,
    [kind],
  );
  return rows.length === 1 && rows[0]!.created === (await creationTime(db, kind));
}

async function creationTime(db: Database, kind: string): Promise<string> {
  const prefix = db.tablePrefix + kind;
  const [row] = await db.query<{ created: string | null }>(
    `${ON_PRIMARY}SELECT CAST(MAX(CREATED) AS CHAR) AS created FROM information_schema.TRIGGERS ` +
      'WHERE TRIGGER_SCHEMA = DATABASE() AND LEFT(TRIGGER_NAME, ?) = ?',
    [prefix.length, prefix],
  );
  // MySQL 5.6 does not record it.
  return row?.created ?? '';
}
