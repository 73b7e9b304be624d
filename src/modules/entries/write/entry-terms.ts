import type { Database, Transaction } from '../../../database/database.js';
import { Term, TermRelationship, TermTaxonomy } from '../../../database/entities/index.js';
import { type ContentModel } from '../../../content-model/content-model.js';
import { type AssignedRow, assignedRows, lockTerms, unassign } from './entry-rows.store.js';

const FORMAT_TAXONOMY = 'post_format';

/** IDs of terms by taxonomy. */
export type TermAssignments = ReadonlyMap<string, readonly number[]>;

/**
 * The terms of an entry. Collects the `term_taxonomy` rows whose counts may have changed; the writer of the entry
 * recounts them at the end.
 */
export class EntryTerms {
  readonly touched = new Set<number>();
  /** Rows that are locked until the transaction ends. */
  readonly locked: AssignedRow[] = [];
  private readonly lookedUp = new Set<string>();
  private readonly assignedTo = new Map<number, Promise<readonly AssignedRow[]>>();

  constructor(
    private readonly tx: Transaction,
    private readonly database: Database,
    private readonly model: ContentModel,
  ) {}

  /** Declares an entry that was just inserted: nothing is assigned to it. */
  isNew(entryId: number): void {
    this.assignedTo.set(entryId, Promise.resolve([]));
  }

  /**
   * Replaces the entry's terms of these taxonomies; IDs that are not terms of theirs are ignored. The terms are locked when
   * the returned function is called, which writes the changes with statements that start at once.
   */
  async assign(entryId: number, assignments: TermAssignments): Promise<() => Promise<unknown>> {
    const present = await this.assigned(entryId);
    const removed = present.filter(({ taxonomy, term }) => assignments.get(taxonomy)?.includes(term) === false);
    const missing = [...assignments].map(([taxonomy, ids]): [string, number[]] => [
      taxonomy,
      ids.filter((id) => !present.some((row) => row.taxonomy === taxonomy && row.term === id)),
    ]);
    await this.lock(new Map(missing));
    const added = this.locked.filter(({ taxonomy, term }) => new Map(missing).get(taxonomy)?.includes(term));
    for (const { id } of [...added, ...removed]) this.touched.add(id);
    this.assignedTo.set(entryId, Promise.resolve([...present.filter((row) => !removed.includes(row)), ...added]));
    const rows = added.map(({ id }) => ({ object: entryId, termTaxonomy: id }));
    const outdated = removed.map(({ id }) => id);
    return () =>
      Promise.all([
        outdated.length > 0 && unassign(this.tx, this.database, entryId, outdated),
        rows.length > 0 && this.tx.deferInsert(TermRelationship, rows, { onConflict: 'ignore' }),
      ]);
  }

  /** Locks terms that are about to be assigned, unless they are locked. */
  async lock(assignments: TermAssignments): Promise<void> {
    const unknown = [...assignments].map(([taxonomy, ids]): [string, number[]] => [
      taxonomy,
      ids.filter((id) => !this.lookedUp.has(`${taxonomy} ${id}`)),
    ]);
    const found = lockTerms(this.tx, this.database, new Map(unknown));
    for (const [taxonomy, ids] of unknown) for (const id of ids) this.lookedUp.add(`${taxonomy} ${id}`);
    this.locked.push(...(await found));
  }

  /** Recounts every term of the entry, because the entry itself is published or unpublished. */
  async touchAll(entryId: number): Promise<void> {
    for (const { id, taxonomy } of await this.assigned(entryId))
      if (this.model.taxonomies.has(taxonomy)) this.touched.add(id);
  }

  /** Reads the terms of an entry, before other methods need them. */
  async load(entryId: number): Promise<void> {
    await this.assigned(entryId);
  }

  async has(entryId: number, taxonomy: string): Promise<boolean> {
    return (await this.assigned(entryId)).some((row) => row.taxonomy === taxonomy);
  }

  async removeAll(entryId: number): Promise<void> {
    await this.touchAll(entryId);
    await this.tx.deferDelete(TermRelationship, { object: entryId });
  }

  /** A post format is a term of its own taxonomy, created on first use; the standard format has none. */
  async ofFormat(format: string): Promise<[taxonomy: string, ids: number[]]> {
    return [
      FORMAT_TAXONOMY,
      format === 'standard' ? [] : [await this.termOf(FORMAT_TAXONOMY, `post-format-${format}`)],
    ];
  }

  /** For taxonomies that only the service writes: the term is created on first use. */
  async termOf(taxonomy: string, name: string, slug = name): Promise<number> {
    const existing = await this.tx.manager
      .createQueryBuilder(Term, 'term')
      .innerJoin(TermTaxonomy, 'of', 'of.term = term.id')
      .where({ slug })
      .andWhere('of.taxonomy = :taxonomy', { taxonomy })
      .getOne();
    if (existing) return existing.id;
    const { insertId } = await this.tx.insert(Term, { name, slug });
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
