import type { Database } from '../database.js';
import { like, ON_PRIMARY } from '../engine/dialect.js';
import { marks } from '../engine/parameters.js';
import { allIds, idsIn, type IdSet, inBoth, type ListRow } from './id-lists.js';
import { isMarker, MARKER_TOKEN } from './marker.js';
import { LISTS, PENDING, WORDS } from './tables.js';
import { ANY_WORD, runOf, tokenOf } from './words.js';

/** With more candidates than this, reading every text takes hardly longer. */
export const MOST_CANDIDATES = 20_000;
/** More terms narrow little further. */
const MOST_RUNS = 3;
/** A term that is part of so many words is in most texts. */
const MOST_WORDS = 300;
const MOST_ROWS = 4000;

/**
 * Undefined where the index does not narrow. The order of the questions matters: an entry that is no longer pending has its words in
 * the index, so pending ones are asked for first, and all of the same server.
 */
export async function findCandidates(db: Database, terms: readonly string[], wordText: string): Promise<number[] | undefined> {
  const runs = [...new Set(terms.flatMap((term) => runOf(term) ?? []))].sort((one, other) => other.length - one.length).slice(0, MOST_RUNS);
  if (runs.length === 0) return undefined;
  const { marker, pending } = await readPending(db);
  if (marker === undefined || pending.length > MOST_CANDIDATES) return undefined;
  const sets = await Promise.all(runs.map((run) => entriesWith(db, run, marker, wordText)));
  const narrowing = sets.filter((set) => set !== undefined);
  if (narrowing.length === 0) return undefined;
  const found = allIds(narrowing.reduce(inBoth), MOST_CANDIDATES);
  return found && [...new Set([...found, ...pending])];
}

async function readPending(db: Database): Promise<{ marker?: string; pending: number[] }> {
  const rows = await db.query<{ id: number; marker: string }>(
    `${ON_PRIMARY}SELECT ids AS marker, 0 AS id FROM ${db.tables.own(LISTS)} WHERE token = ${MARKER_TOKEN} AND block = 0 ` +
      `UNION ALL SELECT DISTINCT '' AS marker, post_id AS id FROM ${db.tables.own(PENDING)} LIMIT ${MOST_CANDIDATES + 2}`,
  );
  const marker = rows.map((row) => row.marker).find(isMarker);
  return { marker, pending: rows.flatMap((row) => (row.marker === '' ? [row.id] : [])) };
}

/** Undefined where there are too many, or the index is being made anew. */
async function entriesWith(db: Database, run: string, marker: string, wordText: string): Promise<IdSet | undefined> {
  const words = await db.query<{ word: string }>(
    `${ON_PRIMARY}SELECT word FROM ${db.tables.own(WORDS)} WHERE ${like(wordText)} LIMIT ${MOST_WORDS + 1}`,
    [`%${run}%`],
  );
  if (words.length > MOST_WORDS) return undefined;
  const tokens = [MARKER_TOKEN, tokenOf(ANY_WORD), ...words.map(({ word }) => tokenOf(word))];
  const rows = await db.query<ListRow>(
    `${ON_PRIMARY}SELECT token, block, ids FROM ${db.tables.own(LISTS)} WHERE token IN (${marks(tokens.length)}) LIMIT ${MOST_ROWS + 1}`,
    tokens,
  );
  const isSame = rows.some(({ token, ids }) => token === MARKER_TOKEN && ids === marker);
  return rows.length > MOST_ROWS || !isSame ? undefined : idsIn(rows.filter(({ token }) => token !== MARKER_TOKEN));
}
