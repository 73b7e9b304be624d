import type { Database, Transaction } from '../../database/database.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { lockForDelete } from '../lock-parents.js';
import type { Term } from './term.js';
import { recountTerms } from './term-counts.js';

/** Removes a term: its children move up, and objects that had no other term of the taxonomy get the fallback. */
export async function removeTerm(
  tx: Transaction,
  database: Database,
  model: ContentModel,
  term: Term,
  fallback: Term | undefined,
): Promise<void> {
  const { term_relationships, term_taxonomy } = database.tables;
  await lockForDelete(tx, database, 'term_taxonomy', [term.termTaxonomyId, fallback?.termTaxonomyId ?? 0]);
  await tx.execute(`UPDATE ${term_taxonomy} SET parent = ? WHERE taxonomy = ? AND parent = ?`, [
    term.parent,
    term.taxonomy,
    term.id,
  ]);
  if (fallback && fallback.id !== term.id) await giveToBereft(tx, database, term, fallback);
  await tx.execute(`DELETE FROM ${term_relationships} WHERE term_taxonomy_id = ?`, [term.termTaxonomyId]);
  await tx.execute(`DELETE FROM ${term_taxonomy} WHERE term_taxonomy_id = ?`, [term.termTaxonomyId]);
  await removeUnused(tx, database, term.id);
  if (fallback) await recountTerms(tx, database, model, [fallback.termTaxonomyId]);
}

async function giveToBereft(tx: Transaction, { tables }: Database, term: Term, fallback: Term): Promise<void> {
  const { term_relationships, term_taxonomy } = tables;
  await tx.execute(
    `INSERT INTO ${term_relationships} (object_id, term_taxonomy_id, term_order) ` +
      `SELECT r.object_id, ?, 0 FROM ${term_relationships} r WHERE r.term_taxonomy_id = ? AND NOT EXISTS (` +
      `SELECT 1 FROM ${term_relationships} o JOIN ${term_taxonomy} x ON x.term_taxonomy_id = o.term_taxonomy_id ` +
      `WHERE o.object_id = r.object_id AND x.taxonomy = ? AND o.term_taxonomy_id <> r.term_taxonomy_id)`,
    [fallback.termTaxonomyId, term.termTaxonomyId, term.taxonomy],
  );
}

/** In old databases taxonomies may share a term's name; it stays as long as one uses it. */
async function removeUnused(tx: Transaction, { tables }: Database, id: number): Promise<void> {
  const shared = await tx.query(`SELECT term_taxonomy_id FROM ${tables.term_taxonomy} WHERE term_id = ? LIMIT 1`, [id]);
  if (shared.length > 0) return;
  await tx.execute(`DELETE FROM ${tables.termmeta} WHERE term_id = ?`, [id]);
  await tx.execute(`DELETE FROM ${tables.terms} WHERE term_id = ?`, [id]);
}
