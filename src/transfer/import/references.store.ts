import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { marks } from '../../database/engine/parameters.js';
import { insertMany } from '../bulk-rows.js';
import { ImportReference } from './import.entities.js';

/** Something that points to a row which has not been imported yet. Until then it points nowhere, never to a stranger. */
export interface PendingReference {
  kind: 'parent' | 'entry meta' | 'term meta' | 'term parent';
  /** The row here that has the reference: an entry, or the taxonomy's row of a term. */
  owner: number;
  /** The meta key, or the term's taxonomy. */
  name: string;
  /** The other site's id, or the slug of a term. */
  target: string;
}

export type StoredReference = PendingReference & { id: number };

@Injectable()
export class ReferencesStore {
  private readonly table: string;

  constructor(private readonly db: Database) {
    this.table = db.tables.of(ImportReference);
  }

  async add(tx: Transaction, importId: number, references: readonly PendingReference[]): Promise<void> {
    const columns = ['import_id', 'kind', 'owner', 'name', 'target'];
    await insertMany(
      tx,
      this.table,
      columns,
      references.map(({ kind, owner, name, target }) => [importId, kind, owner, name, target]),
    );
  }

  after(importId: number, id: number, limit: number): Promise<StoredReference[]> {
    return this.db.query(
      `SELECT id, kind, owner, name, target FROM ${this.table} WHERE import_id = ? AND id > ? ORDER BY id LIMIT ${limit}`,
      [importId, id],
    );
  }

  async delete(tx: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await tx.execute(`DELETE FROM ${this.table} WHERE id IN (${marks(ids.length)})`, ids);
  }
}
