import { type Database, type Transaction } from '../database.js';
import { countedValues } from './count-blocks.js';
import { BY_TERM, COUNTS, LIST_INDEX_TABLES, POSTS_INDEXES, VERSIONS } from './tables.js';
import { listIndexTriggers } from './triggers.js';
import { WORDS } from './words.js';

/** One SELECT for each kind, of type, status, kind, value and number, from the rows themselves. */
export function countsFromRows({ engine, tables }: Database): string[] {
  const grouped = (kind: string, value: string, table: string) =>
    `SELECT post_type, post_status, '${kind}' AS kind, ${value} AS value, COUNT(*) AS entries FROM ${table} GROUP BY post_type, post_status, value`;
  return [...countedValues(engine, tables.posts).map(([kind, value]) => grouped(kind, value, tables.posts)), grouped('term', 'term_taxonomy_id', tables.own(BY_TERM))];
}

/** Creates tables, indexes and triggers, and counts what is there. Writers wait meanwhile; readers do not. */
export async function buildListIndex(db: Database): Promise<void> {
  await db.createTables(LIST_INDEX_TABLES);
  await addPostsIndexes(db);
  const { onWordPress, onOwn } = listIndexTriggers(db);
  await db.transaction(async (tx) => {
    await dropTriggers(db, tx);
    for (const { sql } of onWordPress) await tx.execute(sql);
  });
  // What the triggers wrote up to now is thrown away; from here on nobody writes until everything is in place.
  await whileNobodyWrites(db, async (tx) => {
    await fillTables(db, tx);
    for (const { sql } of onOwn) await tx.execute(sql);
  });
}

export async function removeListIndex(db: Database): Promise<void> {
  await db.transaction((tx) => dropTriggers(db, tx));
  const indexes = await postsIndexes(db);
  await db.transaction(async (tx) => {
    for (const name of indexes) await tx.execute(db.engine === 'mysql' ? `DROP INDEX \`${name}\` ON ${db.tables.posts}` : `DROP INDEX \`${name}\``);
    for (const { name } of LIST_INDEX_TABLES) await tx.execute(`DROP TABLE IF EXISTS \`${db.tablePrefix}${name}\``);
  });
}

/** Names of our triggers that are there, of whichever version. */
export async function presentTriggers(db: Pick<Database, 'query' | 'engine' | 'tablePrefix'>): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    db.engine === 'mysql'
      ? 'SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()'
      : "SELECT name FROM sqlite_master WHERE type = 'trigger'",
  );
  return rows.map(({ name }) => name).filter((name) => name.startsWith(`${db.tablePrefix}nestpress_`));
}

async function fillTables(db: Database, tx: Transaction): Promise<void> {
  const { posts, term_relationships: relations } = db.tables;
  const [counts, byTerm, versions] = [db.tables.own(COUNTS), db.tables.own(BY_TERM), db.tables.own(VERSIONS)];
  for (const table of [counts, byTerm, versions]) await tx.execute(`DELETE FROM ${table}`);
  await tx.execute(`INSERT INTO ${versions} (subject, version) VALUES (0, ${WORDS[db.engine].unique})`);
  await tx.execute(
    // In the order of the key: rows are then added at the end, many times quicker than here and there.
    `INSERT INTO ${byTerm} SELECT term_taxonomy_id, post_type, post_status, post_date, ID FROM ${relations} JOIN ${posts} ON ID = object_id ORDER BY 1, 2, 3, 4, 5`,
  );
  for (const select of countsFromRows(db)) {
    await tx.execute(`INSERT INTO ${counts} (post_type, post_status, kind, value, entries) ${select}`);
  }
}

/** MySQL ends a transaction at each CREATE, so that there only a lock keeps others from writing in between. */
async function whileNobodyWrites(db: Database, work: (tx: Transaction) => Promise<void>): Promise<void> {
  if (db.engine === 'sqlite') return db.transaction(work);
  const read = [db.tables.posts, db.tables.term_relationships].map((table) => `${table} READ`);
  const written = [COUNTS, BY_TERM, VERSIONS].map((name) => `${db.tables.own(name)} WRITE`);
  await db.transaction(async (tx) => {
    await tx.execute(`LOCK TABLES ${[...read, ...written].join(', ')}`);
    try {
      await work(tx);
    } finally {
      await tx.execute('UNLOCK TABLES');
    }
  });
}

async function dropTriggers(db: Database, tx: Transaction): Promise<void> {
  const { engine, tablePrefix } = db;
  for (const name of await presentTriggers({ query: (sql) => tx.query(sql), engine, tablePrefix })) await tx.execute(`DROP TRIGGER \`${name}\``);
}

async function addPostsIndexes(db: Database): Promise<void> {
  const present = await postsIndexes(db);
  for (const { name, columns } of POSTS_INDEXES) {
    const fullName = indexName(db, name);
    if (present.includes(fullName)) continue;
    await db.transaction((tx) => tx.execute(`CREATE INDEX \`${fullName}\` ON ${db.tables.posts} (${columns.join(', ')})`));
  }
}

/** Index names are global in SQLite, hence the table in front. */
function indexName(db: Database, name: string): string {
  return db.engine === 'mysql' ? name : `${db.tablePrefix}posts__${name}`;
}

async function postsIndexes(db: Database): Promise<string[]> {
  const names = POSTS_INDEXES.map(({ name }) => indexName(db, name));
  const rows = await db.query<{ name: string }>(
    db.engine === 'mysql'
      ? 'SELECT DISTINCT INDEX_NAME AS name FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?'
      : "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?",
    [`${db.tablePrefix}posts`],
  );
  return rows.map(({ name }) => name).filter((name) => names.includes(name));
}
