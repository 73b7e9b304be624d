import type { Database } from '../database.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { placeholders } from '../engine/parameters.js';
import { ANY_ID, blockOf, listed, type ListRow } from './id-lists.js';
import { LISTS, PENDING, SEARCH_WORDS } from './tables.js';
import { allWords, type EntryWords } from './texts.js';
import { tokenOf } from './words.js';

const ENTRIES_AT_ONCE = 50;
const WORDS_AT_ONCE = 500;

/** Entries that are neither noted nor have all of their words in the index. */
export async function missedEntries(db: Database): Promise<string[]> {
  const missed = new Map<number, number>();
  const before = await pendingIds(db);
  for await (const entries of allWords(db, ENTRIES_AT_ONCE)) {
    for (const [id, lacks] of await lacking(db, entries)) missed.set(id, lacks);
  }
  const after = await pendingIds(db);
  return [...missed]
    .filter(([id]) => !before.has(id) && !after.has(id))
    .map(([id, lacks]) => `Entry ${id}: ${lacks} of its words are missing.`);
}

async function pendingIds(db: Database): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(
    `${ON_PRIMARY}SELECT DISTINCT post_id AS id FROM ${db.tables.own(PENDING)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

async function lacking(db: Database, entries: readonly EntryWords[]): Promise<Map<number, number>> {
  const blocks = [...new Set(entries.map(({ id }) => blockOf(id)))];
  const all = [...new Set(entries.flatMap(({ words }) => [...words]))];
  const kept = new Map<string, string>();
  for (let from = 0; from < all.length; from += WORDS_AT_ONCE) {
    const part = all.slice(from, from + WORDS_AT_ONCE);
    const known = await db.query<{ word: string }>(
      `${ON_PRIMARY}SELECT word FROM ${db.tables.own(SEARCH_WORDS)} WHERE word IN (${placeholders(part.length)})`,
      part,
    );
    const rows = await db.query<ListRow>(
      `${ON_PRIMARY}SELECT token, block, ids FROM ${db.tables.own(LISTS)} WHERE token IN (${placeholders(part.length)}) AND block IN (${placeholders(blocks.length)})`,
      [...part.map(tokenOf), ...blocks],
    );
    const lists = new Map(rows.map(({ token, block, ids }) => [`${token} ${block}`, ids]));
    for (const { word } of known)
      for (const block of blocks) kept.set(`${word} ${block}`, lists.get(`${tokenOf(word)} ${block}`) ?? '');
  }
  const has = (id: number, word: string) => {
    const ids = kept.get(`${word} ${blockOf(id)}`) ?? '';
    return ids === ANY_ID || ids.includes(listed(id));
  };
  const counts = entries.map(({ id, words }): [number, number] => [
    id,
    [...words].filter((word) => !has(id, word)).length,
  ]);
  return new Map(counts.filter(([, lacks]) => lacks > 0));
}
