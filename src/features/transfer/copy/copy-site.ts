import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Database,
  DatabaseFileError,
  type DatabaseOptions,
  lockUnusedFile,
  openDatabase,
  replaceSite,
  type SqlParameter,
} from '../../../database/index.js';
import { ENTRY_VERSION_RULES } from '../../../modules/entries/index.js';
import { type TableDefinition } from '../../../database/schema/index.js';
import { planTables } from './copied-tables.js';
import { CopyStore, type Row } from './copy.store.js';

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

/** On a server, `replaceSite` checks it. */
function assertUnusedFile({ options }: DatabaseLocation): void {
  if (options.url !== undefined) return;
  try {
    lockUnusedFile(options.file)();
  } catch (error) {
    throw error instanceof DatabaseFileError ? new CopyError(`${error.message} Stop the service first.`) : error;
  }
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

/** Copies a complete site between databases of any engine, and reads the copy again to verify it. */
export async function copySite(
  { from, to, tablePrefix, replace }: CopyOptions,
  listener: CopyListener,
): Promise<CopiedTable[]> {
  const [source, target] = [parseLocation(from), parseLocation(to)];
  if (source.name === target.name) throw new CopyError(`${source.name} cannot be copied to itself.`);
  checkSource(source);
  const open = ({ options }: DatabaseLocation) =>
    openDatabase({ ...options, tablePrefix, mapsFile: false, versionRules: ENTRY_VERSION_RULES });
  const reader = await open(source);
  try {
    assertSingleSite(reader, source);
    assertUnusedFile(target);
    const writer = await open(target);
    try {
      assertSingleSite(writer, target);
      const copy = new SiteCopy(new CopyStore(reader), new CopyStore(writer), listener);
      return await replaceSite(writer, () => copy.run({ replace, sourceName: source.name, targetName: target.name }));
    } finally {
      await writer.close();
    }
  } finally {
    await reader.close();
  }
}

/** The accounts of a network belong to all of its sites. */
function assertSingleSite({ network }: Database, { name }: DatabaseLocation): void {
  if (network)
    throw new CopyError(`${name} has a network of sites, which can only be backed up and restored as a whole.`);
}

interface RunOptions {
  replace: boolean;
  sourceName: string;
  targetName: string;
}

class SiteCopy {
  private replacedValues = 0;

  constructor(
    private readonly from: CopyStore,
    private readonly to: CopyStore,
    private readonly listener: CopyListener,
  ) {}

  async run({ replace, sourceName, targetName }: RunOptions): Promise<CopiedTable[]> {
    const { from, to } = this;
    const { tablePrefix } = from.db;
    const existing = new Set(await from.db.existingTables());
    const { tables, unrelated, unknown } = planTables([...existing], tablePrefix);
    if (!existing.has(`${tablePrefix}options`))
      throw new CopyError(`There is no site in ${sourceName} with the table prefix ${tablePrefix}.`);
    if (unknown.length > 0) throw new CopyError(`This version does not know the tables ${unknown.join(', ')}.`);
    if (unrelated.length > 0) this.listener.note(`Not copied, neither WordPress's nor ours: ${unrelated.join(', ')}.`);
    await to.db.createTables(tables);
    await this.emptyTarget(tables, targetName, replace);
    // The embedded database belongs to the service alone, which installs it with both indexes.
    const isEmbedded = to.db.engine === 'sqlite';
    const isIndexed = isEmbedded || (await from.db.listIndex.poll()) || (await to.db.listIndex.poll());
    // Building the index at the end is faster than updating it row by row.
    if (isIndexed) await to.db.listIndex.remove();
    const isSearchIndexed = isEmbedded || (await from.db.searchIndex.poll()) || (await to.db.searchIndex.poll());
    if (isSearchIndexed) await to.db.searchIndex.remove();
    const copied: CopiedTable[] = [];
    for (const table of tables) if (existing.has(from.nameOf(table))) copied.push(await this.copyTable(table));
    if (isIndexed) await this.index('list index', to.db.listIndex);
    if (isSearchIndexed) await this.index('search index', to.db.searchIndex);
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
    for (const table of tables) {
      if (!(await this.to.hasRows(table))) continue;
      if (!replace)
        throw new CopyError(
          `${targetName} is not empty (${this.to.nameOf(table)} has rows). With --replace what is there is deleted.`,
        );
      await this.to.empty(table);
    }
  }

  private async copyTable(table: TableDefinition): Promise<CopiedTable> {
    const name = this.from.nameOf(table);
    const further = await this.from.unknownColumns(table);
    if (further.length > 0) this.listener.note(`Not copied of ${name}: ${further.join(', ')}.`);
    const total = await this.from.count(table);
    const written = new RowChecksum();
    for await (const rows of this.from.pages(table)) {
      const storable = rows.map((row) => this.storable(row));
      await this.to.write(table, storable);
      for (const row of storable) written.add(row);
      this.listener.progress(name, written.rows, Math.max(total, written.rows));
    }
    const next = await this.from.nextId(table);
    if (next !== undefined && next > 1) await this.to.setNextId(table, next);
    await this.verify(table, name, written);
    return { table: name, rows: written.rows, checksum: written.sum };
  }

  private async verify(table: TableDefinition, name: string, written: RowChecksum): Promise<void> {
    const read = new RowChecksum();
    for await (const rows of this.to.pages(table)) for (const row of rows) read.add(row);
    if (read.rows !== written.rows || read.sum !== written.sum) {
      throw new CopyError(
        `${name} is not the same in the target: ${read.rows} rows (${read.sum}) instead of ${written.rows} (${written.sum}).`,
      );
    }
    const now = await this.from.count(table);
    if (now !== written.rows)
      throw new CopyError(
        `${name} was changed while it was copied: ${now} rows now, ${written.rows} copied. Stop what writes to it.`,
      );
  }

  /** SQLite truncates text at NUL characters. */
  private storable(row: Row): Row {
    if (this.to.db.engine !== 'sqlite' || !row.some((value) => typeof value === 'string' && value.includes('\0')))
      return row;
    this.replacedValues++;
    return row.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
  }
}
