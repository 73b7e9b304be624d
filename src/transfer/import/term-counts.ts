import { type Database, type Transaction } from '../../database/database.js';
import { marks } from '../../database/engine/parameters.js';
import { TAXONOMIES } from '../../content/types/taxonomies.js';
import { POST_TYPES } from '../../content/types/post-types.js';

export interface Assignment {
  termTaxonomyId: number;
  taxonomy: string;
  type: string;
  status: string;
}

/** Adds new entries to the counts of their terms. Adding, not counting again: that would take longer with every batch. */
export async function countTerms(tx: Transaction, db: Database, assigned: readonly Assignment[]): Promise<void> {
  const added = new Map<number, number>();
  for (const { termTaxonomyId, taxonomy, type, status } of assigned) {
    if (status === 'publish' && isCounted(taxonomy, type))
      added.set(termTaxonomyId, (added.get(termTaxonomyId) ?? 0) + 1);
  }
  if (added.size === 0) return;
  const cases = [...added].map(() => 'WHEN ? THEN ?').join(' ');
  await tx.execute(
    `UPDATE ${db.tables.term_taxonomy} SET count = count + CASE term_taxonomy_id ${cases} END WHERE term_taxonomy_id IN (${marks(added.size)})`,
    [...[...added].flat(), ...added.keys()],
  );
}

/** A taxonomy nobody here knows counts whatever it is given. */
function isCounted(taxonomy: string, type: string): boolean {
  const types = TAXONOMIES.get(taxonomy)?.types;
  return types === undefined || types.includes(type) || !types.every((name) => POST_TYPES.has(name));
}
