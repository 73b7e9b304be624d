import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { ENTRY_VERSION_RULES } from '../../modules/entries/entry-sources.js';
import { type Database, type SqlParameter } from '../../database/database.js';
import { openDatabase } from '../../database/drivers/open.js';
import { type DatabaseOptions } from '../../database/drivers/options.js';
import { type TableDefinition } from '../../database/schema/index.js';
import { insertMany } from '../bulk-rows.js';
import { planTables } from './copied-tables.js';

/** Approximate size of texts in memory at a time. */
const WANTED_CHARACTERS = 2_000_000;
const MOST_ROWS = 2000;
const FIRST_ROWS = 100;

type Row = readonly SqlParameter[];

/** All rows of a table in pages by its primary key, values in column order. Pages are smaller if rows are large. */
async function* readTable(db: Database, { name, columns, primaryKey }: TableDefinition): AsyncGenerator<Row[]> {
  const names = columns.map((column) => `\`${column.name}\``).join(', ');
  const order = primaryKey.map((column) => `\`${column}\``).join(', ');
  const keyPlaces = primaryKey.map((key) => columns.findIndex((column) => column.name === key));
  const table = `\`${db.tablePrefix}${name}\``;
  let after: SqlParameter[] | undefined;
  let limit = FIRST_ROWS;
  for (;;) {
    const condition = after ? `WHERE ${keyIsAfter(primaryKey)}` : '';
    const found = await db.query<Record<string, SqlParameter>>(
      `SELECT ${names} FROM ${table} ${condition} ORDER BY ${order} LIMIT ${limit}`,
      after ? keyIsAfterValues(after) : [],
    );
    const rows = found.map((row) => columns.map((column) => row[column.name] ?? null));
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = keyPlaces.map((place) => rows.at(-1)![place]!);
    const characters = rows.reduce(
      (sum, row) =>
        sum + row.reduce<number>((length, value) => length + (typeof value === 'string' ? value.length : 8), 0),
      0,
    );
    limit = Math.max(
      1,
      Math.min(MOST_ROWS, limit * 2, Math.floor((WANTED_CHARACTERS * rows.length) / (characters + 1))),
    );
  }
}

/** `a > ? OR (a = ? AND b > ?)`: row comparisons do not use the index on every engine. */
function keyIsAfter(key: readonly string[]): string {
  return key
    .map(
      (column, place) =>
        `(${[...key.slice(0, place).map((before) => `\`${before}\` = ?`), `\`${column}\` > ?`].join(' AND ')})`,
    )
    .join(' OR ');
}

function keyIsAfterValues(after: readonly SqlParameter[]): SqlParameter[] {
  return after.flatMap((_, place) => after.slice(0, place + 1));
}

/** A digest of rows that is independent of their order, since engines sort texts differently. */
class RowChecksum {
  rows = 0;
  private high = 0;
  private low = 0;

  add(row: readonly SqlParameter[]): void {
    const hash = createHash('sha1');
    // Prefixed with its length, so that no value can be mistaken for two.
    for (const value of row) {
      const text = value === null ? '' : String(value);
      hash.update(value === null ? 'null;' : `${text.length}:${text};`);
    }
    const digest = hash.digest();
    this.high = (this.high + digest.readUInt32BE(0)) >>> 0;
    this.low = (this.low + digest.readUInt32BE(4)) >>> 0;
    this.rows++;
  }

  get sum(): string {
    return [this.high, this.low].map((part) => part.toString(16).padStart(8, '0')).join('');
  }
}

/** The next AUTO_INCREMENT ID of a table; IDs of deleted rows are not reused, so it is not always one more than the largest. */
async function nextId(db: Database, table: TableDefinition): Promise<number | undefined> {
  if (!hasCounter(table)) return undefined;
  const name = db.tablePrefix + table.name;
  if (db.engine === 'sqlite') {
    const [row] = await db.query<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', [name]);
    return row && row.seq + 1;
  }
  const [row] = await db.query<{ next: number | null }>(
    'SELECT AUTO_INCREMENT AS next FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
    [name],
  );
  return row?.next ?? undefined;
}

async function setNextId(db: Database, table: TableDefinition, next: number): Promise<void> {
  const name = db.tablePrefix + table.name;
  if (db.engine === 'mysql') {
    await db.query(`ALTER TABLE \`${name}\` AUTO_INCREMENT = ${Math.trunc(next)}`);
    return;
  }
  await db.transaction(async (tx) => {
    await tx.execute('DELETE FROM sqlite_sequence WHERE name = ?', [name]);
    await tx.execute('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [name, Math.trunc(next) - 1]);
  });
}

function hasCounter(table: TableDefinition): boolean {
  return table.columns.some((column) => column.autoIncrement);
}

/** A copy that is not possible or failed verification; the message is a sentence for the user. */
export class CopyError extends Error {}

/** Location of a site: a database on a server or a file. */
export interface DatabaseLocation {
  options: Pick<DatabaseOptions, 'url' | 'file'>;
  /** The location without its password. */
  name: string;
}

/** `mysql://user:password@host/name`, or a file, with or without the prefix `sqlite:`. */
function parseLocation(text: string): DatabaseLocation {
  if (/^(?:mysql|mariadb):\/\//.test(text)) {
    if (!URL.canParse(text))
      throw new CopyError('The address of a database must look like mysql://user:password@host:3306/name.');
    const { hostname, port, pathname } = new URL(text);
    return { options: { url: text, file: '' }, name: `${hostname}:${port || 3306}${pathname}` };
  }
  if (/^\w{2,}:\/\//.test(text)) throw new CopyError('Sites are copied from and to mysql:// addresses and files.');
  const file = resolve(text.replace(/^sqlite:/, ''));
  return { options: { file }, name: existsSync(file) ? realpathSync(file) : file };
}

/** Opening a missing SQLite file would create it. */
function checkSource({ options, name }: DatabaseLocation): void {
  if (options.url === undefined && !existsSync(options.file)) throw new CopyError(`There is no file ${name}.`);
}

export interface CopyOptions {
  from: string;
  to: string;
  tablePrefix: string;
  /** Delete the target's tables first; otherwise it has to be empty. */
  replace: boolean;
}

export interface CopiedTable {
  table: string;
  rows: number;
  checksum: string;
}

export interface CopyListener {
  progress(table: string, rows: number, ofRows: number): void;
  note(sentence: string): void;
}

/** Without it MySQL would replace an id of 0 with a generated one. */
const ALLOW_ZERO_IDS = "SET SESSION sql_mode='NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'";

/** Copies a complete site between databases of any engine, and reads the copy again to verify it. */
export async function copySite(
  { from, to, tablePrefix, replace }: CopyOptions,
  listener: CopyListener,
): Promise<CopiedTable[]> {
  const [source, target] = [parseLocation(from), parseLocation(to)];
  if (source.name === target.name) throw new CopyError(`${source.name} cannot be copied to itself.`);
  checkSource(source);
  const reader = await openDatabase({
    ...source.options,
    tablePrefix,
    mapsFile: false,
    versionRules: ENTRY_VERSION_RULES,
  });
  try {
    const writer = await openDatabase({
      ...target.options,
      tablePrefix,
      mapsFile: false,
      versionRules: ENTRY_VERSION_RULES,
    });
    try {
      return await new SiteCopy(reader, writer, listener).run({
        replace,
        sourceName: source.name,
        targetName: target.name,
      });
    } finally {
      await writer.close();
    }
  } finally {
    await reader.close();
  }
}

class SiteCopy {
  private replacedValues = 0;

  constructor(
    private readonly from: Database,
    private readonly to: Database,
    private readonly listener: CopyListener,
  ) {}

  async run({
    replace,
    sourceName,
    targetName,
  }: {
    replace: boolean;
    sourceName: string;
    targetName: string;
  }): Promise<CopiedTable[]> {
    const existing = new Set(await this.from.existingTables());
    const { tables, foreign, unknown } = planTables([...existing], this.from.tablePrefix);
    if (!existing.has(`${this.from.tablePrefix}options`))
      throw new CopyError(`There is no site in ${sourceName} with the table prefix ${this.from.tablePrefix}.`);
    if (unknown.length > 0) throw new CopyError(`This version does not know the tables ${unknown.join(', ')}.`);
    if (foreign.length > 0) this.listener.note(`Not copied, neither WordPress's nor ours: ${foreign.join(', ')}.`);
    await this.to.createTables(tables);
    await this.emptyTarget(tables, targetName, replace);
    const isIndexed = (await this.from.listIndex.poll()) || (await this.to.listIndex.poll());
    // Building the index at the end is faster than updating it row by row.
    if (isIndexed) await this.to.listIndex.remove();
    const isSearchIndexed = (await this.from.searchIndex.poll()) || (await this.to.searchIndex.poll());
    if (isSearchIndexed) await this.to.searchIndex.remove();
    const copied: CopiedTable[] = [];
    for (const table of tables) {
      if (existing.has(this.from.tablePrefix + table.name)) copied.push(await this.copyTable(table));
    }
    if (isIndexed) await this.index('list index', this.to.listIndex);
    if (isSearchIndexed) await this.index('search index', this.to.searchIndex);
    if (this.replacedValues > 0)
      this.listener.note(
        `${this.replacedValues} values held NUL characters, which the target cannot; they are U+FFFD there.`,
      );
    return copied;
  }

  private async index(name: string, index: { build(): Promise<void> }): Promise<void> {
    try {
      await index.build();
    } catch (error) {
      this.listener.note(`The target has no ${name}: ${String(error)}`);
    }
  }

  private async emptyTarget(tables: readonly TableDefinition[], targetName: string, replace: boolean): Promise<void> {
    for (const { name } of tables) {
      const table = `\`${this.to.tablePrefix}${name}\``;
      if ((await this.to.query(`SELECT 1 FROM ${table} LIMIT 1`)).length === 0) continue;
      if (!replace)
        throw new CopyError(
          `${targetName} is not empty (${this.to.tablePrefix}${name} has rows). With --replace what is there is deleted.`,
        );
      await this.to.transaction((tx) => tx.execute(`DELETE FROM ${table}`));
    }
  }

  private async copyTable(table: TableDefinition): Promise<CopiedTable> {
    const name = this.from.tablePrefix + table.name;
    await this.noteUnknownColumns(table, name);
    const total = await count(this.from, name);
    const written = new RowChecksum();
    for await (const rows of readTable(this.from, table)) {
      const storable = rows.map((row) => this.storable(row));
      await this.write(table, storable);
      for (const row of storable) written.add(row);
      this.listener.progress(name, written.rows, Math.max(total, written.rows));
    }
    const next = await nextId(this.from, table);
    if (next !== undefined && next > 1) await setNextId(this.to, table, next);
    await this.verify(table, name, written);
    return { table: name, rows: written.rows, checksum: written.sum };
  }

  private async write(table: TableDefinition, rows: readonly Row[]): Promise<void> {
    await this.to.transaction(async (tx) => {
      if (this.to.engine === 'mysql') await tx.execute(ALLOW_ZERO_IDS);
      await insertMany(
        tx,
        `\`${this.to.tablePrefix}${table.name}\``,
        table.columns.map((column) => column.name),
        rows,
      );
    });
  }

  private async verify(table: TableDefinition, name: string, written: RowChecksum): Promise<void> {
    const read = new RowChecksum();
    for await (const rows of readTable(this.to, table)) for (const row of rows) read.add(row);
    if (read.rows !== written.rows || read.sum !== written.sum) {
      throw new CopyError(
        `${name} is not the same in the target: ${read.rows} rows (${read.sum}) instead of ${written.rows} (${written.sum}).`,
      );
    }
    const now = await count(this.from, name);
    if (now !== written.rows)
      throw new CopyError(
        `${name} was changed while it was copied: ${now} rows now, ${written.rows} copied. Stop what writes to it.`,
      );
  }

  /** SQLite truncates text at NUL characters. */
  private storable(row: Row): Row {
    if (this.to.engine !== 'sqlite' || !row.some((value) => typeof value === 'string' && value.includes('\0')))
      return row;
    this.replacedValues++;
    return row.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
  }

  private async noteUnknownColumns(table: TableDefinition, name: string): Promise<void> {
    const [row] = await this.from.query<object>(`SELECT * FROM \`${name}\` LIMIT 1`);
    const further = Object.keys(row ?? {}).filter((column) => !table.columns.some((known) => known.name === column));
    if (further.length > 0) this.listener.note(`Not copied of ${name}: ${further.join(', ')}.`);
  }
}

async function count(db: Database, table: string): Promise<number> {
  const [row] = await db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM \`${table}\``);
  return Number(row?.total ?? 0);
}
