import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { PostMeta } from '../../database/entities/index.js';
import { insertRows } from '../bulk-rows.js';
import { type FileSource } from './attachment-files.service.js';
import { type AuthorOptions } from './author-import.service.js';
import { Import, ImportedFile, ImportedRow, ImportReference } from './import.entities.js';

export interface ImportOptions extends AuthorOptions {
  files: FileSource;
}

/** The result of an import. */
export interface ImportReport {
  /** The site the file came from. */
  from: string;
  /** Whether the previous run was interrupted. */
  isContinued: boolean;
  imported: number;
  alreadyHere: number;
  refused: number;
  comments: number;
  terms: number;
  authors: number;
  filesBrought: number;
  filesMissing: number;
  textsRewritten: number;
}

export interface ImportListener {
  progress(bytes: number, ofBytes: number, report: Readonly<ImportReport>): void;
  /** A warning for the user. */
  note(sentence: string): void;
}

export function newReport(): ImportReport {
  return {
    from: '',
    isContinued: false,
    imported: 0,
    alreadyHere: 0,
    refused: 0,
    comments: 0,
    terms: 0,
    authors: 0,
    filesBrought: 0,
    filesMissing: 0,
    textsRewritten: 0,
  };
}

type MappedKind = 'entry' | 'term';

interface ImportState {
  id: number;
  /** The previous run did not finish. */
  wasInterrupted: boolean;
}

type Reader = Pick<Database, 'query'>;

/** State of imports, by the site their files came from. */
@Injectable()
export class ImportStore {
  private readonly imports: string;
  private readonly map: string;
  private readonly files: string;

  constructor(private readonly db: Database) {
    this.imports = db.tables.of(Import);
    this.map = db.tables.of(ImportedRow);
    this.files = db.tables.of(ImportedFile);
  }

  /** Finds the row of the site a file came from, or creates it. */
  async begin(home: string, file: string): Promise<ImportState> {
    const key = home.slice(0, 191);
    return this.db.transaction(async (tx) => {
      await tx.insert(Import, { home: key, state: 'done', updatedAt: Date.now() }, { onConflict: 'ignore' });
      const [row] = await tx.query<{ id: number; state: string }>(
        `SELECT id, state FROM ${this.imports} WHERE home = ?`,
        [key],
      );
      const started = { file: file.slice(-255), state: 'running', bytes: 0, items: 0, updatedAt: Date.now() };
      await tx.manager.update(Import, { id: row!.id }, started);
      return { id: row!.id, wasInterrupted: row!.state === 'running' };
    });
  }

  async saveProgress(tx: Transaction, importId: number, bytes: number, items: number): Promise<void> {
    await tx.manager.update(Import, { id: importId }, { bytes, items, updatedAt: Date.now() });
  }

  async finish(importId: number): Promise<void> {
    await this.db.transaction((tx) =>
      tx.manager.update(Import, { id: importId }, { state: 'done', updatedAt: Date.now() }),
    );
  }

  async mapped(
    importId: number,
    kind: MappedKind,
    oldIds: readonly number[],
    from: Reader = this.db,
  ): Promise<Map<number, number>> {
    if (oldIds.length === 0) return new Map();
    const rows = await from.query<{ old_id: number; new_id: number }>(
      `SELECT old_id, new_id FROM ${this.map} WHERE import_id = ? AND kind = ? AND old_id IN (${placeholders(oldIds.length)})`,
      [importId, kind, ...oldIds],
    );
    return new Map(rows.map((row) => [row.old_id, row.new_id]));
  }

  /** A row that was deleted and imported again has a new ID. */
  async saveMapping(
    tx: Transaction,
    importId: number,
    kind: MappedKind,
    ids: ReadonlyMap<number, number>,
  ): Promise<void> {
    const known = await this.mapped(importId, kind, [...ids.keys()], tx);
    const fresh: ImportedRow[] = [];
    for (const [oldId, newId] of ids) {
      if (!known.has(oldId)) fresh.push({ import: importId, kind, oldId, newId });
      else if (known.get(oldId) !== newId) {
        await tx.manager.update(ImportedRow, { import: importId, kind, oldId }, { newId });
      }
    }
    await insertRows(tx, this.db, ImportedRow, fresh);
  }

  /** Entries of the site, in pages by their original ID. */
  entriesAfter(importId: number, after: number, limit: number): Promise<{ oldId: number; id: number }[]> {
    return this.db.query(
      `SELECT old_id AS oldId, new_id AS id FROM ${this.map} WHERE import_id = ? AND kind = 'entry' AND old_id > ? ORDER BY old_id LIMIT ${limit}`,
      [importId, after],
    );
  }

  /** Paths of the files of attachments, below the uploads folder. */
  async attachedFiles(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.db.query<{ id: number; path: string | null }>(
      `SELECT post_id AS id, meta_value AS path FROM ${this.db.tables.postmeta} WHERE meta_key = '_wp_attached_file' AND post_id IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(rows.map(({ id, path }) => [id, path ?? '']));
  }

  /** Stores the metadata of an attachment's current file. */
  async describeFile(tx: Transaction, id: number, meta: ReadonlyMap<string, string>): Promise<void> {
    for (const key of meta.keys()) await tx.manager.delete(PostMeta, { owner: id, key });
    const rows = [...meta].map(([key, value]) => ({ owner: id, key, value }));
    await insertRows(tx, this.db, PostMeta, rows);
  }

  async saveFileAddress(tx: Transaction, importId: number, digest: string, address: string): Promise<void> {
    const row = { import: importId, digest, address };
    await tx.insert(ImportedFile, row, { onConflict: { key: ['import', 'digest'], update: ['address'] } });
  }

  async hasFiles(importId: number): Promise<boolean> {
    return (await this.db.query(`SELECT 1 FROM ${this.files} WHERE import_id = ? LIMIT 1`, [importId])).length > 0;
  }

  async fileAddresses(importId: number, digests: readonly string[]): Promise<Map<string, string>> {
    if (digests.length === 0) return new Map();
    const rows = await this.db.query<{ digest: string; address: string }>(
      `SELECT digest, address FROM ${this.files} WHERE import_id = ? AND digest IN (${placeholders(digests.length)})`,
      [importId, ...digests],
    );
    return new Map(rows.map((row) => [row.digest, row.address]));
  }
}

/** A reference to a row that has not been imported yet. Until then it is left empty, so that it never points to an unrelated row. */
export interface PendingReference {
  kind: 'parent' | 'entry meta' | 'term meta' | 'term parent';
  /** The local row that has the reference: an entry or term taxonomy row. */
  owner: number;
  /** The meta key, or the term's taxonomy. */
  name: string;
  /** The original ID, or the slug of a term. */
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
