import type { Database, Transaction } from '../database.js';
import { createTrigger, presentTriggers } from '../lists/indexed/build.js';
import { isSearchTrigger, SEARCH_TRIGGERS } from '../lists/indexed/trigger-dialect.js';
import { beginTriggers, completeTriggers } from '../lists/indexed/trigger-state.js';
import { WordWriter } from './add-words.js';
import type { Progress } from '../search-index.types.js';
import { BlockIds, blockOf } from '../id-sets.js';
import { BUILT_TABLES, PENDING, SEARCH_INDEX_TABLES, setMarker } from './tables.js';
import { allWords, entryCount } from './texts.js';
import { searchIndexTriggers } from './triggers.js';

const ENTRIES_AT_ONCE = 200;

/** Once the triggers exist, every write is recorded, so that texts can be read while others write. */
export async function buildSearchIndex(db: Database, progress?: Progress): Promise<void> {
  await dropTables(db, BUILT_TABLES);
  await db.createTables(SEARCH_INDEX_TABLES);
  await beginTriggers(db, SEARCH_TRIGGERS);
  await db.transaction(async (tx) => {
    await dropSearchTriggers(db, tx);
    for (const trigger of searchIndexTriggers(db)) await createTrigger(tx, trigger);
  });
  await forgetPending(db);
  await fillLists(db, progress);
  await db.transaction((tx) => setMarker(db, tx));
  await completeTriggers(db, SEARCH_TRIGGERS);
}

export async function removeSearchIndex(db: Database): Promise<void> {
  await db.transaction((tx) => dropSearchTriggers(db, tx));
  await dropTables(db, SEARCH_INDEX_TABLES);
}

async function dropTables(db: Database, tables: typeof SEARCH_INDEX_TABLES): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { name } of tables) await tx.execute(`DROP TABLE IF EXISTS \`${db.tablePrefix}${name}\``);
  });
}

/** Lists are written one block after the other, each once. */
async function fillLists(db: Database, progress?: Progress): Promise<void> {
  const total = await entryCount(db);
  let done = 0;
  let block = 0;
  let lists = new Map<number, number[]>();
  const write = () => {
    const texts = [...lists].map(([token, ids]) => [token, BlockIds.of(ids).text] as const);
    return db.transaction((tx) => new WordWriter(db, tx).writeLists(block, texts));
  };
  for await (const batch of allWords(db, ENTRIES_AT_ONCE)) {
    const tokens = await db.transaction(async (tx) => {
      const writer = new WordWriter(db, tx);
      const found = await writer.tokensOf(batch);
      await writer.writeEntries(found);
      return found;
    });
    for (const [id, ofEntry] of tokens) {
      if (blockOf(id) !== block) {
        await write();
        lists = new Map();
        block = blockOf(id);
      }
      for (const token of ofEntry) {
        let list = lists.get(token);
        if (!list) lists.set(token, (list = []));
        list.push(id);
      }
    }
    done += batch.length;
    progress?.(done, Math.max(done, total));
  }
  await write();
}

/** Waits for uncommitted rows: afterwards their texts can be read. */
async function forgetPending(db: Database): Promise<void> {
  const pending = db.tables.own(PENDING);
  await db.transaction(async (tx) => {
    const [row] = await tx.query<{ last: number | null }>(`SELECT MAX(seq) AS last FROM ${pending}`);
    if (row?.last != null) await tx.execute(`DELETE FROM ${pending} WHERE seq <= ?`, [row.last], pending);
  });
}

async function dropSearchTriggers(db: Database, tx: Transaction): Promise<void> {
  for (const name of await presentTriggers(db, tx)) {
    if (isSearchTrigger(name, db.tablePrefix)) await tx.execute(`DROP TRIGGER IF EXISTS \`${name}\``);
  }
}
