import type { Database, Transaction } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { fragment, type SqlFragment } from '../../database/engine/sql-fragment.js';
import { BY_TERM, COUNTS, TERM_CHANGES } from '../../database/lists/indexed/tables.js';
import { type ContentModel } from '../../content-model/content-model.js';

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
  locked: readonly CountedTerm[] = [],
): Promise<void> {
  const ids = [...new Set(termTaxonomyIds)].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const lockedBefore = locked.filter(({ id }) => ids.includes(id));
  const rows = lockedBefore.length === ids.length ? lockedBefore : await lockCounted(tx, database, ids);
  const { term_taxonomy } = database.tables;
  const updates = [...groupByTypes(model, rows)].map(({ types, members }) => {
    const { sql, parameters } = publishedOf(database, types);
    return tx.defer(
      `UPDATE ${term_taxonomy} SET count = ${sql} WHERE term_taxonomy_id IN (${placeholders(members.length)})`,
      [...parameters, ...members],
      term_taxonomy,
    );
  });
  await Promise.all(updates);
}

export interface CountedTerm {
  /** ID of the row of `term_taxonomy`. */
  readonly id: number;
  readonly taxonomy: string;
}

/** Locks rows of `term_taxonomy` that are to be counted. */
export async function lockCounted(
  tx: Transaction,
  { tables, sql }: Database,
  ids: readonly number[],
): Promise<CountedTerm[]> {
  if (ids.length === 0) return [];
  return tx.query<CountedTerm>(
    `SELECT term_taxonomy_id AS id, taxonomy FROM ${tables.term_taxonomy} WHERE term_taxonomy_id IN (${placeholders(ids.length)}) ` +
      `ORDER BY term_taxonomy_id${sql.forUpdate()}`,
    ids,
  );
}

/** Taxonomies of the same post types are counted by one statement. */
function groupByTypes(
  model: ContentModel,
  rows: readonly CountedTerm[],
): Iterable<{ types: readonly string[]; members: number[] }> {
  const groups = new Map<string, { types: readonly string[]; members: number[] }>();
  for (const { id, taxonomy } of rows) {
    const types = countedTypes(model, taxonomy);
    if (types === undefined) continue;
    const group = groups.get(types.join()) ?? { types, members: [] };
    groups.set(types.join(), group);
    group.members.push(id);
  }
  return groups.values();
}

/** Whether an entry of this status may count: files have the status of what they belong to. */
export const isCounted = (entry: { readonly status: string } | undefined): boolean =>
  entry?.status === 'publish' || entry?.status === 'inherit';

/** Undefined for undeclared taxonomies and those that group more than posts, whose counts we do not maintain. */
function countedTypes(model: ContentModel, taxonomy: string): readonly string[] | undefined {
  const types = model.taxonomies.get(taxonomy)?.types;
  return types?.every((type) => model.types.has(type)) ? types : undefined;
}

/** The number of published entries of the `term_taxonomy` row that is updated. */
function publishedOf(database: Database, types: readonly string[]): SqlFragment {
  const { tables, listIndex } = database;
  const row = `${tables.term_taxonomy}.term_taxonomy_id`;
  const indexed = countedOf(database, row, types);
  const counted =
    `(SELECT COUNT(*) FROM ${tables.term_relationships} r JOIN ${tables.posts} p ON p.ID = r.object_id WHERE r.term_taxonomy_id = ${row} ` +
    `AND p.post_status = 'publish' AND p.post_type IN (${placeholders(types.length)}))`;
  // Files of published posts.
  const files =
    ` + (SELECT COUNT(*) FROM ${tables.term_relationships} r JOIN ${tables.posts} p ON p.ID = r.object_id ` +
    `JOIN ${tables.posts} owner ON owner.ID = p.post_parent WHERE r.term_taxonomy_id = ${row} ` +
    "AND p.post_type = 'attachment' AND p.post_status = 'inherit' AND owner.post_status = 'publish')";
  const { sql, parameters } = listIndex.has('terms') ? indexed : fragment(counted, ...types);
  return { sql: types.includes('attachment') ? sql + files : sql, parameters };
}

/** From the counters, corrected by entries whose terms the list index has not read yet, such as those of this transaction. */
function countedOf({ engine, tables }: Database, row: string, types: readonly string[]): SqlFragment {
  const isPublished = (entry: string) =>
    `${entry}post_status = 'publish' AND ${entry}post_type IN (${placeholders(types.length)})`;
  const counters = `COALESCE((SELECT SUM(entries) FROM ${tables.own(COUNTS)} WHERE counted_by = 'term' AND value = ${row} AND ${isPublished('')}), 0)`;
  if (engine === 'sqlite') return fragment(counters, ...types);
  const written = `(SELECT DISTINCT entry_id FROM ${tables.own(TERM_CHANGES)}) written`;
  const before =
    `(SELECT COUNT(*) FROM ${written} STRAIGHT_JOIN ${tables.own(BY_TERM)} b ON b.post_id = written.entry_id ` +
    `WHERE b.term_taxonomy_id = ${row} AND ${isPublished('b.')})`;
  const after =
    `(SELECT COUNT(*) FROM ${written} STRAIGHT_JOIN ${tables.term_relationships} r ON r.object_id = written.entry_id ` +
    `STRAIGHT_JOIN ${tables.posts} p ON p.ID = r.object_id WHERE r.term_taxonomy_id = ${row} AND ${isPublished('p.')})`;
  return fragment(`${counters} - ${before} + ${after}`, ...types, ...types, ...types);
}
