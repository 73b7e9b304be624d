import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Database } from './database.js';
import { isRefused } from './engine/errors.js';
import { MAX_INDEXED_TEXT, META_VALUES } from './engine/table-names.js';
import { createTrigger, presentTriggers } from './lists/indexed/build.js';
import { type Event, META_TRIGGERS, type Trigger, TRIGGER_DIALECTS } from './lists/indexed/trigger-dialect.js';
import { OWN_TABLE_PREFIX, type TableDefinition } from './schema/index.js';

/** A key of entries' meta whose values are indexed. */
export interface IndexedMeta {
  readonly key: string;
  readonly isNumber: boolean;
}

/** A row for each row of an indexed key. */
const values: TableDefinition = {
  name: OWN_TABLE_PREFIX + META_VALUES,
  columns: [
    // That of the meta row; 0 is the marker.
    { name: 'meta_id', type: 'bigint(20) unsigned', default: 0 },
    { name: 'post_id', type: 'bigint(20) unsigned', default: 0 },
    { name: 'field', type: 'varchar(191)', default: '' },
    { name: 'number', type: 'double', nullable: true },
    { name: 'text', type: `varchar(${MAX_INDEXED_TEXT})`, nullable: true },
  ],
  primaryKey: ['meta_id'],
  indexes: [
    { name: 'number', columns: ['field', 'number', 'post_id'] },
    { name: 'text', columns: ['field', 'text', 'post_id'] },
    // With the values, so that testing one reads nothing else.
    { name: 'post', columns: ['post_id', 'field', 'number', 'text'] },
  ],
};

export const META_INDEX_TABLES: readonly TableDefinition[] = [values];

const TASK = 'meta index build';
const VERSION = 2;

/**
 * The index of declared meta keys. Triggers write it, so it is exact whichever program writes: each row belongs to one row of
 * meta, whose writer has it locked.
 */
export class MetaIndex {
  constructor(private readonly db: Database) {}

  /** Builds the index if it is not that of these keys. Conditions read the rows of meta until then, and if it cannot be built. */
  async prepare(fields: readonly IndexedMeta[]): Promise<void> {
    try {
      if (await this.isComplete(fields)) return this.use(fields);
      await this.db.exclusively(TASK, () => this.build(fields));
      this.use(fields);
    } catch (error) {
      const reason = isRefused(error) ? 'the database account may not create triggers' : String(error);
      new Logger('MetaIndex').warn(`Lists are filtered by meta without an index: ${reason}.`);
    }
  }

  private use(fields: readonly IndexedMeta[]): void {
    const { engine, tables, tablePrefix } = this.db;
    tables.metaValues.indexed = new Set(fields.map(({ key }) => key));
    const name = tablePrefix + values.name;
    tables.metaValues.hint =
      engine === 'mysql' ? (index) => ` FORCE INDEX (\`${index}\`)` : (index) => ` INDEXED BY \`${name}__${index}\``;
  }

  private get table(): string {
    return this.db.tables.own(META_VALUES);
  }

  private async isComplete(fields: readonly IndexedMeta[]): Promise<boolean> {
    const present = (await presentTriggers(this.db)).filter((name) => name.startsWith(this.triggerPrefix));
    if (fields.length === 0) return present.length === 0;
    const triggers = this.triggers(fields);
    if (present.length !== triggers.length || !triggers.every(({ name }) => present.includes(name))) return false;
    const [marker] = await this.db.query<{ text: string }>(`SELECT text FROM ${this.table} WHERE meta_id = 0`);
    return marker?.text === fingerprint(fields);
  }

  private async build(fields: readonly IndexedMeta[]): Promise<void> {
    const { db, table } = this;
    await db.transaction(async (tx) => {
      for (const name of await presentTriggers(db, tx))
        if (name.startsWith(this.triggerPrefix)) await tx.execute(`DROP TRIGGER IF EXISTS \`${name}\``);
      // That of an earlier version has other indexes.
      await tx.execute(`DROP TABLE IF EXISTS ${table}`);
    });
    if (fields.length > 0) await db.createTables(META_INDEX_TABLES);
    await db.transaction(async (tx) => {
      for (const trigger of this.triggers(fields)) await createTrigger(tx, trigger);
    });
    if (fields.length === 0) return;
    // What is written meanwhile is added by the triggers, and found here by its number.
    await db.transaction(async (tx) => {
      await tx.execute(`DELETE FROM ${table}`, [], table);
      await tx.execute(
        `INSERT INTO ${table} (${COLUMNS}) SELECT ${this.row('m', fields)} FROM ${db.tables.postmeta} m WHERE ${isAmong('m', fields)}`,
        [],
        table,
      );
      await tx.execute(`INSERT INTO ${table} (meta_id, text) VALUES (0, ?)`, [fingerprint(fields)], table);
    });
  }

  private get triggerPrefix(): string {
    return this.db.tablePrefix + META_TRIGGERS;
  }

  private triggers(fields: readonly IndexedMeta[]): Trigger[] {
    if (fields.length === 0) return [];
    const { table } = this;
    const { postmeta } = this.db.tables;
    const suffix = fingerprint(fields);
    const create = TRIGGER_DIALECTS[this.db.engine].create;
    const trigger = (event: Event, ...blocks: Parameters<typeof create>[3]) =>
      create(`${this.triggerPrefix}${event.toLowerCase()}_${suffix}`, event, postmeta, blocks);
    const replace = `REPLACE INTO ${table} (${COLUMNS}) VALUES (${this.row('NEW', fields)})`;
    const remove = `DELETE FROM ${table} WHERE meta_id = OLD.meta_id`;
    const was = isAmong('OLD', fields);
    const is = isAmong('NEW', fields);
    return [
      ...trigger('INSERT', { when: is, statements: [replace] }),
      // An update replaces the row by its number, which no program changes.
      ...trigger('UPDATE', { when: is, statements: [replace] }, { when: `${was} AND NOT ${is}`, statements: [remove] }),
      ...trigger('DELETE', { when: was, statements: [remove] }),
    ];
  }

  /** The values of a row: a number for the keys that have one, or a text. A text that is no number is none. */
  private row(row: string, fields: readonly IndexedMeta[]): string {
    const value = `${row}.meta_value`;
    const isNumeric =
      this.db.engine === 'mysql'
        ? `${value} REGEXP '^-?[0-9]*[.]?[0-9]+([eE][-+]?[0-9]+)?$'`
        : `(${value} GLOB '[0-9.]*' OR ${value} GLOB '-[0-9.]*')`;
    const numbers = fields.filter(({ isNumber }) => isNumber);
    const isNumber = numbers.length > 0 ? isAmong(row, numbers) : '0 = 1';
    const number = `CASE WHEN ${isNumber} AND ${isNumeric} THEN ${value} + 0 END`;
    const text = `CASE WHEN NOT ${isNumber} THEN SUBSTR(${value}, 1, ${MAX_INDEXED_TEXT}) END`;
    return `${row}.meta_id, ${row}.post_id, ${row}.meta_key, ${number}, ${text}`;
  }
}

const COLUMNS = 'meta_id, post_id, field, number, text';

/** Keys have letters, digits, underscores and dashes only. */
const isAmong = (row: string, fields: readonly IndexedMeta[]) =>
  `(${row}.meta_key IN (${fields.map(({ key }) => `'${key}'`).join(', ')}))`;

/** Part of the names of the triggers: an index of other keys is not complete. */
function fingerprint(fields: readonly IndexedMeta[]): string {
  const sorted = fields.map(({ key, isNumber }) => `${key} ${isNumber}`).sort();
  return createHash('sha256')
    .update(JSON.stringify([VERSION, ...sorted]))
    .digest('hex')
    .slice(0, 8);
}
