import type { Database } from '../database.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { placeholders } from '../engine/parameters.js';
import { BlockIds, blockOf, type ListRow } from '../id-sets.js';
import { LISTS, MARKER_TOKEN, PENDING, SEARCH_WORDS } from './tables.js';
import { allWords, type EntryWords } from './texts.js';
import { ANY_WORD, ANY_WORD_TOKEN, titleToken, tokenOf } from './words.js';

const ENTRIES_AT_ONCE = 50;
const TOKENS_AT_ONCE = 500;
const ROWS_AT_ONCE = 1000;

/** Entries that are not pending and are not in the lists of their words, or in lists of others. */
export async function wronglyListed(db: Database): Promise<string[]> {
  const before = await pendingIds(db);
  const listings = await countListings(db);
  const lacking = new Map<number, number>();
  for await (const entries of allWords(db, ENTRIES_AT_ONCE)) {
    for (const [id, { lacks, has }] of await compare(db, entries)) {
      if (lacks > 0) lacking.set(id, lacks);
      listings.set(id, (listings.get(id) ?? 0) - has);
    }
  }
  const after = await pendingIds(db);
  const isPending = (id: number) => before.has(id) || after.has(id);
  return [
    ...[...lacking]
      .filter(([id]) => !isPending(id))
      .map(([id, lacks]) => `Entry ${id}: it is missing from ${lacks} lists.`),
    ...[...listings]
      .filter(([id, count]) => count > 0 && !isPending(id))
      .map(([id, count]) => `Entry ${id}: it is in ${count} lists that it does not belong to.`),
  ];
}

async function pendingIds(db: Database): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(
    `${ON_PRIMARY}SELECT DISTINCT post_id AS id FROM ${db.tables.own(PENDING)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** In how many lists each entry is. */
async function countListings(db: Database): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let token = MARKER_TOKEN, block = 0; ;) {
    const rows = await db.query<ListRow>(
      `${ON_PRIMARY}SELECT token, block, ids FROM ${db.tables.own(LISTS)} WHERE token > ? OR (token = ? AND block > ?) ` +
        `ORDER BY token, block LIMIT ${ROWS_AT_ONCE}`,
      [token, token, block],
    );
    if (rows.length === 0) return counts;
    for (const row of rows)
      for (const id of BlockIds.read(row.ids).ids(row.block)) counts.set(id, (counts.get(id) ?? 0) + 1);
    ({ token, block } = rows.at(-1)!);
  }
}

async function compare(
  db: Database,
  entries: readonly EntryWords[],
): Promise<Map<number, { lacks: number; has: number }>> {
  const blocks = [...new Set(entries.map(({ id }) => blockOf(id)))];
  const words = await storedWords(db, [...new Set(entries.flatMap(({ words: some }) => [...some]))]);
  const tokensOf = ({ words: own, titleWords, properties }: EntryWords) => {
    const all = new Set(properties);
    const tokenIn = (word: string) => ((words.get(tokenOf(word)) ?? word) === word ? tokenOf(word) : ANY_WORD_TOKEN);
    for (const word of own) all.add(word === ANY_WORD ? ANY_WORD_TOKEN : tokenIn(word));
    for (const word of titleWords)
      if (word !== ANY_WORD && tokenIn(word) !== ANY_WORD_TOKEN) all.add(titleToken(tokenOf(word)));
    return all;
  };
  const expected = new Map(entries.map((entry) => [entry.id, tokensOf(entry)]));
  const lists = new Map<string, BlockIds>();
  for (const part of inParts([...new Set([...expected.values()].flatMap((tokens) => [...tokens]))])) {
    const rows = await db.query<ListRow>(
      `${ON_PRIMARY}SELECT token, block, ids FROM ${db.tables.own(LISTS)} WHERE token IN (${placeholders(part.length)}) AND block IN (${placeholders(blocks.length)})`,
      [...part, ...blocks],
    );
    for (const { token, block, ids } of rows) lists.set(`${token} ${block}`, BlockIds.read(ids));
  }
  return new Map(
    [...expected].map(([id, tokens]) => {
      const has = [...tokens].filter((token) => lists.get(`${token} ${blockOf(id)}`)?.has(id)).length;
      return [id, { lacks: tokens.size - has, has }];
    }),
  );
}

async function storedWords(db: Database, words: readonly string[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const part of inParts(words.map(tokenOf))) {
    const rows = await db.query<{ token: number; word: string }>(
      `${ON_PRIMARY}SELECT token, word FROM ${db.tables.own(SEARCH_WORDS)} WHERE token IN (${placeholders(part.length)})`,
      part,
    );
    for (const { token, word } of rows) found.set(token, word);
  }
  return found;
}

function* inParts(tokens: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < tokens.length; from += TOKENS_AT_ONCE) yield tokens.slice(from, from + TOKENS_AT_ONCE);
}
