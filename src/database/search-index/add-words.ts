import type { Database, Transaction, Engine } from '../database.js';
import { ANY_ID, blockOf, listed, type ListRow, LONGEST_ROW } from './id-lists.js';
import { type EntryWords, wordsOfEntries } from './texts.js';
import { tokenOf } from './words.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { placeholders } from '../engine/parameters.js';
import { LISTS, PENDING, readMarker, SEARCH_WORDS } from './tables.js';

/** Maximum length of a statement, accepted by every server. */
const ROWS_AT_ONCE = 1000;
const CHARACTERS_AT_ONCE = 400_000;

/** Words of several entries, combined before they are written. All entries must be in one block. */
export class WordLists {
  private readonly tokens = new Map<string, number>();
  private readonly lists = new Map<number, string>();
  private block?: number;

  add({ id, words }: EntryWords): void {
    this.block = blockOf(id);
    for (const word of words) {
      let token = this.tokens.get(word);
      if (token === undefined) this.tokens.set(word, (token = tokenOf(word)));
      const list = this.lists.get(token) ?? '';
      if (list !== ANY_ID) this.lists.set(token, list.length < LONGEST_ROW ? list + listed(id) : ANY_ID);
    }
  }

  isOf(id: number): boolean {
    return this.block === undefined || this.block === blockOf(id);
  }

  /** In key order: faster, and concurrent writers wait for each other instead of deadlocking. */
  async write(db: Database, run: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>): Promise<void> {
    const words = [...this.tokens.keys()].sort();
    const table = db.tables.own(SEARCH_WORDS);
    for (const part of queryInBatches(words, (word) => word.length)) {
      await run((tx) => tx.execute(db.sql.insertIgnore(table, ['word'], part.length), part, table));
    }
    const rows = [...this.lists]
      .sort(([one], [other]) => one - other)
      .map(([token, ids]): ListRow => ({ token, block: this.block!, ids }));
    for (const part of queryInBatches(rows, ({ ids }) => ids.length)) {
      await run((tx) =>
        tx.execute(
          addition(db, part.length),
          part.flatMap(({ token, block, ids }) => [token, block, ids]),
          db.tables.own(LISTS),
        ),
      );
    }
  }
}

/** IDs that are already in a list are not added again, so that edits do not make it longer. */
function addition({ engine, sql, tables }: Database, rows: number): string {
  const [onConflict, added] =
    engine === 'mysql' ? ['ON DUPLICATE KEY UPDATE', 'VALUES(ids)'] : ['ON CONFLICT DO UPDATE SET', 'excluded.ids'];
  return (
    `INSERT INTO ${tables.own(LISTS)} (token, block, ids) VALUES ${Array(rows).fill('(?, ?, ?)').join(', ')} ${onConflict} ids = ` +
    `CASE WHEN ids = '${ANY_ID}' OR INSTR(ids, ${added}) > 0 THEN ids ` +
    `WHEN ${added} = '${ANY_ID}' OR LENGTH(ids) + LENGTH(${added}) > ${LONGEST_ROW} THEN '${ANY_ID}' ELSE ${sql.concat('ids', added)} END`
  );
}

function* queryInBatches<T>(all: readonly T[], lengthOf: (one: T) => number): Generator<T[]> {
  let part: T[] = [];
  let length = 0;
  for (const one of all) {
    part.push(one);
    length += lengthOf(one);
    if (part.length < ROWS_AT_ONCE && length < CHARACTERS_AT_ONCE) continue;
    yield part;
    part = [];
    length = 0;
  }
  if (part.length > 0) yield part;
}

/** On SQLite there is no concurrent writer. */
const ENTRIES_AT_ONCE: Readonly<Record<Engine, number>> = { mysql: 25, sqlite: 5 };

/** Locks the marker: only one process updates the index at a time, and not during a rebuild. */
export async function indexPendingTexts(db: Database): Promise<number> {
  if ((await db.query(`${ON_PRIMARY}SELECT 1 FROM ${db.tables.own(PENDING)} LIMIT 1`)).length === 0) return 0;
  return db.transaction(async (tx) => {
    const reader = { query: tx.query.bind(tx), tables: db.tables };
    if ((await readMarker(reader, db.sql.forUpdate())) === undefined) return 0;
    const rows = await tx.query<{ seq: number; id: number }>(
      `SELECT seq, post_id AS id FROM ${db.tables.own(PENDING)} ORDER BY seq LIMIT ${ENTRIES_AT_ONCE[db.engine]}`,
    );
    if (rows.length === 0) return 0;
    // One at a time, so that IDs that are already in a list are recognized.
    for (const entry of await wordsOfEntries(db, [...new Set(rows.map(({ id }) => id))], reader)) {
      const lists = new WordLists();
      lists.add(entry);
      await lists.write(db, (work) => work(tx));
    }
    await tx.execute(
      `DELETE FROM ${db.tables.own(PENDING)} WHERE seq IN (${placeholders(rows.length)})`,
      rows.map(({ seq }) => seq),
      db.tables.own(PENDING),
    );
    return rows.length;
  });
}
