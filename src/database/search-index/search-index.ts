import { Logger } from '@nestjs/common';
import type { Database } from '../database.js';
import { inBackground } from '../engine/query-counter.js';
import { presentTriggers } from '../list-index/build.js';
import { buildSearchIndex, removeSearchIndex } from './build.js';
import { findCandidates } from './candidates.js';
import { missedEntries } from './check.js';
import type { Progress, SearchIndex } from './contract.js';
import { readMarker } from './marker.js';
import { SEARCH_INDEX_TABLES } from './tables.js';
import { indexPendingTexts } from './add-words.js';
import { searchIndexTriggers } from './triggers.js';
import { placeholders } from '../engine/parameters.js';
import { SEARCHED_COLUMNS } from './texts.js';
import { COLLATIONS } from './words.js';

const LOOK_EVERY_MS = 30_000;

export class WordSearchIndex implements SearchIndex {
  /** How an indexed word is written in a LIKE, while the index is usable. */
  private wordText?: string;
  private timer?: NodeJS.Timeout;

  constructor(private readonly db: Database) {}

  get isUsable(): boolean {
    return this.wordText !== undefined;
  }

  async watch(): Promise<void> {
    await this.look();
    this.timer = setInterval(() => void this.look().catch(() => undefined), LOOK_EVERY_MS).unref();
  }

  unwatch(): void {
    clearInterval(this.timer);
  }

  async build(progress?: Progress): Promise<void> {
    this.wordText = undefined;
    // Throws where the index could miss something.
    await comparedAs(this.db);
    await buildSearchIndex(this.db, progress);
    await this.look();
  }

  async remove(): Promise<void> {
    this.wordText = undefined;
    await removeSearchIndex(this.db);
  }

  async look(): Promise<boolean> {
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

  /** Whatever goes wrong here, the texts are there to be read. */
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

/** How an indexed word is written in a LIKE, so that it is compared as the texts are. */
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
