import type { Site } from '../../site/site.js';
import type { Taxonomy, TermAddresses } from '../../site/model/taxonomies.js';
import { ancestorsOf, type TermNode, type TermTree } from './term.js';

/** URL of a term's archive page. The tree contains its ancestors. */
export function termLink(site: Site, { addresses, hierarchical }: Taxonomy, term: TermNode, tree: TermTree): string {
  const structure = site.option('permalink_structure');
  if (structure === '' || addresses.base === undefined) return `${site.home}/?${addresses.plain(term)}`;
  const above = hierarchical && addresses.nested ? ancestorsOf(term, tree).reverse() : [];
  const path = [...above, term].map(({ slug }) => slug).join('/');
  return `${site.home}${termFolder(site, addresses)}/${path}${structure.endsWith('/') ? '/' : ''}`;
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
