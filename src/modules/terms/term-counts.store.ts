import type { Database, Transaction } from '../../database/database.js';
import { TermTaxonomy } from '../../database/entities/index.js';
import { placeholders } from '../../database/engine/parameters.js';
import { COUNTS } from '../../database/list-index/tables.js';
import { type ContentModel } from '../../site/model/content-model.js';

/**
 * Sets the count of each `term_taxonomy` row to the number of its published posts and of the files that belong to
 * published posts. The rows are locked before they are counted, so that of two transactions that change the same term
 * the later one sees the changes of the earlier one.
 */
export async function recountTerms(
  tx: Transaction,
  database: Database,
  model: ContentModel,
  termTaxonomyIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(termTaxonomyIds)].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const { term_taxonomy } = database.tables;
  const rows = await tx.query<{ term_taxonomy_id: number; taxonomy: string; count: number }>(
    `SELECT term_taxonomy_id, taxonomy, count FROM ${term_taxonomy} WHERE term_taxonomy_id IN (${placeholders(ids.length)}) ` +
      `ORDER BY term_taxonomy_id${database.sql.forUpdate()}`,
    ids,
  );
  for (const taxonomy of new Set(rows.map((row) => row.taxonomy))) {
    const types = countedTypes(model, taxonomy);
    if (types === undefined) continue;
    const members = rows.filter((row) => row.taxonomy === taxonomy);
    const counts = await countPublished(
      tx,
      database,
      members.map((row) => row.term_taxonomy_id),
      types,
    );
    for (const { term_taxonomy_id: id, count } of members) {
      const now = counts.get(id) ?? 0;
      if (now !== count) await tx.manager.update(TermTaxonomy, { id }, { count: now });
    }
  }
}

/** Whether an entry of this status may count: files have the status of what they belong to. */
export const isCounted = (entry: { readonly status: string } | undefined): boolean =>
  entry?.status === 'publish' || entry?.status === 'inherit';

/** Undefined for undeclared taxonomies and those that group more than posts, whose counts we do not maintain. */
function countedTypes(model: ContentModel, taxonomy: string): readonly string[] | undefined {
  const types = model.taxonomies.get(taxonomy)?.types;
  return types?.every((type) => model.types.has(type)) ? types : undefined;
}

async function countPublished(
  tx: Transaction,
  database: Database,
  ids: readonly number[],
  types: readonly string[],
): Promise<Map<number, number>> {
  const counting = database.listIndex.isUsable ? knownCounts(database, ids, types) : countedRows(database, ids, types);
  const rows = await tx.query<CountRow>(counting, [...ids, ...types]);
  const counts = new Map(rows.map(({ id, total }) => [Number(id), Number(total)]));
  if (!types.includes('attachment')) return counts;
  for (const { id, total } of await tx.query<CountRow>(countedFiles(database, ids), ids))
    counts.set(Number(id), (counts.get(Number(id)) ?? 0) + Number(total));
  return counts;
}

interface CountRow {
  id: number;
  total: number;
}

/** Files of published posts. */
function countedFiles({ tables }: Database, ids: readonly number[]): string {
  return (
    `SELECT r.term_taxonomy_id AS id, COUNT(*) AS total FROM ${tables.term_relationships} r JOIN ${tables.posts} p ON p.ID = r.object_id ` +
    `JOIN ${tables.posts} owner ON owner.ID = p.post_parent WHERE r.term_taxonomy_id IN (${placeholders(ids.length)}) ` +
    "AND p.post_type = 'attachment' AND p.post_status = 'inherit' AND owner.post_status = 'publish' GROUP BY r.term_taxonomy_id"
  );
}

function knownCounts({ tables }: Database, ids: readonly number[], types: readonly string[]): string {
  return (
    `SELECT value AS id, SUM(entries) AS total FROM ${tables.own(COUNTS)} WHERE kind = 'term' AND value IN (${placeholders(ids.length)}) ` +
    `AND post_status = 'publish' AND post_type IN (${placeholders(types.length)}) GROUP BY value`
  );
}

function countedRows({ tables }: Database, ids: readonly number[], types: readonly string[]): string {
  return (
    `SELECT r.term_taxonomy_id AS id, COUNT(*) AS total FROM ${tables.term_relationships} r JOIN ${tables.posts} p ON p.ID = r.object_id ` +
    `WHERE r.term_taxonomy_id IN (${placeholders(ids.length)}) AND p.post_status = 'publish' AND p.post_type IN (${placeholders(types.length)}) ` +
    'GROUP BY r.term_taxonomy_id'
  );
}
