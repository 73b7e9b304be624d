import { In } from 'typeorm';
import type { Database, Transaction } from '../../../database/database.js';
import { Term, TermRelationship, TermTaxonomy } from '../../../database/entities/index.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { lockForDelete } from '../../lock-parents.js';
import { type ContentModel } from '../../../site/model/content-model.js';

const FORMAT_TAXONOMY = 'post_format';

/**
 * The terms of an entry. Collects the `term_taxonomy` rows whose counts may have changed; the writer of the entry
 * recounts them at the end.
 */
export class EntryTerms {
  readonly touched = new Set<number>();

  constructor(
    private readonly tx: Transaction,
    private readonly database: Database,
    private readonly model: ContentModel,
  ) {}

  /** Replaces the entry's terms of one taxonomy; IDs that are not terms of it are ignored. */
  async assign(entryId: number, taxonomy: string, termIds: readonly number[]): Promise<void> {
    const wanted = await this.rowsOf(taxonomy, termIds);
    const present = await this.assigned(entryId, [taxonomy]);
    // An exclusive lock from the start: the recount at the end needs it, and two shared locks cannot both be upgraded.
    const added = [
      ...(await lockForDelete(
        this.tx,
        this.database,
        'term_taxonomy',
        wanted.filter((row) => !present.includes(row)),
      )),
    ];
    const removed = present.filter((row) => !wanted.includes(row));
    if (removed.length > 0)
      await this.tx.manager.delete(TermRelationship, { object: entryId, termTaxonomy: In(removed) });
    if (added.length > 0) {
      const rows = added.map((row) => ({ object: entryId, termTaxonomy: row }));
      await this.tx.insert(TermRelationship, rows, { onConflict: 'ignore' });
    }
    for (const row of [...added, ...removed]) this.touched.add(row);
  }

  /** Recounts every term of the entry, because the entry itself is published or unpublished. */
  async touchAll(entryId: number): Promise<void> {
    for (const row of await this.assigned(entryId)) this.touched.add(row);
  }

  async has(entryId: number, taxonomy: string): Promise<boolean> {
    return (await this.assigned(entryId, [taxonomy])).length > 0;
  }

  async removeAll(entryId: number): Promise<void> {
    await this.touchAll(entryId);
    await this.tx.manager.delete(TermRelationship, { object: entryId });
  }

  /** A post format is a term of its own taxonomy, created on first use; the standard format has none. */
  async setFormat(entryId: number, format: string): Promise<void> {
    await this.assign(
      entryId,
      FORMAT_TAXONOMY,
      format === 'standard' ? [] : [await this.termOf(FORMAT_TAXONOMY, `post-format-${format}`)],
    );
  }

  /** For taxonomies that only the service writes: the term is created on first use. */
  async assignNamed(entryId: number, taxonomy: string, slug: string): Promise<void> {
    await this.assign(entryId, taxonomy, [await this.termOf(taxonomy, slug)]);
  }

  private async termOf(taxonomy: string, slug: string): Promise<number> {
    const { terms, term_taxonomy } = this.database.tables;
    const [known] = await this.tx.query<{ id: number }>(
      `SELECT t.term_id AS id FROM ${terms} t JOIN ${term_taxonomy} tt ON tt.term_id = t.term_id WHERE tt.taxonomy = ? AND t.slug = ?`,
      [taxonomy, slug],
    );
    if (known) return known.id;
    const { insertId } = await this.tx.insert(Term, { name: slug, slug });
    await this.tx.insert(TermTaxonomy, { term: insertId, taxonomy, description: '' });
    return insertId;
  }

  private async rowsOf(taxonomy: string, termIds: readonly number[]): Promise<number[]> {
    const ids = [...new Set(termIds)].filter((id) => Number.isSafeInteger(id));
    if (ids.length === 0) return [];
    const rows = await this.tx.query<{ id: number }>(
      `SELECT term_taxonomy_id AS id FROM ${this.database.tables.term_taxonomy} WHERE taxonomy = ? AND term_id IN (${placeholders(ids.length)})`,
      [taxonomy, ...ids],
    );
    return rows.map((row) => row.id);
  }

  private async assigned(
    entryId: number,
    taxonomies: readonly string[] = [...this.model.taxonomies.keys()],
  ): Promise<number[]> {
    const { term_relationships, term_taxonomy } = this.database.tables;
    const rows = await this.tx.query<{ id: number }>(
      `SELECT r.term_taxonomy_id AS id FROM ${term_relationships} r JOIN ${term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id ` +
        `WHERE r.object_id = ? AND tt.taxonomy IN (${placeholders(taxonomies.length)})`,
      [entryId, ...taxonomies],
    );
    return rows.map((row) => row.id);
  }
}
