import { Logger } from '@nestjs/common';
import type { Database } from '../database.js';
import { inBackground } from '../engine/query-counter.js';
import { buildListIndex, countsFromRows, presentTriggers, removeListIndex } from './build.js';
import type { BuildProgress, ListIndex } from './contract.js';
import { type Counted, countedTables } from './counted.js';
import { LIST_INDEX_TABLES } from './tables.js';
import { listIndexTriggers } from './triggers.js';

const LOOK_EVERY_MS = 30_000;
const LOOK_AGAIN_MS = 2000;

const logger = new Logger('ListIndex');

interface CountRow {
  kind: string;
  value: number;
  entries: number;
  /** The texts they are counted by. */
  [text: string]: string | number;
}

export class TriggeredListIndex implements ListIndex {
  private usable = false;
  private lookedAt = 0;
  private timer?: NodeJS.Timeout;

  constructor(private readonly db: Database) {}

  get isUsable(): boolean {
    return this.usable;
  }

  get hasVersions(): boolean {
    return this.usable && this.db.readsOneServer;
  }

  async watch(): Promise<void> {
    if (!(await this.look()))
      logger.log(
        'There is no complete list index. With one, lists and entries are many times quicker: LIST_INDEX=build, or `nestpress list-index build`.',
      );
    const look = () => void this.look().catch(() => undefined);
    this.timer = setInterval(look, LOOK_EVERY_MS).unref();
    // A table that is restored is a change too.
    this.db.changes.listen((_tables, origin) => {
      if (origin === 'elsewhere' && performance.now() - this.lookedAt > LOOK_AGAIN_MS) look();
    });
  }

  unwatch(): void {
    clearInterval(this.timer);
  }

  async build(progress?: BuildProgress): Promise<void> {
    await buildListIndex(this.db, progress);
    await this.look();
  }

  async remove(): Promise<void> {
    this.usable = false;
    await removeListIndex(this.db);
  }

  async look(): Promise<boolean> {
    this.lookedAt = performance.now();
    const [triggers, tables] = await inBackground(() =>
      Promise.all([presentTriggers(this.db), this.db.existingTables()]),
    );
    const { onWordPress, onOwn } = listIndexTriggers(this.db);
    const wanted = [...onWordPress, ...onOwn].map(({ name }) => name);
    const isUsable =
      wanted.every((name) => triggers.includes(name)) &&
      LIST_INDEX_TABLES.every(({ name }) => tables.includes(this.db.tablePrefix + name));
    if (this.usable && !isUsable)
      logger.warn('The list index is no longer complete and not used; `nestpress list-index build` makes it anew.');
    this.usable = isUsable;
    return isUsable;
  }

  async differences(): Promise<string[]> {
    const counted = Object.values(countedTables(this.db));
    const found: string[] = [];
    for (const into of new Set(counted.map((one) => one.into)))
      found.push(
        ...(await this.differencesIn(
          into,
          counted.filter((one) => one.into === into),
        )),
      );
    return found;
  }

  private async differencesIn(into: string, counted: readonly Counted[]): Promise<string[]> {
    const { texts } = counted[0]!;
    const columns = texts.join(', ');
    const stored = await this.db.query<CountRow>(
      `SELECT ${columns}, kind, value, SUM(entries) AS entries FROM ${into} GROUP BY ${columns}, kind, value`,
    );
    const actual = (
      await Promise.all(counted.flatMap(countsFromRows).map((select) => this.db.query<CountRow>(select)))
    ).flat();
    // Neither engine tells capitals from small letters when it groups.
    const nameOf = (row: CountRow) =>
      `${texts.map((text) => String(row[text]).toLowerCase()).join(' ')} ${row.kind} ${row.value}`;
    const numbered = (rows: readonly CountRow[]) => new Map(rows.map((row) => [nameOf(row), Number(row.entries)]));
    const [kept, real] = [numbered(stored), numbered(actual)];
    return [...new Set([...kept.keys(), ...real.keys()])]
      .filter((key) => (kept.get(key) ?? 0) !== (real.get(key) ?? 0))
      .map((key) => `${key}: ${kept.get(key) ?? 0} kept, ${real.get(key) ?? 0} there`);
  }
}
