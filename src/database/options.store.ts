import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, type Transaction } from './database.js';
import { placeholders } from './engine/parameters.js';
import { Option, selectColumns } from './entities/index.js';
import {
  isTruthy,
  maybeUnserialize,
  toInteger,
  toStored,
  toText,
  type PhpInput,
  type PhpValue,
} from '../text/php/index.js';
import { outsideTransaction } from './joined-transaction.js';
import { rowReader } from './row-reader.js';

export type OptionRow = Pick<Option, 'name' | 'value'>;

const COLUMNS = selectColumns(Option, ['name', 'value']);
const readOption = rowReader<OptionRow>(Option);

/** Options that change often without affecting any response. */
const TRANSIENT_NAMES = /^(?:_site)?_transient_|^cron$/;

/** Options as loaded; a value is decoded on first use, since most are never used. */
export class LoadedOptions {
  private readonly stored: Map<string, string>;
  private readonly decoded = new Map<string, PhpValue>();
  /** Unchanged as long as no option that affects responses has changed. */
  readonly revision: number;

  constructor(rows: readonly OptionRow[], before?: LoadedOptions) {
    this.stored = new Map(rows.map((row) => [row.name, row.value]));
    this.revision = before ? before.revision + (this.shows(before) ? 0 : 1) : 0;
  }

  /** Whether all relevant options are unchanged. */
  private shows(before: LoadedOptions): boolean {
    const persistent = ({ stored }: LoadedOptions) => [...stored].filter(([name]) => !TRANSIENT_NAMES.test(name));
    const options = persistent(this);
    return (
      options.length === persistent(before).length &&
      options.every(([name, value]) => before.stored.get(name) === value)
    );
  }

  /** Whether these are the rows it was made from. */
  isOf(rows: readonly OptionRow[]): boolean {
    return rows.length === this.stored.size && rows.every(({ name, value }) => this.stored.get(name) === value);
  }

  names(): IterableIterator<string> {
    return this.stored.keys();
  }

  has(name: string): boolean {
    return this.stored.has(name);
  }

  get(name: string): PhpValue | undefined {
    const text = this.stored.get(name);
    if (text === undefined) return undefined;
    let value = this.decoded.get(name);
    if (value === undefined) {
      value = maybeUnserialize(text);
      this.decoded.set(name, value);
    }
    return value;
  }
}

/** Short, so that changes made by a WordPress on the same database are noticed soon. */
const FRESH_MS = 1000;
const AUTOLOADED = ['yes', 'on', 'auto', 'auto-on'];

/**
 * The options table. Values are shared between callers: take a copy before changing an array.
 * A missing option is undefined, an empty one ''.
 */
@Injectable()
export class OptionsStore {
  private last?: LoadedOptions;
  private autoloaded?: { until: number; options: Promise<LoadedOptions> };
  /** Options that are not autoloaded, cached individually; undefined if they do not exist. */
  private readonly others = new LRUCache<string, Promise<PhpValue | undefined>>({ max: 500, ttl: FRESH_MS });

  constructor(private readonly db: Database) {
    const table = `${db.tablePrefix}options`;
    // Before `afterCommit` callbacks: once the change is published, no reader may get the old values.
    db.changes.listen((tables) => {
      if (tables.has(table)) this.forget();
    });
  }

  /** All autoloaded options, read at most once a second. */
  all(): Promise<LoadedOptions> {
    if (!this.autoloaded || this.autoloaded.until <= performance.now()) {
      const options = this.load();
      this.autoloaded = { until: performance.now() + FRESH_MS, options };
      options.catch(() => this.forget());
    }
    return this.autoloaded.options;
  }

  async get(name: string): Promise<PhpValue | undefined> {
    const options = await this.all();
    return options.has(name) ? options.get(name) : this.lookUp([name])[0];
  }

  async getMany<Name extends string>(names: readonly Name[]): Promise<Record<Name, PhpValue | undefined>> {
    const options = await this.all();
    const others = names.filter((name) => !options.has(name));
    const values = await Promise.all(this.lookUp(others));
    const found = new Map(others.map((name, i) => [name, values[i]]));
    return Object.fromEntries(names.map((name) => [name, options.get(name) ?? found.get(name)])) as Record<
      Name,
      PhpValue | undefined
    >;
  }

  async text(name: string, fallback = ''): Promise<string> {
    const value = await this.get(name);
    return value === undefined ? fallback : toText(value);
  }

  async integer(name: string, fallback = 0): Promise<number> {
    const value = await this.get(name);
    return value === undefined ? fallback : toInteger(value);
  }

  async flag(name: string): Promise<boolean> {
    return isTruthy(await this.get(name));
  }

  /** The current value, locked until the transaction ends: for read-modify-write. */
  async getForUpdate(tx: Transaction, name: string): Promise<PhpValue | undefined> {
    const [row] = await tx.query<OptionRow>(
      `SELECT ${COLUMNS} FROM ${this.db.tables.options} WHERE option_name = ?${this.db.sql.forUpdate()}`,
      [name],
    );
    return row && maybeUnserialize(readOption(row).value);
  }

  /** An existing option keeps its autoload flag. */
  async set(tx: Transaction, name: string, value: PhpInput, { autoload = true } = {}): Promise<void> {
    await tx.insert(
      Option,
      { name, value: toStored(value), autoload: autoload ? 'yes' : 'no' },
      { onConflict: { key: ['name'], update: ['value'] } },
    );
  }

  /** The same for a text that is stored as it is, serialized or not. */
  async setText(tx: Transaction, name: string, value: string, { autoload = true } = {}): Promise<void> {
    await tx.insert(
      Option,
      { name, value, autoload: autoload ? 'yes' : 'no' },
      { onConflict: { key: ['name'], update: ['value'] } },
    );
  }

  async delete(tx: Transaction, name: string): Promise<void> {
    await tx.delete(Option, { name });
  }

  /** Drops the cached options, for writes that did not use this store. */
  forget(): void {
    this.autoloaded = undefined;
    this.others.clear();
  }

  private async load(): Promise<LoadedOptions> {
    const rows = await outsideTransaction(() =>
      this.db.query<OptionRow>(
        `SELECT ${COLUMNS} FROM ${this.db.tables.options} WHERE autoload IN (${placeholders(AUTOLOADED.length)})`,
        AUTOLOADED,
      ),
    );
    const options = rows.map(readOption);
    // What is derived from unchanged options stays cached.
    if (!this.last?.isOf(options)) this.last = new LoadedOptions(options, this.last);
    return this.last;
  }

  /** Options that are not autoloaded; those that are not cached are read in one statement. */
  private lookUp(names: readonly string[]): readonly Promise<PhpValue | undefined>[] {
    const cached = names.map((name) => this.others.get(name));
    const missing = [...new Set(names.filter((_name, i) => !cached[i]))];
    if (missing.length === 0) return cached as Promise<PhpValue | undefined>[];
    const rows = outsideTransaction(() =>
      this.db.query<OptionRow>(
        `SELECT ${COLUMNS} FROM ${this.db.tables.options} WHERE option_name IN (${placeholders(missing.length)})`,
        missing,
      ),
    ).then((found) => new Map(found.map(readOption).map(({ name, value }) => [name, maybeUnserialize(value)])));
    const read = new Map(missing.map((name) => [name, rows.then((found) => found.get(name))]));
    for (const [name, value] of read) {
      this.others.set(name, value);
      value.catch(() => this.others.delete(name));
    }
    return names.map((name, i) => cached[i] ?? read.get(name)!);
  }
}
