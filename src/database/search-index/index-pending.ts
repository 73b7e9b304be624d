import type { Database, Engine } from '../database.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { placeholders } from '../engine/parameters.js';
import { WordLists } from './add-words.js';
import { readMarker } from './marker.js';
import { PENDING } from './tables.js';
import { wordsOfEntries } from './texts.js';

/** On SQLite nothing else happens meanwhile. */
const ROWS_AT_ONCE: Readonly<Record<Engine, number>> = { mysql: 25, sqlite: 5 };

/** The marker is locked meanwhile: one process does it at a time, and not while the index is made anew. */
export async function indexPendingTexts(db: Database): Promise<number> {
  if ((await db.query(`${ON_PRIMARY}SELECT 1 FROM ${db.tables.own(PENDING)} LIMIT 1`)).length === 0) return 0;
  return db.transaction(async (tx) => {
    const reader = { query: tx.query.bind(tx), tables: db.tables };
    if ((await readMarker(reader, db.sql.forUpdate())) === undefined) return 0;
    const rows = await tx.query<{ seq: number; id: number }>(
      `SELECT seq, post_id AS id FROM ${db.tables.own(PENDING)} ORDER BY seq LIMIT ${ROWS_AT_ONCE[db.engine]}`,
    );
    if (rows.length === 0) return 0;
    // One by one: only so are ids recognised that a list has already.
    for (const entry of await wordsOfEntries(db, [...new Set(rows.map(({ id }) => id))], reader)) {
      const lists = new WordLists();
      lists.add(entry);
      await lists.write(db, (work) => work(tx));
    }
    await tx.execute(
      `DELETE FROM ${db.tables.own(PENDING)} WHERE seq IN (${placeholders(rows.length)})`,
      rows.map(({ seq }) => seq),
    );
    return rows.length;
  });
}
