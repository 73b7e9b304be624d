import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Database, Transaction } from './database.js';
import { isRefused } from './engine/errors.js';
import { Option } from './entities/index.js';
import { MAX_INDEXED_TEXT, META_VALUES } from './engine/table-names.js';
import { createTrigger, presentTriggers } from './lists/indexed/build.js';
import { type Event, META_TRIGGERS, type Trigger, TRIGGER_DIALECTS } from './lists/indexed/trigger-dialect.js';
import { areIntact, beginTriggers, completeTriggers, onFailure } from './lists/indexed/trigger-state.js';
import { type Reader } from './reader.js';
import { hasOtherProcesses } from './running-processes.js';
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
const VERSION = 4;
/** Which fields the index has. */
const FIELDS_OPTION = 'nestpress_meta_index';

/**
 * The index of declared meta keys. Triggers write it, so it is exact whichever program writes: each row belongs to one row of
 * meta, whose writer has it locked. Processes with other modules may use it, too: a build leaves their keys, and what readers of
 * other keys find, as it is.
 */
export class MetaIndex {
  constructor(private readonly db: Database) {}

  /** Adds what the index lacks of these keys. Conditions read the rows of meta until then, and if it cannot be built. */
  async prepare(fields: readonly IndexedMeta[]): Promise<void> {
    try {
      if (!isSame(await this.present(), fields)) await this.db.exclusively(TASK, () => this.build(fields));
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

  /** The fields of the index; undefined if it is not complete. */
  private async present(): Promise<readonly IndexedMeta[] | undefined> {
    const names = await this.presentTriggers();
    const option = await this.db.manager.findOneBy(Option, { name: FIELDS_OPTION });
    if (!option) return names.length === 0 ? [] : undefined;
    const fields = JSON.parse(option.value) as IndexedMeta[];
    const triggers = this.triggers(fields);
    if (names.length !== triggers.length || !triggers.every(({ name }) => names.includes(name))) return undefined;
    const [marker] = await this.db.query<{ text: string }>(`SELECT text FROM ${this.table} WHERE meta_id = 0`);
    const isComplete = marker?.text === fingerprint(fields) && (await areIntact(this.db, META_TRIGGERS));
    return isComplete ? fields : undefined;
  }

  private async presentTriggers(reader?: Pick<Reader, 'query'>): Promise<string[]> {
    return (await presentTriggers(this.db, reader)).filter((name) => name.startsWith(this.triggerPrefix));
  }

  private async build(requested: readonly IndexedMeta[]): Promise<void> {
    const { db } = this;
    const present = await this.present();
    const isShared = present !== undefined && (await hasOtherProcesses(db));
    const fields = isShared ? [...present, ...without(requested, present)] : requested;
    if (isSame(present, fields)) return;
    if (fields.length > 0) await db.createTables(META_INDEX_TABLES);
    const triggers = this.triggers(fields);
    await beginTriggers(db, META_TRIGGERS);
    // The new ones first: what is written meanwhile is in the index by those as well.
    await db.transaction(async (tx) => {
      const names = await this.presentTriggers(tx);
      for (const trigger of triggers) if (!names.includes(trigger.name)) await createTrigger(tx, trigger);
      for (const name of names)
        if (!triggers.some((trigger) => trigger.name === name)) await tx.execute(`DROP TRIGGER IF EXISTS \`${name}\``);
    });
    await db.transaction((tx) => this.fill(tx, fields, present));
    await completeTriggers(db, META_TRIGGERS);
  }

  /** In one transaction, so that readers find what was there before, or everything. */
  private async fill(
    tx: Transaction,
    fields: readonly IndexedMeta[],
    present: readonly IndexedMeta[] | undefined,
  ): Promise<void> {
    const { db, table } = this;
    if (fields.length === 0) {
      await tx.delete(Option, { name: FIELDS_OPTION });
      await tx.execute(`DROP TABLE IF EXISTS ${table}`);
      return;
    }
    const added = without(fields, present ?? []);
    await tx.execute(`DELETE FROM ${table}${present ? ` WHERE NOT ${isAmong('field', fields)}` : ''}`, [], table);
    if (added.length > 0)
      await tx.execute(
        `REPLACE INTO ${table} (${COLUMNS}) SELECT ${this.row('m', fields)} FROM ${db.tables.postmeta} m WHERE ${isAmong('m.meta_key', added)}`,
        [],
        table,
      );
    const value = JSON.stringify(fields);
    await tx.insert(
      Option,
      { name: FIELDS_OPTION, value, autoload: 'no' },
      { onConflict: { key: ['name'], update: ['value'] } },
    );
    const marker = `REPLACE INTO ${table} (meta_id, text) VALUES (0, ?)`;
    await tx.execute(marker, [fingerprint(fields)], table);
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
      create(
        `${this.triggerPrefix}${event.toLowerCase()}_${suffix}`,
        event,
        postmeta,
        blocks,
        onFailure(this.db, META_TRIGGERS),
      );
    const replace = `REPLACE INTO ${table} (${COLUMNS}) VALUES (${this.row('NEW', fields)})`;
    const remove = `DELETE FROM ${table} WHERE meta_id = OLD.meta_id`;
    const was = isAmong('OLD.meta_key', fields);
    const is = isAmong('NEW.meta_key', fields);
    return [
      ...trigger('INSERT', { when: is, statements: [replace] }),
      // An update replaces the row by its number, which no program changes.
      ...trigger('UPDATE', { when: is, statements: [replace] }, { when: `${was} AND NOT ${is}`, statements: [remove] }),
      ...trigger('DELETE', { when: was, statements: [remove] }),
    ];
  }

  /** The values of a row: a number, a text, or both for keys that processes declare differently. A text that is no number is none. */
  private row(row: string, fields: readonly IndexedMeta[]): string {
    const value = `${row}.meta_value`;
    const isNumeric =
      this.db.engine === 'mysql'
        ? `${value} REGEXP '^-?[0-9]*[.]?[0-9]+([eE][-+]?[0-9]+)?$'`
        : `(${value} GLOB '[0-9.]*' OR ${value} GLOB '-[0-9.]*')`;
    const isOf = (kind: boolean) => {
      const some = fields.filter(({ isNumber }) => isNumber === kind);
      return some.length > 0 ? isAmong(`${row}.meta_key`, some) : '0 = 1';
    };
    const number = `CASE WHEN ${isOf(true)} AND ${isNumeric} THEN ${value} + 0 END`;
    const text = `CASE WHEN ${isOf(false)} THEN SUBSTR(${value}, 1, ${MAX_INDEXED_TEXT}) END`;
    return `${row}.meta_id, ${row}.post_id, ${row}.meta_key, ${number}, ${text}`;
  }
}

const COLUMNS = 'meta_id, post_id, field, number, text';

/** Keys have letters, digits, underscores and dashes only. */
const isAmong = (column: string, fields: readonly IndexedMeta[]) =>
  `(${column} IN (${[...new Set(fields.map(({ key }) => `'${key}'`))].join(', ')}))`;

const without = (fields: readonly IndexedMeta[], others: readonly IndexedMeta[]) =>
  fields.filter((field) => !others.some((other) => other.key === field.key && other.isNumber === field.isNumber));

const isSame = (present: readonly IndexedMeta[] | undefined, fields: readonly IndexedMeta[]) =>
  present !== undefined && fingerprint(present) === fingerprint(fields);

/** Part of the names of the triggers: an index of other keys is not complete. */
function fingerprint(fields: readonly IndexedMeta[]): string {
  const sorted = fields.map(({ key, isNumber }) => `${key} ${isNumber}`).sort();
  return createHash('sha256')
    .update(JSON.stringify([VERSION, ...sorted]))
    .digest('hex')
    .slice(0, 8);
}
