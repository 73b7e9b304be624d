import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { columnNames, CommentMeta, PostMeta, TermMeta, UserMeta } from '../../database/entities/index.js';
import { type MetaField, type MetaObject } from '../../site/model/meta-fields.js';

/** Stored texts of one object by key, in the order of their rows. */
export type StoredMeta = ReadonlyMap<string, readonly string[]>;

/** New values of a key; none deletes its rows. */
export interface MetaChange {
  readonly key: string;
  /** Stored under the table prefix. */
  readonly isPrefixed?: true;
  /** One row whose value is replaced, or a row for each value. */
  readonly single: boolean;
  readonly values: readonly string[];
}

const ENTITIES = { post: PostMeta, term: TermMeta, user: UserMeta, comment: CommentMeta } as const;
const TABLES = { post: 'postmeta', term: 'termmeta', user: 'usermeta', comment: 'commentmeta' } as const;

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
    if (ids.length === 0 || keys.size === 0) return found;
    const { id, owner } = columnNames(ENTITIES[object]);
    const rows = await this.db.query<{ owner: number; name: string; value: string | null }>(
      `SELECT ${owner} AS owner, meta_key AS name, meta_value AS value FROM ${this.db.tables[TABLES[object]]} ` +
        `WHERE ${owner} IN (${placeholders(ids.length)}) AND meta_key IN (${placeholders(keys.size)}) ORDER BY ${id}`,
      [...ids, ...keys.keys()],
    );
    for (const row of rows) {
      let meta = found.get(row.owner);
      if (!meta) found.set(row.owner, (meta = new Map<string, string[]>()));
      const name = keys.get(row.name) ?? row.name;
      const values = meta.get(name);
      if (values) values.push(row.value ?? '');
      else meta.set(name, [row.value ?? '']);
    }
    return found;
  }

  async write(tx: Transaction, object: MetaObject, owner: number, changes: readonly MetaChange[]): Promise<void> {
    for (const change of changes) {
      const { single, values } = change;
      const key = this.storedKey(change);
      const entity = ENTITIES[object];
      if (values.length === 0) await tx.manager.delete(entity, { owner, key });
      else if (!single) await this.replaceList(tx, object, owner, key, values);
      else {
        const [value] = values;
        const { affected } = await tx.manager.update(entity, { owner, key }, { value });
        if (!affected && !(await tx.manager.existsBy(entity, { owner, key })))
          await tx.insert(entity, { owner, key, value: value! });
      }
    }
  }

  private storedKey({ key, isPrefixed }: Pick<MetaField, 'key' | 'isPrefixed'>): string {
    return isPrefixed ? this.db.tablePrefix + key : key;
  }

  /** Rows with unchanged values are kept; a single value in several rows replaces all of them, as in WordPress. */
  private async replaceList(
    tx: Transaction,
    object: MetaObject,
    owner: number,
    key: string,
    values: readonly string[],
  ): Promise<void> {
    const entity = ENTITIES[object];
    const rows = await tx.manager.find(entity, { where: { owner, key }, order: { id: 'ASC' } });
    const stored = rows.map((row) => row.value ?? '');
    const isOnce = (value: string) => stored.filter((one) => one === value).length === 1;
    const kept = new Set<string>();
    const added: string[] = [];
    for (const value of values) {
      if (isOnce(value) && !kept.has(value)) kept.add(value);
      else added.push(value);
    }
    for (const { id, value } of rows) if (!kept.has(value ?? '')) await tx.manager.delete(entity, { id });
    for (const value of added) await tx.insert(entity, { owner, key, value });
  }
}
