import { Term as TermRow, TermTaxonomy } from '../../database/entities/index.js';
import { rowReader } from '../../database/row-reader.js';
import { type Taxonomy, type TermAddresses } from '../../content-model/taxonomies.js';
import { type Site } from '../../site/site.js';

/** A category, a tag or another term, as stored: names are HTML-escaped. */
export interface Term {
  readonly id: number;
  /** Referenced by relationships; not the ID. */
  readonly termTaxonomyId: number;
  readonly taxonomy: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** ID of the parent term; 0 at the top level. */
  readonly parent: number;
  /** Published posts. */
  readonly count: number;
  /** On sites with several languages. */
  readonly language?: string | null;
}

/** The values of a term that relationships already provide. */
export type AssignedTerm = Pick<Term, 'id' | 'termTaxonomyId' | 'taxonomy' | 'name' | 'slug' | 'parent' | 'language'>;

/** Replaces NULL values of foreign databases. */
export const readAssignedTerm = rowReader<AssignedTerm>(TermRow, TermTaxonomy);
export const readTerm = rowReader<Term>(TermRow, TermTaxonomy);

/** The values needed to find a term's ancestors. */
export interface TermNode {
  readonly id: number;
  readonly parent: number;
  readonly slug: string;
  /** On sites with several languages. */
  readonly language?: string | null;
}

/** Terms by ID; ancestors must have been loaded. */
export type TermTree = ReadonlyMap<number, TermNode>;

/** Nearest first. A cycle of parents ends where it closes. */
export function ancestorsOf(term: Pick<TermNode, 'id' | 'parent'>, tree: TermTree): TermNode[] {
  const found = new Map<number, TermNode>();
  for (let at = tree.get(term.parent); at && at.id !== term.id && !found.has(at.id); at = tree.get(at.parent))
    found.set(at.id, at);
  return [...found.values()];
}

/** Whether the tree contains every ancestor of the term; a cycle has no missing one. */
export function hasAllAncestors(term: Pick<TermNode, 'id' | 'parent'>, tree: TermTree): boolean {
  const top = ancestorsOf(term, tree).at(-1) ?? term;
  return top.parent === 0 || top.parent === term.id || tree.has(top.parent);
}

/** Terms without posts whose descendants have some. */
export function emptyWithFullDescendants(terms: readonly { id: number; parent: number; count: number }[]): number[] {
  const byId = new Map(terms.map((term) => [term.id, term]));
  const passed = new Set<number>();
  for (const { count, parent } of terms) {
    if (count === 0) continue;
    for (let at = byId.get(parent); at && !passed.has(at.id); at = byId.get(at.parent)) passed.add(at.id);
  }
  return [...passed].filter((id) => byId.get(id)!.count === 0);
}

/** URL of a term's archive page. The tree contains its ancestors. */
export function termLink(site: Site, { addresses, hierarchical }: Taxonomy, term: TermNode, tree: TermTree): string {
  const structure = site.option('permalink_structure');
  if (structure === '' || addresses.base === undefined)
    return site.localized(`${site.home}/?${addresses.plain(term)}`, term.language);
  const above = hierarchical && addresses.nested ? ancestorsOf(term, tree).reverse() : [];
  const path = [...above, term].map(({ slug }) => slug).join('/');
  const url = `${site.home}${termFolder(site, addresses)}/${path}${structure.endsWith('/') ? '/' : ''}`;
  return site.localized(url, term.language);
}

/** A custom base is not preceded by the common prefix of post permalinks. */
export function termFolder(site: Site, { option, base, withFront }: TermAddresses): string {
  const structure = site.option('permalink_structure');
  const ownBase = option === undefined ? '' : site.option(option).replace(/^\/+|\/+$/g, '');
  if (ownBase !== '' || !withFront) return `${rootOf(structure)}${ownBase || base}`;
  return `${frontOf(structure)}${base}`;
}

/** The common prefix of post permalinks, before the first placeholder. */
export function frontOf(structure: string): string {
  return structure.slice(0, Math.max(0, structure.indexOf('%'))) || '/';
}

/** The prefix of all URLs: on servers without URL rewriting it contains the script's name. */
export function rootOf(structure: string): string {
  return structure.startsWith('/index.php/') ? '/index.php/' : '/';
}
