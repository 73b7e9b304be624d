import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { insertRows } from '../bulk-rows.js';
import { ImportReference } from './import.entities.js';

/** A reference to a row that has not been imported yet. Until then it is left empty, so that it never points to an unrelated row. */
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
    const rows = references.map(({ kind, owner, name, target }) => ({ import: importId, kind, owner, name, target }));
    await insertRows(tx, this.db, ImportReference, rows);
  }

  after(importId: number, id: number, limit: number): Promise<StoredReference[]> {
    return this.db.query(
      `SELECT id, kind, owner, name, target FROM ${this.table} WHERE import_id = ? AND id > ? ORDER BY id LIMIT ${limit}`,
      [importId, id],
    );
  }

  async delete(tx: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await tx.manager.delete(ImportReference, { id: In([...ids]) });
  }
}
