import { In } from 'typeorm';
import type { Database, Transaction } from '../../../database/database.js';
import { Term, TermRelationship, TermTaxonomy } from '../../../database/entities/index.js';
import { type ContentModel } from '../../../site/model/content-model.js';
import { type AssignedRow, assignedRows, lockTerms } from './entry-rows.store.js';

const FORMAT_TAXONOMY = 'post_format';

/**
 * The terms of an entry. Collects the `term_taxonomy` rows whose counts may have changed; the writer of the entry
 * recounts them at the end.
 */
export class EntryTerms {
  readonly touched = new Set<number>();
  private readonly assignedTo = new Map<number, Promise<readonly AssignedRow[]>>();

  constructor(
    private readonly tx: Transaction,
    private readonly database: Database,
    private readonly model: ContentModel,
  ) {}

  /** Replaces the entry's terms of one taxonomy; IDs that are not terms of it are ignored. */
  async assign(entryId: number, taxonomy: string, termIds: readonly number[]): Promise<void> {
    const present = (await this.assigned(entryId)).filter((row) => row.taxonomy === taxonomy);
    const removed = present.filter(({ term }) => !termIds.includes(term));
    const added = await lockTerms(
      this.tx,
      this.database,
      taxonomy,
      termIds.filter((id) => !present.some(({ term }) => term === id)),
    );
    if (removed.length > 0) {
      const rows = In(removed.map(({ id }) => id));
      await this.tx.manager.delete(TermRelationship, { object: entryId, termTaxonomy: rows });
    }
    if (added.length > 0) {
      const rows = added.map(({ id }) => ({ object: entryId, termTaxonomy: id }));
      await this.tx.insert(TermRelationship, rows, { onConflict: 'ignore' });
    }
    for (const { id } of [...added, ...removed]) this.touched.add(id);
    const kept = (await this.assigned(entryId)).filter((row) => !removed.includes(row));
    this.assignedTo.set(entryId, Promise.resolve([...kept, ...added]));
  }

  /** Recounts every term of the entry, because the entry itself is published or unpublished. */
  async touchAll(entryId: number): Promise<void> {
    for (const { id, taxonomy } of await this.assigned(entryId))
      if (this.model.taxonomies.has(taxonomy)) this.touched.add(id);
  }

  async has(entryId: number, taxonomy: string): Promise<boolean> {
    return (await this.assigned(entryId)).some((row) => row.taxonomy === taxonomy);
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
    const known = await this.tx.manager
      .createQueryBuilder(Term, 'term')
      .innerJoin(TermTaxonomy, 'of', 'of.term = term.id')
      .where({ slug })
      .andWhere('of.taxonomy = :taxonomy', { taxonomy })
      .getOne();
    if (known) return known.id;
    const { insertId } = await this.tx.insert(Term, { name: slug, slug });
    await this.tx.insert(TermTaxonomy, { term: insertId, taxonomy, description: '' });
    return insertId;
  }

  /** The entry's terms of all taxonomies, read once per write. */
  private assigned(entryId: number): Promise<readonly AssignedRow[]> {
    let terms = this.assignedTo.get(entryId);
    if (!terms) this.assignedTo.set(entryId, (terms = assignedRows(this.tx, this.database, entryId)));
    return terms;
  }
}
