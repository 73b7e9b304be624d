import { Logger } from '@nestjs/common';
import type { Database } from '../database.js';
import { inBackground } from '../engine/query-counter.js';
import { presentTriggers } from '../lists/indexed/build.js';
import { SEARCH_TRIGGERS } from '../lists/indexed/trigger-dialect.js';
import { areIntact } from '../lists/indexed/trigger-state.js';
import { buildSearchIndex, removeSearchIndex } from './build.js';
import { wronglyListed } from './check.js';
import { EntryFinder } from './find-entries.js';
import type { FoundEntries, Progress, SearchedLists, SearchIndex } from '../search-index.types.js';
import { readMarker, SEARCH_INDEX_TABLES } from './tables.js';
import { indexPendingTexts } from './add-words.js';
import { searchIndexTriggers } from './triggers.js';
import { placeholders } from '../engine/parameters.js';
import { SEARCHED_COLUMNS } from './texts.js';
import { COLLATIONS } from './words.js';

const POLL_EVERY_MS = 30_000;
/** The exclusive work on the index. */
const TASK = 'search index build';

export class WordSearchIndex implements SearchIndex {
  /** The LIKE pattern of an indexed word, while the index is usable. */
  private wordText?: string;
  private timer?: NodeJS.Timeout;

  private readonly finder: EntryFinder;

  constructor(private readonly db: Database) {
    this.finder = new EntryFinder(db);
  }

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
  async find(terms: readonly string[], searched?: SearchedLists): Promise<FoundEntries | undefined> {
    if (this.wordText === undefined) return undefined;
    return this.finder.find(terms, this.wordText, searched).catch((error: unknown) => {
      new Logger('SearchIndex').warn(`A search ran without the search index: ${String(error)}`);
      return undefined;
    });
  }

  async indexPending(): Promise<number> {
    return this.isUsable ? indexPendingTexts(this.db) : 0;
  }

  differences(): Promise<string[]> {
    return wronglyListed(this.db);
  }

  private async isComplete(): Promise<boolean> {
    const [triggers, tables] = await Promise.all([presentTriggers(this.db), this.db.existingTables()]);
    const hasAll =
      searchIndexTriggers(this.db).every(({ name }) => triggers.includes(name)) &&
      SEARCH_INDEX_TABLES.every(({ name }) => tables.includes(this.db.tablePrefix + name));
    return hasAll && (await readMarker(this.db)) !== undefined && (await areIntact(this.db, SEARCH_TRIGGERS));
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
