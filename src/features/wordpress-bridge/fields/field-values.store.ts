import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { type MetaObject } from '../../../content-model/index.js';
import { Database, metaRows } from '../../../database/index.js';
import { columnNames, Comment, Post, Term, TermRelationship, User } from '../../../database/entities/index.js';
import { FieldValues } from './field-values.entity.js';

export interface VersionedItem {
  readonly id: number;
}

/** Columns that the version of an item covers. The content of an entry is not one: requesters without its password do not get it. */
const COLUMNS: Readonly<Record<MetaObject, readonly string[]>> = {
  post: ['type', 'status', 'author', 'dateGmt', 'modifiedGmt', 'title', 'slug', 'parent', 'menuOrder', 'mimeType'],
  term: ['name', 'slug', 'taxonomy', 'parent'],
  user: ['login', 'nicename', 'email', 'url', 'displayName'],
  comment: ['post', 'parent', 'author', 'authorName', 'dateGmt', 'content', 'type'],
};

/** Meta that changes while a user edits an entry, or signs in. */
const VOLATILE_META = new Set(['_edit_lock', '_edit_last', 'session_tokens']);

/** Table and key of the items. */
const OWNERS = {
  post: ['posts', columnNames(Post).id],
  term: ['terms', columnNames(Term).id],
  user: ['users', columnNames(User).id],
  comment: ['comments', columnNames(Comment).id],
} as const;

@Injectable()
export class FieldValuesStore {
  constructor(private readonly db: Database) {}

  /** A digest of each item with its meta and terms, which changes whenever one of them is written. */
  async versions(object: MetaObject, items: readonly VersionedItem[]): Promise<ReadonlyMap<number, string>> {
    const ids = items.map(({ id }) => id);
    const [meta, terms] = await Promise.all([
      metaRows(this.db, this.db, object, ids),
      object === 'post' ? this.db.manager.findBy(TermRelationship, { object: In(ids) }) : [],
    ]);
    const parts = new Map<number, unknown[]>(
      items.map((item) => [item.id, COLUMNS[object].map((name) => (item as unknown as Record<string, unknown>)[name])]),
    );
    for (const { owner, key, value } of meta)
      if (!VOLATILE_META.has(key ?? '')) parts.get(Number(owner))?.push([key, value]);
    const assigned = terms.map(({ object: id, termTaxonomy }) => [Number(id), Number(termTaxonomy)] as const);
    for (const [id, term] of assigned.sort(([, a], [, b]) => a - b)) parts.get(id)?.push(term);
    return new Map(
      [...parts].map(([id, values]) => [id, createHash('sha256').update(JSON.stringify(values)).digest('hex')]),
    );
  }

  async find(route: string, ids: readonly number[]): Promise<Map<number, FieldValues>> {
    const rows = await this.db.manager.findBy(FieldValues, { route, object: In([...ids]) });
    return new Map(rows.map((row) => [Number(row.object), { ...row, requestedAt: Number(row.requestedAt) }]));
  }

  async save(rows: readonly FieldValues[]): Promise<void> {
    const update = ['digest', 'values', 'requestedAt'] as const;
    await this.db.transaction(async (tx) => {
      for (const row of rows) await tx.insert(FieldValues, row, { onConflict: { key: ['route', 'object'], update } });
    });
  }

  /** Deletes the values of items that no longer exist, and of routes without fields. */
  async deleteOrphans(objects: ReadonlyMap<string, MetaObject>): Promise<void> {
    const { tables } = this.db;
    const table = tables.of(FieldValues);
    await this.db.transaction(async (tx) => {
      await tx.delete(FieldValues, { route: Not(In([...objects.keys()])) });
      for (const [route, object] of objects) {
        const [owners, id] = OWNERS[object];
        await tx.execute(
          `DELETE FROM ${table} WHERE route = ? AND object_id NOT IN (SELECT ${id} FROM ${tables[owners]})`,
          [route],
          table,
        );
      }
    });
  }
}
