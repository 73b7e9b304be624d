import { type Site } from '../../site/site.js';

/** Address of the page with a user's posts. */
export function authorLink(user: { id: number; nicename: string }, site: Pick<Site, 'home' | 'option'>): string {
  const structure = site.option('permalink_structure');
  if (structure === '') return `${site.home}/?author=${user.id}`;
  // What stands in front of the first variable part belongs to every address of the site.
  const front = structure.slice(0, Math.max(structure.indexOf('%'), 0)) || '/';
  return `${site.home}${front}author/${user.nicename}${structure.endsWith('/') ? '/' : ''}`;
}
