import { Logger } from '@nestjs/common';
import type { Database } from '../database.js';
import { inBackground } from '../engine/query-counter.js';
import { presentTriggers } from '../list-index/build.js';
import { buildSearchIndex, removeSearchIndex } from './build.js';
import { findCandidates } from './candidates.js';
import type { Progress, SearchIndex } from '../search-index.types.js';
import { LISTS, PENDING, readMarker, SEARCH_INDEX_TABLES, SEARCH_WORDS } from './tables.js';
import { indexPendingTexts } from './add-words.js';
import { searchIndexTriggers } from './triggers.js';
import { placeholders } from '../engine/parameters.js';
import { SEARCHED_COLUMNS, allWords, type EntryWords } from './texts.js';
import { COLLATIONS, tokenOf } from './words.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { ANY_ID, blockOf, listed, type ListRow } from './id-lists.js';

const POLL_EVERY_MS = 30_000;
/** The exclusive work on the index. */
const TASK = 'search index build';

export class WordSearchIndex implements SearchIndex {
  /** The LIKE pattern of an indexed word, while the index is usable. */
  private wordText?: string;
  private timer?: NodeJS.Timeout;

  constructor(private readonly db: Database) {}

  get isUsable(): boolean {
    return this.wordText !== undefined;
  }

  async watch(): Promise<void> {
    await this.poll();
    this.timer = setInterval(() => void this.poll().catch(() => undefined), POLL_EVERY_MS).unref();
  }

  unwatch(): void {
    clearInterval(this.timer);
  }

  async build(progress?: Progress): Promise<void> {
    // Throws if the index could miss a result.
    await comparedAs(this.db);
    await this.db.exclusively(TASK, () => {
      this.wordText = undefined;
      return buildSearchIndex(this.db, progress);
    });
    await this.poll();
  }

  async remove(): Promise<void> {
    await this.db.exclusively(TASK, () => {
      this.wordText = undefined;
      return removeSearchIndex(this.db);
    });
  }

  async poll(): Promise<boolean> {
    const isComplete = await inBackground(() => this.isComplete());
    const wordText = isComplete ? await inBackground(() => comparedAs(this.db)).catch(() => undefined) : undefined;
    if (this.isUsable && wordText === undefined) {
      new Logger('SearchIndex').warn(
        'The search index is no longer complete and is not used; `nestpress search-index build` rebuilds it.',
      );
    }
    this.wordText = wordText;
    return this.isUsable;
  }

  /** On any failure, searches read the texts themselves. */
  async candidates(terms: readonly string[]): Promise<number[] | undefined> {
    if (this.wordText === undefined) return undefined;
    return findCandidates(this.db, terms, this.wordText).catch((error: unknown) => {
      new Logger('SearchIndex').warn(`A search ran without the search index: ${String(error)}`);
      return undefined;
    });
  }

  async indexPending(): Promise<number> {
    return this.isUsable ? indexPendingTexts(this.db) : 0;
  }

  differences(): Promise<string[]> {
    return missedEntries(this.db);
  }

  private async isComplete(): Promise<boolean> {
    const [triggers, tables] = await Promise.all([presentTriggers(this.db), this.db.existingTables()]);
    const hasAll =
      searchIndexTriggers(this.db).every(({ name }) => triggers.includes(name)) &&
      SEARCH_INDEX_TABLES.every(({ name }) => tables.includes(this.db.tablePrefix + name));
    return hasAll && (await readMarker(this.db)) !== undefined;
  }
}

/** The LIKE pattern of an indexed word, so that it is compared like the texts. */
async function comparedAs(db: Database): Promise<string> {
  if (db.engine === 'sqlite') return 'word';
  const columns = [...new Set(SEARCHED_COLUMNS.map(([, column]) => column))];
  const tables = [...new Set(SEARCHED_COLUMNS.map(([table]) => db.tablePrefix + table))];
  const rows = await db.query<{ collation: string | null }>(
    'SELECT DISTINCT COLLATION_NAME AS collation FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ' +
      `AND TABLE_NAME IN (${placeholders(tables.length)}) AND COLUMN_NAME IN (${placeholders(columns.length)})`,
    [...tables, ...columns],
  );
  const found = rows.map(({ collation }) => String(collation));
  if (found.length !== 1 || !COLLATIONS.has(found[0]!)) {
    throw new Error(
      `The texts and file names have to share one of the collations ${[...COLLATIONS].join(', ')} for a search index; they have ${found.join(', ')}.`,
    );
  }
  return `word COLLATE ${found[0]}`;
}

const ENTRIES_AT_ONCE = 50;
const WORDS_AT_ONCE = 500;

/** Entries that are neither pending nor completely indexed. */
async function missedEntries(db: Database): Promise<string[]> {
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
