import type { Database } from '../database.js';
import { isLike } from '../engine/collation.js';
import { like, ON_PRIMARY } from '../engine/dialect.js';
import { placeholders } from '../engine/parameters.js';
import type { FoundEntries, SearchedLists } from '../search-index.types.js';
import { IdSet, type ListRow } from '../id-sets.js';
import { isMarker, LISTS, MARKER_TOKEN, PENDING, SEARCH_WORDS } from './tables.js';
import {
  ANY_WORD_TOKEN,
  FILE_TOKEN,
  isRun,
  listToken,
  OTHER_LIST_TOKEN,
  PROTECTED_TOKEN,
  runOf,
  titleToken,
} from './words.js';

/** With more pending entries than this the index does not help. */
const MAX_PENDING = 5000;
/** Longer searches are not exact: further terms hardly reduce the candidates. */
const MAX_RUNS = 3;
/** A term that is part of this many words, or listed in this many rows, takes as long as reading the texts. */
const MAX_WORDS = 10_000;
const MAX_TOKENS = 25_000;
const MAX_ROWS = 20_000;
/** How often a search is repeated whose words and lists do not belong together, since words were added in between. */
const ATTEMPTS = 3;
const MAX_CACHED = 200;
/** Larger vocabularies are read for every search. */
const MAX_VOCABULARY_LENGTH = 16 * 1024 * 1024;

interface Words {
  readonly marker: string;
  readonly wordText: string;
  readonly ofRuns: Map<string, readonly number[] | undefined>;
  /** SQLite only. */
  all?: { readonly words: readonly string[]; readonly tokens: readonly string[] };
}

/** Looks up which entries contain the terms of a search. */
export class EntryFinder {
  /** Words by what they contain; the marker tells whether there are other words by now. */
  private words?: Words;

  constructor(private readonly db: Database) {}

  /** Undefined if the index does not help. */
  async find(terms: readonly string[], wordText: string, searched?: SearchedLists): Promise<FoundEntries | undefined> {
    const runs = [...new Set(terms.flatMap((term) => runOf(term) ?? []))]
      .sort((a, b) => b.length - a.length)
      .slice(0, MAX_RUNS);
    if (runs.length === 0) return undefined;
    const isExact =
      terms.every(isRun) &&
      terms.length <= MAX_RUNS &&
      searched?.lists.every(({ type, status }) => listToken(type, status) !== undefined);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const found = await this.attempt(runs, wordText, isExact ? searched : undefined);
      if (found !== 'outdated') return found;
    }
    return undefined;
  }

  /**
   * The order of the queries matters: an entry that is no longer pending has its words in the index, so pending entries are read
   * first, and everything from the same server. All lists are read at once, so each entry is in the lists of one of its states.
   */
  private async attempt(
    runs: readonly string[],
    wordText: string,
    searched?: SearchedLists,
  ): Promise<FoundEntries | 'outdated' | undefined> {
    const { marker, pending } = await this.readPending();
    if (marker === undefined || pending.length > MAX_PENDING) return undefined;
    const words = await Promise.all(runs.map((run) => this.tokensWith(run, marker, wordText)));
    const indexed = words.filter((tokens) => tokens !== undefined);
    if (indexed.length === 0) return undefined;
    const exact = indexed.length === words.length ? searched : undefined;
    const tokens = tokensToRead(indexed, exact);
    const rows = tokens.length <= MAX_TOKENS ? await this.readLists(tokens) : undefined;
    if (rows === undefined) return undefined;
    if (!rows.some(({ token, block, ids }) => token === MARKER_TOKEN && block === 0 && ids === marker))
      return 'outdated';
    return combine(indexed, new Lists(rows), IdSet.of(pending), exact);
  }

  private async readPending(): Promise<{ marker?: string; pending: number[] }> {
    const { tables } = this.db;
    const rows = await this.db.query<{ kind: string; id: number }>(
      `${ON_PRIMARY}SELECT ids AS kind, 0 AS id FROM ${tables.own(LISTS)} WHERE token = ${MARKER_TOKEN} AND block = 0 ` +
        `UNION ALL SELECT DISTINCT 'pending' AS kind, post_id AS id FROM ${tables.own(PENDING)} LIMIT ${MAX_PENDING + 2}`,
    );
    return {
      marker: rows.map(({ kind }) => kind).find(isMarker),
      pending: rows.filter(({ kind }) => kind === 'pending').map(({ id }) => id),
    };
  }

  /** Undefined if there are too many. */
  private async readLists(tokens: readonly number[]): Promise<ListRow[] | undefined> {
    const rows = await this.db.query<ListRow>(
      `${ON_PRIMARY}SELECT token, block, ids FROM ${this.db.tables.own(LISTS)} WHERE token IN (${placeholders(tokens.length + 1)}) LIMIT ${MAX_ROWS + 1}`,
      [MARKER_TOKEN, ...tokens],
    );
    return rows.length > MAX_ROWS ? undefined : rows;
  }

  /** Tokens of the words that contain the run; undefined if there are too many. */
  private async tokensWith(run: string, marker: string, wordText: string): Promise<readonly number[] | undefined> {
    if (this.words?.marker !== marker || this.words.wordText !== wordText)
      this.words = { marker, wordText, ofRuns: new Map() };
    const { words } = this;
    if (words.ofRuns.has(run)) return words.ofRuns.get(run);
    const found =
      this.db.engine === 'sqlite' ? await this.compareWords(run, words) : await this.queryWords(run, wordText);
    const tokens = found.length > MAX_WORDS ? undefined : found;
    if (words.ofRuns.size >= MAX_CACHED) words.ofRuns.clear();
    words.ofRuns.set(run, tokens);
    return tokens;
  }

  private async queryWords(run: string, wordText: string): Promise<number[]> {
    const rows = await this.db.query<{ token: number }>(
      `${ON_PRIMARY}SELECT token FROM ${this.db.tables.own(SEARCH_WORDS)} WHERE ${like(wordText)} LIMIT ${MAX_WORDS + 1}`,
      [`%${run}%`],
    );
    return rows.map(({ token }) => token);
  }

  /** LIKE is our own function on SQLite; calling it from SQL for each word takes ten times as long. */
  private async compareWords(run: string, vocabulary: Words): Promise<number[]> {
    const all = vocabulary.all ?? (await this.readWords());
    const characters = all.words.reduce((sum, word) => sum + word.length, 0);
    if (characters <= MAX_VOCABULARY_LENGTH) vocabulary.all = all;
    const pattern = `%${run}%`;
    return all.tokens.filter((_, index) => isLike(all.words[index]!, pattern)).map(Number);
  }

  private async readWords(): Promise<NonNullable<Words['all']>> {
    const [row] = await this.db.query<{ words: string | null; tokens: string | null }>(
      `SELECT group_concat(word, ' ') AS words, group_concat(token, ' ') AS tokens FROM ${this.db.tables.own(SEARCH_WORDS)}`,
    );
    return { words: row!.words?.split(' ') ?? [], tokens: row!.tokens?.split(' ') ?? [] };
  }
}

/** Rows by token. */
class Lists {
  private readonly rows = new Map<number, ListRow[]>();

  constructor(rows: readonly ListRow[]) {
    for (const row of rows) {
      const ofToken = this.rows.get(row.token);
      if (ofToken) ofToken.push(row);
      else this.rows.set(row.token, [row]);
    }
  }

  /** The entries under any of the tokens. */
  of(...tokens: readonly number[]): IdSet {
    return IdSet.ofRows(tokens.flatMap((token) => this.rows.get(token) ?? []));
  }
}

/** Tokens of words for each term, and those of what the entries are compared with. */
function tokensToRead(words: readonly (readonly number[])[], searched: SearchedLists | undefined): number[] {
  const all = words.flat();
  if (!searched) return [ANY_WORD_TOKEN, ...all];
  const properties = [ANY_WORD_TOKEN, OTHER_LIST_TOKEN, PROTECTED_TOKEN, FILE_TOKEN];
  const lists = searched.lists.map(({ type, status }) => listToken(type, status)!);
  return [...properties, ...lists, ...all, ...(searched.ranksTitles ? all.map(titleToken) : [])];
}

function combine(
  words: readonly (readonly number[])[],
  lists: Lists,
  pending: IdSet,
  searched: SearchedLists | undefined,
): FoundEntries {
  const unindexed = lists.of(ANY_WORD_TOKEN);
  const matches = words.map((tokens) => lists.of(...tokens).or(unindexed)).reduce((a, b) => a.and(b));
  if (!searched) return { candidates: matches.or(pending) };
  const searchedLists = searched.lists.map(({ type, status }) => lists.of(listToken(type, status)!));
  const inAnyList = searchedLists.reduce((a, b) => a.or(b), IdSet.EMPTY);
  const isUncertain = [
    unindexed,
    searched.includesProtected ? IdSet.EMPTY : lists.of(PROTECTED_TOKEN),
    searched.includesFileNames ? IdSet.EMPTY : lists.of(FILE_TOKEN),
  ].reduce((a, b) => a.or(b));
  const uncertain = matches.and(isUncertain.and(inAnyList).or(lists.of(OTHER_LIST_TOKEN))).or(pending);
  const certain = matches.and(inAnyList).without(uncertain);
  const inTitle = words.map((tokens) => lists.of(...tokens.map(titleToken)).and(certain));
  const found = searched.lists.map((list, index) => ({
    ...list,
    entries: searchedLists[index]!.size,
    certain: searchedLists[index]!.and(certain),
  }));
  return { candidates: certain.or(uncertain), exact: { lists: found, certain, uncertain, inTitle } };
}
