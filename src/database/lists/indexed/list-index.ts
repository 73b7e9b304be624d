import { Logger } from '@nestjs/common';
import type { Database } from '../../database.js';
import { inBackground } from '../../engine/query-counter.js';
import { seesUncommitted } from '../../joined-transaction.js';
import { setTimeout as wait } from 'node:timers/promises';
import {
  buildListIndex,
  dropOneIndex,
  extraIndexes,
  presentIndexes,
  presentTriggers,
  removeListIndex,
} from './build.js';
import type { BuildProgress, ListFamily, ListIndex, ListIndexBuild } from '../../list-index.types.js';
import { type CountedTable, countsFromRows, includedTables } from './count-clauses.js';
import { type LeftOut, leftOutBy, NOTHING_LEFT_OUT } from './families.js';
import { parentDifferences } from './parents.js';
import { mergeChanges } from './merge-changes.js';
import { MERGED_AT_ONCE } from './merged-rows.js';
import { ReplacedTables } from './replaced-tables.js';
import { applyTermChanges, hasTermChanges } from './term-changes.js';
import { hasCollations, textDifferences } from './texts.js';
import { LIST_INDEX_TABLES } from './tables.js';
import { LIST_TRIGGERS, TRIGGER_DIALECTS } from './trigger-dialect.js';
import { areIntact, recordFailure } from './trigger-state.js';
import { listIndexTriggers } from './triggers.js';

const CHECK_EVERY_MS = 30_000;
const MIN_CHECK_INTERVAL_MS = 2000;
/** After this time every process has checked the index, with some time to spare. */
const SETTLE_MS = CHECK_EVERY_MS + 3000;
/** How often the terms of written entries are read before a list of theirs, while others write. */
const ATTEMPTS = 3;
/** The exclusive work on the index. */
const TASK = 'list index build';

const logger = new Logger('ListIndex');

interface CountRow {
  counted_by: string;
  value: number;
  entries: number;
  /** The two texts of the counter. */
  [text: string]: string | number;
}

export class TriggeredListIndex implements ListIndex {
  private usable = false;
  private without: LeftOut = NOTHING_LEFT_OUT;
  private checkedAt = 0;
  private timer?: NodeJS.Timeout;
  private readonly replaced: ReplacedTables;
  private applying?: Promise<number>;

  constructor(private readonly db: Database) {
    this.replaced = new ReplacedTables(db);
  }

  get isUsable(): boolean {
    return this.usable;
  }

  has(family: ListFamily): boolean {
    return this.usable && !this.without.has(family);
  }

  get leftOut(): readonly ListFamily[] {
    return [...this.without];
  }

  get hasVersions(): boolean {
    return this.has('versions') && this.db.readsOneServer;
  }

  async watch(): Promise<void> {
    if (!(await this.poll()))
      logger.log(
        'There is no complete list index. With one, lists and entries are many times quicker: LIST_INDEX=build, or `nestpress list-index build`.',
      );
    this.timer = setInterval(() => this.check(), CHECK_EVERY_MS).unref();
  }

  unwatch(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  tablesReplaced(): void {
    if (this.timer && performance.now() - this.checkedAt > MIN_CHECK_INTERVAL_MS) this.check();
  }

  private check(): void {
    this.poll().catch(() => undefined);
  }

  async build(progress?: BuildProgress, options: ListIndexBuild = {}): Promise<void> {
    await this.db.exclusively(TASK, async () => {
      const isComplete = await this.poll();
      const without = options.without ? new Set(options.without) : this.without;
      if (isComplete && [...without].some((family) => this.has(family)))
        await this.settle(options.settleMs ?? SETTLE_MS, progress);
      await buildListIndex(this.db, without, progress);
    });
    await this.poll();
  }

  /** Until no process uses what the build leaves out, it stays exact: terms are counted from it. */
  private async settle(ms: number, progress?: BuildProgress): Promise<void> {
    progress?.(0, 1, 'waiting for running processes');
    await dropOneIndex(this.db);
    await wait(ms);
  }

  async remove(): Promise<void> {
    await this.db.exclusively(TASK, () => {
      this.usable = false;
      return removeListIndex(this.db);
    });
  }

  async poll(): Promise<boolean> {
    this.checkedAt = performance.now();
    const [triggers, tables, indexes, isSortedAlike, isIntact] = await inBackground(() =>
      Promise.all([
        presentTriggers(this.db),
        this.db.existingTables(),
        presentIndexes(this.db),
        hasCollations(this.db),
        areIntact(this.db, LIST_TRIGGERS),
      ]),
    );
    const leftOut = leftOutBy(triggers, this.db.tablePrefix);
    const { onWordPress, onOwn } = listIndexTriggers(this.db, leftOut);
    const expected = [...onWordPress, ...onOwn].map(({ name }) => name);
    const isUsable =
      isSortedAlike &&
      isIntact &&
      extraIndexes(leftOut).every(({ name }) => indexes.some((index) => index.name.endsWith(name))) &&
      expected.every((name) => triggers.includes(name)) &&
      LIST_INDEX_TABLES.every(({ name }) => tables.includes(this.db.tablePrefix + name)) &&
      (await inBackground(() => this.isCounted(leftOut)));
    if (this.usable && !isUsable)
      logger.warn('The list index is no longer complete and is not used; `nestpress list-index build` rebuilds it.');
    this.without = leftOut;
    this.usable = isUsable;
    return isUsable;
  }

  /** A loss is recorded, so that it does not look complete again after further writes. */
  private async isCounted(leftOut: LeftOut): Promise<boolean> {
    if (await this.replaced.areCounted(leftOut)) return true;
    await recordFailure(this.db, LIST_TRIGGERS).catch(() => undefined);
    return false;
  }

  async hasCurrentTerms(): Promise<boolean> {
    if (!this.isConcurrent) return true;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!(await hasTermChanges(this.db))) return true;
      // Another transaction would not see those of this one.
      if (seesUncommitted()) return false;
      // It may have begun before the changes that were found, which are then looked for again.
      const applied = await this.applyTermChanges().catch(() => undefined);
      if (applied === undefined || applied === MERGED_AT_ONCE) return false;
    }
    return false;
  }

  async merge(): Promise<boolean> {
    if (!this.usable || !this.isConcurrent) return false;
    const applied = (await hasTermChanges(this.db)) ? await this.applyTermChanges() : 0;
    return (await mergeChanges(this.db)) || applied === MERGED_AT_ONCE;
  }

  private get isConcurrent(): boolean {
    return TRIGGER_DIALECTS[this.db.engine].isConcurrent;
  }

  /** Requests that need it at the same time share one transaction. */
  private applyTermChanges(): Promise<number> {
    this.applying ??= applyTermChanges(this.db).finally(() => (this.applying = undefined));
    return this.applying;
  }

  async differences(): Promise<string[]> {
    const counted = includedTables(this.db, this.without);
    const found: string[] = [];
    for (const into of new Set(counted.map((list) => list.into)))
      found.push(
        ...(await this.differencesIn(
          into,
          counted.filter((list) => list.into === into),
        )),
      );
    return [...found, ...(await parentDifferences(this.db, this.without)), ...(await textDifferences(this.db))];
  }

  private async differencesIn(into: string, counted: readonly CountedTable[]): Promise<string[]> {
    const { texts } = counted[0]!;
    const columns = texts.join(', ');
    const stored = await this.db.query<CountRow>(
      `SELECT ${columns}, counted_by, value, SUM(entries) AS entries FROM ${into} GROUP BY ${columns}, counted_by, value`,
    );
    const actual = (
      await Promise.all(counted.flatMap(countsFromRows).map((select) => this.db.query<CountRow>(select)))
    ).flat();
    // Both engines group without regard to case.
    const keyOf = (row: CountRow) =>
      `${texts.map((text) => String(row[text]).toLowerCase()).join(' ')} ${row.counted_by} ${row.value}`;
    const byKey = (counts: readonly CountRow[]) => new Map(counts.map((row) => [keyOf(row), Number(row.entries)]));
    const [counters, rows] = [byKey(stored), byKey(actual)];
    return [...new Set([...counters.keys(), ...rows.keys()])]
      .filter((key) => (counters.get(key) ?? 0) !== (rows.get(key) ?? 0))
      .map((key) => `${key}: ${counters.get(key) ?? 0} counted, ${rows.get(key) ?? 0} rows`);
  }
}
