import { type ContentModel } from '../../../content-model/index.js';
import { type OptionsStore, type Transaction } from '../../../database/index.js';
import { slugify, type SlugOptions } from '../../../text/index.js';
import { Term, TermMeta, TermTaxonomy } from '../../../database/entities/index.js';
import { groupBy, insertRows } from '../bulk-rows.js';
import { type ImportStore, type PendingReference } from './import.store.js';
import { type WxrTerm } from './wxr-records.js';

const MAX_NAME_LENGTH = 200;
const MAX_TAXONOMY_LENGTH = 32;

interface StoredTerm {
  termTaxonomyId: number;
  termId: number;
}

interface TermsOutcome {
  /** By `termKey`. */
  terms: Map<string, StoredTerm>;
  created: number;
  /** Parents that have not been imported yet. */
  pending: PendingReference[];
}

/** A new term as its hooks decide; undefined if it is refused. */
export type DecideTerm = (term: WxrTerm) => Promise<WxrTerm | undefined> | WxrTerm;

export function termKey({ taxonomy, slug }: Pick<WxrTerm, 'taxonomy' | 'slug'>): string {
  return `${taxonomy} ${slug.toLowerCase()}`;
}

/** A term that can be stored; undefined if it has neither slug nor name. */
export function storableTerm(term: WxrTerm, slugs: SlugOptions): WxrTerm | undefined {
  const name = [...(term.name || term.slug)].slice(0, MAX_NAME_LENGTH).join('');
  const slug = (term.slug || slugify(term.name, slugs)).slice(0, MAX_NAME_LENGTH);
  return slug === '' || term.taxonomy === '' || term.taxonomy.length > MAX_TAXONOMY_LENGTH
    ? undefined
    : { ...term, name, slug };
}

/** Finds each term by taxonomy and slug or creates it; existing ones are not changed. */
export async function ensureTerms(
  tx: Transaction,
  store: ImportStore,
  options: OptionsStore,
  { taxonomies }: ContentModel,
  declared: readonly WxrTerm[],
  decide: DecideTerm,
): Promise<TermsOutcome> {
  const terms = await find(tx, store, [
    ...declared,
    ...declared.filter((term) => term.parent !== '').map((term) => ({ ...term, slug: term.parent })),
  ]);
  const pending: PendingReference[] = [];
  const changed = new Set<string>();
  let created = 0;
  for (const term of declared) {
    if (terms.has(termKey(term))) continue;
    const above = term.parent === '' ? undefined : terms.get(termKey({ ...term, slug: term.parent }));
    const decided = await decide(term);
    if (!decided) continue;
    const inserted = await insert(tx, decided, above?.termId ?? 0);
    if (term.parent !== '' && !above)
      pending.push({ kind: 'term parent', owner: inserted.termTaxonomyId, name: term.taxonomy, target: term.parent });
    terms.set(termKey(term), inserted);
    changed.add(term.taxonomy);
    created++;
  }
  for (const taxonomy of changed) {
    // WordPress caches the term hierarchy in this option, which is now stale.
    if (taxonomies.get(taxonomy)?.hierarchical ?? true) await options.delete(tx, `${taxonomy}_children`);
  }
  return { terms, created, pending };
}

async function find(
  tx: Transaction,
  store: ImportStore,
  declared: readonly Pick<WxrTerm, 'taxonomy' | 'slug'>[],
): Promise<Map<string, StoredTerm>> {
  const slugs = [...new Set(declared.map((term) => term.slug))];
  const taxonomies = [...new Set(declared.map((term) => term.taxonomy))];
  const rows = await store.terms(tx, slugs, taxonomies);
  return new Map(rows.map(({ termTaxonomyId, termId, ...key }) => [termKey(key), { termTaxonomyId, termId }]));
}

async function insert(tx: Transaction, term: WxrTerm, parent: number): Promise<StoredTerm> {
  const { name, slug, taxonomy, description } = term;
  const { insertId: termId } = await tx.insert(Term, { name, slug, group: 0 });
  const row = { term: termId, taxonomy, description, parent, count: 0 };
  const { insertId: termTaxonomyId } = await tx.insert(TermTaxonomy, row);
  const meta = term.meta.map(({ key, value }) => ({ owner: termId, key, value }));
  await insertRows(tx, TermMeta, meta);
  return { termTaxonomyId, termId };
}

interface Assignment {
  termTaxonomyId: number;
  taxonomy: string;
  type: string;
  status: string;
}

/** Adds new entries to the counts of their terms. Recounting would take longer with every batch. */
export async function countTerms(
  tx: Transaction,
  store: ImportStore,
  model: ContentModel,
  assigned: readonly Assignment[],
): Promise<void> {
  const added = new Map<number, number>();
  for (const { termTaxonomyId, taxonomy, type, status } of assigned) {
    if (status === 'publish' && isCounted(model, taxonomy, type))
      added.set(termTaxonomyId, (added.get(termTaxonomyId) ?? 0) + 1);
  }
  for (const [count, terms] of groupBy(added, ([, number]) => number))
    await store.addToCounts(
      tx,
      terms.map(([id]) => id),
      count,
    );
}

/** Unknown taxonomies count all post types. */
function isCounted(model: ContentModel, taxonomy: string, type: string): boolean {
  const types = model.taxonomies.get(taxonomy)?.types;
  return types === undefined || types.includes(type) || !types.every((name) => model.types.has(name));
}
