import type { Site } from '../../site/site.js';
import type { Taxonomy, TermAddresses } from '../../site/model/taxonomies.js';
import { ancestorsOf, type TermNode, type TermTree } from './term.js';

/** The address of a term's page. The tree holds its ancestors. */
export function termLink(site: Site, { addresses, hierarchical }: Taxonomy, term: TermNode, tree: TermTree): string {
  const structure = site.option('permalink_structure');
  if (structure === '' || addresses.base === undefined) return `${site.home}/?${addresses.plain(term)}`;
  const above = hierarchical && addresses.nested ? ancestorsOf(term, tree).reverse() : [];
  const path = [...above, term].map(({ slug }) => slug).join('/');
  return `${site.home}${prefix(structure, site, addresses)}/${path}${structure.endsWith('/') ? '/' : ''}`;
}

/** A base that the site chose itself does not stand behind what all post addresses begin with. */
function prefix(structure: string, site: Site, { option, base, withFront }: TermAddresses): string {
  const ownBase = option === undefined ? '' : site.option(option).replace(/^\/+|\/+$/g, '');
  if (ownBase !== '' || !withFront) return `${rootOf(structure)}${ownBase || base}`;
  return `${frontOf(structure)}${base}`;
}

/** What the addresses of posts begin with before their first variable part. */
export function frontOf(structure: string): string {
  return structure.slice(0, Math.max(0, structure.indexOf('%'))) || '/';
}

/** What all addresses begin with: servers that cannot rewrite them have the script's name in all of them. */
export function rootOf(structure: string): string {
  return structure.startsWith('/index.php/') ? '/index.php/' : '/';
}
