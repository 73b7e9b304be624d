import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, Like, MoreThan } from 'typeorm';
import { Database, type Transaction } from '../../../database/database.js';
import { placeholders } from '../../../database/index.js';
import { Post, PostMeta, Term, TermTaxonomy } from '../../../database/entities/index.js';
import { insertRows, queryInBatches } from '../bulk-rows.js';
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

export interface StoredTerm extends Pick<TermTaxonomy, 'taxonomy'>, Pick<Term, 'slug'> {
  termTaxonomyId: number;
  termId: number;
}

type Reader = Pick<Database, 'manager'>;

/** State of imports by the site their files came from, and what they read of this site. */
@Injectable()
export class ImportStore {
  constructor(private readonly db: Database) {}

  /** Finds the row of the site a file came from, or creates it. */
  async begin(home: string, file: string): Promise<ImportState> {
    const key = home.slice(0, 191);
    return this.db.transaction(async (tx) => {
      await tx.insert(Import, { home: key, state: 'done', updatedAt: Date.now() }, { onConflict: 'ignore' });
      const { id, state } = await tx.manager.findOneByOrFail(Import, { home: key });
      const started = { file: file.slice(-255), state: 'running', bytes: 0, items: 0, updatedAt: Date.now() };
      await tx.update(Import, { id }, started);
      return { id, wasInterrupted: state === 'running' };
    });
  }

  async saveProgress(tx: Transaction, importId: number, bytes: number, items: number): Promise<void> {
    await tx.update(Import, { id: importId }, { bytes, items, updatedAt: Date.now() });
  }

  async finish(importId: number): Promise<void> {
    await this.db.transaction((tx) => tx.update(Import, { id: importId }, { state: 'done', updatedAt: Date.now() }));
  }

  async mapped(
    importId: number,
    kind: MappedKind,
    oldIds: readonly number[],
    from: Reader = this.db,
  ): Promise<Map<number, number>> {
    if (oldIds.length === 0) return new Map();
    const rows = await from.manager.findBy(ImportedRow, { import: importId, kind, oldId: In([...oldIds]) });
    return new Map(rows.map(({ oldId, newId }) => [oldId, newId]));
  }

  /** A row that was deleted and imported again has a new ID. */
  async saveMapping(
    tx: Transaction,
    importId: number,
    kind: MappedKind,
    ids: ReadonlyMap<number, number>,
  ): Promise<void> {
    const stored = await this.mapped(importId, kind, [...ids.keys()], tx);
    const fresh: ImportedRow[] = [];
    for (const [oldId, newId] of ids) {
      if (!stored.has(oldId)) fresh.push({ import: importId, kind, oldId, newId });
      else if (stored.get(oldId) !== newId) {
        await tx.update(ImportedRow, { import: importId, kind, oldId }, { newId });
      }
    }
    await insertRows(tx, ImportedRow, fresh);
  }

  /** Entries of the site, in pages by their original ID. */
  entriesAfter(importId: number, after: number, limit: number): Promise<ImportedRow[]> {
    const where = { import: importId, kind: 'entry', oldId: MoreThan(after) };
    return this.db.manager.find(ImportedRow, { where, order: { oldId: 'ASC' }, take: limit });
  }

  /** Paths of the files of attachments, below the uploads folder. */
  async attachedFiles(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.db.manager.findBy(PostMeta, { owner: In([...ids]), key: '_wp_attached_file' });
    return new Map(rows.map(({ owner, value }) => [owner, value ?? '']));
  }

  /** Stores the metadata of an attachment's current file. */
  async describeFile(tx: Transaction, id: number, meta: ReadonlyMap<string, string>): Promise<void> {
    for (const key of meta.keys()) await tx.delete(PostMeta, { owner: id, key });
    const rows = [...meta].map(([key, value]) => ({ owner: id, key, value }));
    await insertRows(tx, PostMeta, rows);
  }

  async saveFileAddress(tx: Transaction, importId: number, digest: string, address: string): Promise<void> {
    const row = { import: importId, digest, address };
    await tx.insert(ImportedFile, row, { onConflict: { key: ['import', 'digest'], update: ['address'] } });
  }

  hasFiles(importId: number): Promise<boolean> {
    return this.db.manager.existsBy(ImportedFile, { import: importId });
  }

  async fileAddresses(importId: number, digests: readonly string[]): Promise<Map<string, string>> {
    if (digests.length === 0) return new Map();
    const rows = await this.db.manager.findBy(ImportedFile, { import: importId, digest: In([...digests]) });
    return new Map(rows.map((row) => [row.digest, row.address]));
  }

  async addReferences(tx: Transaction, importId: number, references: readonly PendingReference[]): Promise<void> {
    const rows = references.map((reference) => ({ import: importId, ...reference }));
    await insertRows(tx, ImportReference, rows);
  }

  referencesAfter(importId: number, id: number, limit: number): Promise<StoredReference[]> {
    const where = { import: importId, id: MoreThan(id) };
    return this.db.manager.find(ImportReference, { where, order: { id: 'ASC' }, take: limit }) as Promise<
      StoredReference[]
    >;
  }

  async entriesById(ids: readonly number[]): Promise<Map<number, Post>> {
    const rows = await queryInBatches(ids, (part) => this.entries({ id: In([...part]) }));
    return new Map(rows.map((row) => [row.id, row]));
  }

  entriesBySlug(slugs: readonly string[]): Promise<Post[]> {
    return this.entries({ slug: In([...slugs]) });
  }

  /** An index by type, status and date covers it. */
  async entriesByDate(items: readonly Pick<Post, 'type' | 'status' | 'date'>[]): Promise<Post[]> {
    return items.length === 0 ? [] : this.entries(items.map(({ type, status, date }) => ({ type, status, date })));
  }

  private entries(where: FindOptionsWhere<Post> | FindOptionsWhere<Post>[]): Promise<Post[]> {
    const select = { id: true, guid: true, type: true, slug: true, date: true, title: true };
    return this.db.manager.find(Post, { select, where });
  }

  /** The texts of those of the entries that may contain URLs. */
  textsWithUrls(ids: readonly number[]): Promise<Post[]> {
    const select = { id: true, content: true, excerpt: true };
    return this.db.manager.find(Post, { select, where: { id: In([...ids]), content: Like('%://%') } });
  }

  async addToCounts(tx: Transaction, termTaxonomies: readonly number[], added: number): Promise<void> {
    const table = this.db.tables.term_taxonomy;
    const these = `term_taxonomy_id IN (${placeholders(termTaxonomies.length)})`;
    await tx.execute(`UPDATE ${table} SET count = count + ? WHERE ${these}`, [added, ...termTaxonomies], table);
  }

  /** Terms with one of the slugs and one of the taxonomies. */
  async terms(
    { manager }: Transaction,
    slugs: readonly string[],
    taxonomies: readonly string[],
  ): Promise<StoredTerm[]> {
    const terms = await manager.findBy(Term, { slug: In([...slugs]) });
    const slugOf = new Map(terms.map(({ id, slug }) => [id, slug]));
    const where = { term: In([...slugOf.keys()]), taxonomy: In([...taxonomies]) };
    const rows = await manager.find(TermTaxonomy, { where, order: { term: 'ASC' } });
    return rows.map(({ id, term, taxonomy }) => ({
      termTaxonomyId: id,
      termId: term,
      taxonomy,
      slug: slugOf.get(term)!,
    }));
  }
}
