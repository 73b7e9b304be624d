import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { metaRows } from '../../database/reader.js';
import { type MetaField, type MetaObject } from '../../content-model/meta-fields.js';
import { MetaWriter } from './meta.writer.js';

/** Stored texts of one object by key, in the order of their rows. */
export type StoredMeta = ReadonlyMap<string, readonly string[]>;

/** New values of a key; none deletes its rows. */
export interface MetaChange {
  readonly key: string;
  /** Stored under the table prefix. */
  readonly isPrefixed?: true;
  /** One row whose value is replaced, or a row for each value. */
  readonly single: boolean;
  /** The rows have to be in the order of the values. */
  readonly isOrdered?: boolean;
  readonly values: readonly string[];
}

/** Rows of declared meta keys. */
@Injectable()
export class MetaStore {
  constructor(private readonly db: Database) {}

  /** The values of many objects, in one query. */
  async load(
    object: MetaObject,
    ids: readonly number[],
    fields: readonly Pick<MetaField, 'key' | 'isPrefixed'>[],
  ): Promise<ReadonlyMap<number, StoredMeta>> {
    const keys = new Map(fields.map((field) => [this.storedKey(field), field.key]));
    const found = new Map<number, Map<string, string[]>>();
    for (const row of await metaRows(this.db, this.db, object, ids, [...keys.keys()])) {
      let meta = found.get(row.owner);
      if (!meta) found.set(row.owner, (meta = new Map<string, string[]>()));
      const name = keys.get(row.key!) ?? row.key!;
      const values = meta.get(name);
      if (values) values.push(row.value ?? '');
      else meta.set(name, [row.value ?? '']);
    }
    return found;
  }

  async write(tx: Transaction, object: MetaObject, owner: number, changes: readonly MetaChange[]): Promise<void> {
    const writer = new MetaWriter(tx, object);
    for (const change of changes) {
      const key = this.storedKey(change);
      const [first] = change.values;
      if (first === undefined) await writer.delete(owner, key);
      else if (change.single) await writer.setText(owner, key, first);
      else await writer.setList(owner, key, change.values, change.isOrdered);
    }
  }

  /** Meta of an object that was just inserted. */
  async writeNew(tx: Transaction, object: MetaObject, owner: number, changes: readonly MetaChange[]): Promise<void> {
    const rows = changes.flatMap((change) =>
      (change.single ? change.values.slice(0, 1) : change.values).map((value) => ({
        owner,
        key: this.storedKey(change),
        value,
      })),
    );
    await new MetaWriter(tx, object).addRows(rows);
  }

  private storedKey({ key, isPrefixed }: Pick<MetaField, 'key' | 'isPrefixed'>): string {
    return isPrefixed ? this.db.tablePrefix + key : key;
  }
}
