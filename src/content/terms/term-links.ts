import type { Site } from '../../site/site.js';
import type { Taxonomy } from '../types/taxonomies.js';
import { ancestorsOf, type TermNode, type TermTree } from './term-tree.js';

/** Where the site shows the posts of terms: the option with its own base, the base without one, and the plain form. */
const ADDRESSES: ReadonlyMap<string, { option: string; base: string; plain: (term: TermNode) => string }> = new Map(
  Object.entries<{ option: string; base: string; plain: (term: TermNode) => string }>({
    category: { option: 'category_base', base: 'category', plain: (term) => `cat=${term.id}` },
    post_tag: { option: 'tag_base', base: 'tag', plain: (term) => `tag=${term.slug}` },
  }),
);

/** The address of a term's page. The tree holds its ancestors. */
export function termLink(site: Site, taxonomy: Taxonomy, term: TermNode, tree: TermTree): string {
  const address = ADDRESSES.get(taxonomy.name);
  if (!address) return `${site.home}/?taxonomy=${taxonomy.name}&term=${term.slug}`;
  const structure = site.option('permalink_structure');
  if (structure === '') return `${site.home}/?${address.plain(term)}`;
  const above = taxonomy.hierarchical ? ancestorsOf(term, tree).reverse() : [];
  const path = [...above, term].map(({ slug }) => slug).join('/');
  return `${site.home}${prefix(structure, site.option(address.option), address.base)}/${path}${structure.endsWith('/') ? '/' : ''}`;
}

/** Only the default base stands behind what all post addresses begin with. */
function prefix(structure: string, ownBase: string, defaultBase: string): string {
  const base = ownBase.replace(/^\/+|\/+$/g, '');
  if (base !== '') return structure.startsWith('/index.php/') ? `/index.php/${base}` : `/${base}`;
  const front = structure.slice(0, Math.max(0, structure.indexOf('%')));
  return `${front || '/'}${defaultBase}`;
}
