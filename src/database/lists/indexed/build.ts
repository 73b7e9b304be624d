import { type Database, type Transaction } from '../../database.js';
import { nullableColumns, tablesWithOtherColumns } from '../../inspect-schema.js';
import { type BuildProgress } from '../../list-index.types.js';
import { type Reader } from '../../reader.js';
import { countsFromRows, includedTables, isListed } from './count-clauses.js';
import { type LeftOut } from './families.js';
import { parentFill } from './parents.js';
import { setCollations, textFill } from './texts.js';
import {
  BY_MEDIA_TYPE,
  BY_TERM,
  EXTRA_INDEXES,
  FORMER_TABLES,
  HIDDEN_ROWS,
  LIST_INDEX_TABLES,
  VERSIONS,
} from './tables.js';
import { listIndexTriggers } from './triggers.js';
import { isListTrigger, LIST_TRIGGERS, type Trigger, TRIGGER_DIALECTS } from './trigger-dialect.js';
import { beginTriggers, completeTriggers } from './trigger-state.js';

/** Columns that rows are counted by and versions are stored under. */
const INDEXED_COLUMNS = {
  posts: ['post_type', 'post_status', 'post_author', 'post_date', 'post_mime_type', 'post_parent'],
  postmeta: ['post_id'],
  comments: ['comment_post_ID', 'comment_type', 'comment_approved', 'comment_date_gmt'],
};

/** The triggers would refuse every write with NULL in one of these columns, also those of other programs. */
async function assertColumnsHaveValues(db: Database): Promise<void> {
  const nullable = await nullableColumns(db, INDEXED_COLUMNS);
  if (nullable.length > 0)
    throw new Error(
      `The list index needs columns without NULL, as WordPress creates them. These allow NULL: ${nullable.join(', ')}. ` +
        'Replace their NULL values, declare them NOT NULL, then build it again; until then lists work without it.',
    );
}

/** Creates tables, indexes and triggers, and counts the existing rows. Writers wait meanwhile; readers do not. */
export async function buildListIndex(
  db: Database,
  leftOut: LeftOut,
  progress: BuildProgress = () => undefined,
): Promise<void> {
  await assertColumnsHaveValues(db);
  const { onWordPress, onOwn } = listIndexTriggers(db, leftOut);
  const fills = fillStatements(db, leftOut);
  const indexes = extraIndexes(leftOut);
  const total = indexes.length + 1 + fills.length + 1;
  let done = 0;
  const begin = (step: string) => progress(Math.min(done++, total), total, step);
  await dropTablesOfOtherVersions(db);
  await db.createTables(LIST_INDEX_TABLES);
  await setCollations(db);
  await dropIndexes(
    db,
    EXTRA_INDEXES.filter((index) => !indexes.includes(index)),
  );
  await addIndexes(db, indexes, begin);
  begin('triggers');
  await beginTriggers(db, LIST_TRIGGERS);
  await db.transaction(async (tx) => {
    await dropTriggers(db, tx);
    for (const trigger of onWordPress) await createTrigger(tx, trigger);
  });
  // The triggers' writes up to here are discarded; from here on writers wait until the index is complete.
  await withoutWriters(db, async (tx) => {
    for (const { sql, step } of fills) {
      begin(step);
      await tx.execute(sql, [], ownTables(db));
    }
    begin('triggers');
    for (const trigger of onOwn) await createTrigger(tx, trigger);
  });
  await completeTriggers(db, LIST_TRIGGERS);
  progress(total, total, 'done');
}

/** Writes into tables of another version would fail, also those of other programs. */
async function dropTablesOfOtherVersions(db: Database): Promise<void> {
  const existing = await db.existingTables();
  const tables = [
    ...(await tablesWithOtherColumns(db, LIST_INDEX_TABLES)),
    ...FORMER_TABLES.map((name) => db.tablePrefix + name).filter((name) => existing.includes(name)),
  ];
  if (tables.length === 0) return;
  await db.transaction(async (tx) => {
    await dropTriggers(db, tx);
    for (const table of tables) await tx.execute(`DROP TABLE IF EXISTS \`${table}\``);
  });
}

export async function removeListIndex(db: Database): Promise<void> {
  await db.transaction((tx) => dropTriggers(db, tx));
  await dropIndexes(db, EXTRA_INDEXES);
  await db.transaction(async (tx) => {
    for (const name of [...LIST_INDEX_TABLES.map((table) => table.name), ...FORMER_TABLES])
      await tx.execute(`DROP TABLE IF EXISTS \`${db.tablePrefix}${name}\``);
  });
}

/** Names of our existing triggers, of any version and of all parts of the service. */
export async function presentTriggers(db: Database, reader: Pick<Reader, 'query'> = db): Promise<string[]> {
  const rows = await reader.query<{ name: string }>(
    db.engine === 'mysql'
      ? 'SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()'
      : "SELECT name FROM sqlite_master WHERE type = 'trigger'",
  );
  return rows.map(({ name }) => name).filter((name) => name.startsWith(`${db.tablePrefix}nestpress`));
}

/** Statements that empty and fill our tables, in order. */
function fillStatements(db: Database, leftOut: LeftOut): { sql: string; step: string }[] {
  const { posts, term_relationships: relations } = db.tables;
  const { version } = TRIGGER_DIALECTS[db.engine];
  const counts = includedTables(db, leftOut).flatMap((counted) =>
    countsFromRows(counted).map((select) => ({
      sql: `INSERT INTO ${counted.into} (${counted.texts.join(', ')}, counted_by, value, entries) ${select}`,
      step: 'counts',
    })),
  );
  const byTerm = {
    sql: `INSERT INTO ${db.tables.own(BY_TERM)} SELECT term_taxonomy_id, post_type, post_status, post_date, ID FROM ${relations} JOIN ${posts} ON ID = object_id WHERE ${isListed(posts)} ORDER BY 1, 2, 3, 4, 5`,
    step: 'entries by term',
  };
  return [
    ...ownTables(db).map((table) => ({ sql: `DELETE FROM ${table}`, step: 'emptying tables' })),
    {
      sql: `INSERT INTO ${db.tables.own(VERSIONS)} (subject, version) VALUES (0, ${version}), (${HIDDEN_ROWS}, ${version})`,
      step: 'versions',
    },
    // In the order of the primary key: appending rows is many times faster than inserting them in random order.
    ...(leftOut.has('terms') ? [] : [byTerm]),
    {
      sql: `INSERT INTO ${db.tables.own(BY_MEDIA_TYPE)} SELECT ID, post_mime_type, post_status, post_date FROM ${posts} WHERE post_type = 'attachment' ORDER BY 1`,
      step: 'media by type',
    },
    { sql: textFill(db), step: 'entries by text' },
    { sql: parentFill(db, leftOut), step: 'parents' },
    ...counts,
  ];
}

function ownTables(db: Database): string[] {
  return LIST_INDEX_TABLES.map(({ name }) => `\`${db.tablePrefix}${name}\``);
}

/** MySQL commits at each CREATE, so that only a table lock keeps other sessions from writing in between. */
async function withoutWriters(db: Database, work: (tx: Transaction) => Promise<void>): Promise<void> {
  if (db.engine === 'sqlite') return db.transaction(work);
  const read = [db.tables.posts, db.tables.term_relationships, db.tables.comments].map((table) => `${table} READ`);
  const written = ownTables(db).map((table) => `${table} WRITE`);
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
  for (const name of await presentTriggers(db, tx)) {
    if (isListTrigger(name, db.tablePrefix)) await tx.execute(`DROP TRIGGER IF EXISTS \`${name}\``);
  }
}

/** The list of triggers may lack one: the server leaves out tables that another statement is altering. */
export async function createTrigger(tx: Transaction, { name, sql }: Trigger): Promise<void> {
  await tx.execute(`DROP TRIGGER IF EXISTS \`${name}\``);
  await tx.execute(sql);
}

/** The indexes on WordPress's tables that lists of the families in the index need. */
export function extraIndexes(leftOut: LeftOut): typeof EXTRA_INDEXES {
  return EXTRA_INDEXES.filter(({ table }) => table !== 'comments' || !leftOut.has('comments'));
}

async function dropIndexes(db: Database, indexes: typeof EXTRA_INDEXES): Promise<void> {
  const names = indexes.map((index) => indexName(db, index));
  const present = (await presentIndexes(db)).filter(({ name }) => names.includes(name));
  await db.transaction(async (tx) => {
    for (const { table, name } of present)
      await tx.execute(`DROP INDEX \`${name}\`${db.engine === 'mysql' ? ` ON ${db.tables[table]}` : ''}`);
  });
}

/**
 * Makes the index incomplete, and leaves everything in it exact: processes that use it see so within the time between two checks and
 * go on without it.
 */
export async function dropOneIndex(db: Database): Promise<void> {
  await dropIndexes(db, EXTRA_INDEXES.slice(0, 1));
}

async function addIndexes(db: Database, indexes: typeof EXTRA_INDEXES, begin: (step: string) => void): Promise<void> {
  const present = (await presentIndexes(db)).map(({ name }) => name);
  for (const index of indexes) {
    const name = indexName(db, index);
    begin(`index ${name}`);
    if (!present.includes(name))
      await db.transaction((tx) =>
        tx.execute(`CREATE INDEX \`${name}\` ON ${db.tables[index.table]} (${index.columns.join(', ')})`),
      );
  }
}

type ExtraIndex = Pick<(typeof EXTRA_INDEXES)[number], 'table' | 'name'>;

/** Index names are global in SQLite, so they start with the table's name. */
function indexName(db: Database, { table, name }: ExtraIndex): string {
  return db.engine === 'mysql' ? name : `${db.tablePrefix}${table}__${name}`;
}

/** Our existing indexes. */
export async function presentIndexes(db: Database): Promise<ExtraIndex[]> {
  const rows = await db.query<{ name: string }>(
    db.engine === 'mysql'
      ? 'SELECT DISTINCT INDEX_NAME AS name FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (?, ?)'
      : "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name IN (?, ?)",
    [`${db.tablePrefix}posts`, `${db.tablePrefix}comments`],
  );
  const present = new Set(rows.map(({ name }) => name));
  return EXTRA_INDEXES.map((index) => ({ table: index.table, name: indexName(db, index) })).filter(({ name }) =>
    present.has(name),
  );
}
