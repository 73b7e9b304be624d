import type { Database } from '../database.js';
import { isLike } from '../engine/collation.js';
import { like, ON_PRIMARY } from '../engine/dialect.js';
import { placeholders } from '../engine/parameters.js';
import { allIds, idsIn, type IdSet, inBoth, type ListRow } from './id-lists.js';
import { isMarker, LISTS, MARKER_TOKEN, PENDING, SEARCH_WORDS } from './tables.js';
import { ANY_WORD, runOf, tokenOf } from './words.js';

/** With more candidates than this, or than this share of all IDs, reading every text takes hardly longer. */
const MOST_CANDIDATES = 20_000;
const LARGEST_PART = 0.25;
/** Further terms hardly reduce the candidates. */
const MOST_RUNS = 3;
/** A term that is part of this many words is in most texts. */
const MOST_WORDS = 4000;
const MOST_ROWS = 4000;

/**
 * Undefined if the index does not help. The order of the queries matters: an entry that is no longer pending has its words in
 * the index, so pending entries are read first, and everything from the same server.
 */
export async function findCandidates(
  db: Database,
  terms: readonly string[],
  wordText: string,
): Promise<number[] | undefined> {
  const runs = [...new Set(terms.flatMap((term) => runOf(term) ?? []))]
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_RUNS);
  if (runs.length === 0) return undefined;
  const { marker, pending, lastId } = await readPending(db);
  if (marker === undefined) return undefined;
  const sets = await Promise.all(runs.map((run) => entriesWith(db, run, marker, wordText)));
  const selective = sets.filter((set) => set !== undefined);
  if (selective.length === 0) return undefined;
  const found = allIds(selective.reduce(inBoth), MOST_CANDIDATES);
  const all = found && [...new Set([...found, ...pending])];
  return all && all.length <= Math.min(MOST_CANDIDATES, lastId * LARGEST_PART) ? all : undefined;
}

async function readPending(db: Database): Promise<{ marker?: string; pending: number[]; lastId: number }> {
  const rows = await db.query<{ kind: string; id: number }>(
    `${ON_PRIMARY}SELECT ids AS kind, 0 AS id FROM ${db.tables.own(LISTS)} WHERE token = ${MARKER_TOKEN} AND block = 0 ` +
      `UNION ALL SELECT 'last' AS kind, COALESCE(MAX(ID), 0) AS id FROM ${db.tables.posts} ` +
      `UNION ALL SELECT DISTINCT 'pending' AS kind, post_id AS id FROM ${db.tables.own(PENDING)} LIMIT ${MOST_CANDIDATES + 3}`,
  );
  const idsOf = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  return { marker: rows.map(({ kind }) => kind).find(isMarker), pending: idsOf('pending'), lastId: idsOf('last')[0]! };
}

/** Undefined if there are too many, or while the index is being rebuilt. */
async function entriesWith(db: Database, run: string, marker: string, wordText: string): Promise<IdSet | undefined> {
  const words = await wordsWith(db, run, wordText);
  if (words.length > MOST_WORDS) return undefined;
  const tokens = [MARKER_TOKEN, tokenOf(ANY_WORD), ...words.map(tokenOf)];
  const rows = await db.query<ListRow>(
    `${ON_PRIMARY}SELECT token, block, ids FROM ${db.tables.own(LISTS)} WHERE token IN (${placeholders(tokens.length)}) LIMIT ${MOST_ROWS + 1}`,
    tokens,
  );
  const isSame = rows.some(({ token, ids }) => token === MARKER_TOKEN && ids === marker);
  return rows.length > MOST_ROWS || !isSame ? undefined : idsIn(rows.filter(({ token }) => token !== MARKER_TOKEN));
}

async function wordsWith(db: Database, run: string, wordText: string): Promise<string[]> {
  const words = db.tables.own(SEARCH_WORDS);
  const pattern = `%${run}%`;
  if (db.engine === 'sqlite') {
    // LIKE is our own function on SQLite; calling it from SQL for each word takes ten times as long.
    const [row] = await db.query<{ words: string | null }>(`SELECT group_concat(word, ' ') AS words FROM ${words}`);
    return row!.words?.split(' ').filter((word) => isLike(word, pattern)) ?? [];
  }
  const rows = await db.query<{ word: string }>(
    `${ON_PRIMARY}SELECT word FROM ${words} WHERE ${like(wordText)} LIMIT ${MOST_WORDS + 1}`,
    [pattern],
  );
  return rows.map(({ word }) => word);
}
