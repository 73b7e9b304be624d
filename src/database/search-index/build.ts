import type { Database, Transaction } from '../database.js';
import { createTrigger, presentTriggers } from '../list-index/build.js';
import { isSearchTrigger } from '../list-index/trigger-dialect.js';
import { WordLists } from './add-words.js';
import type { Progress } from '../search-index.types.js';
import { deleteMarker, LISTS, PENDING, SEARCH_INDEX_TABLES, SEARCH_WORDS, setMarker } from './tables.js';
import { allWords, entryCount } from './texts.js';
import { searchIndexTriggers } from './triggers.js';

const ENTRIES_AT_ONCE = 200;

/** Once the triggers exist, every write is recorded, so that texts can be read while others write. */
export async function buildSearchIndex(db: Database, progress?: Progress): Promise<void> {
  await db.createTables(SEARCH_INDEX_TABLES);
  await deleteMarker(db);
  await db.transaction(async (tx) => {
    await dropSearchTriggers(db, tx);
    for (const trigger of searchIndexTriggers(db)) await createTrigger(tx, trigger);
  });
  await forgetPending(db);
  for (const name of [SEARCH_WORDS, LISTS]) await empty(db, name);
  await fillLists(db, progress);
  await setMarker(db);
}

export async function removeSearchIndex(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await dropSearchTriggers(db, tx);
    for (const { name } of SEARCH_INDEX_TABLES) await tx.execute(`DROP TABLE IF EXISTS \`${db.tablePrefix}${name}\``);
  });
}

async function fillLists(db: Database, progress?: Progress): Promise<void> {
  let lists = new WordLists();
  const total = await entryCount(db);
  let done = 0;
  for await (const batch of allWords(db, ENTRIES_AT_ONCE)) {
    for (const entry of batch) {
      if (!lists.isOf(entry.id)) {
        await lists.write(db, (work) => db.transaction(work));
        lists = new WordLists();
      }
      lists.add(entry);
    }
    done += batch.length;
    progress?.(done, Math.max(done, total));
  }
  await lists.write(db, (work) => db.transaction(work));
}

/** Waits for uncommitted rows: afterwards their texts can be read. */
async function forgetPending(db: Database): Promise<void> {
  const pending = db.tables.own(PENDING);
  await db.transaction(async (tx) => {
    const [row] = await tx.query<{ last: number | null }>(`SELECT MAX(seq) AS last FROM ${pending}`);
    if (row?.last != null) await tx.execute(`DELETE FROM ${pending} WHERE seq <= ?`, [row.last], pending);
  });
}

async function empty(db: Database, name: string): Promise<void> {
  const table = db.tables.own(name);
  const sql = db.engine === 'mysql' ? `TRUNCATE TABLE ${table}` : `DELETE FROM ${table}`;
  await db.transaction((tx) => tx.execute(sql, [], table));
}

async function dropSearchTriggers(db: Database, tx: Transaction): Promise<void> {
  for (const name of await presentTriggers(db, tx)) {
    if (isSearchTrigger(name, db.tablePrefix)) await tx.execute(`DROP TRIGGER IF EXISTS \`${name}\``);
  }
}
