import { type Entry } from '../../content/entries/entry.js';
import { type EntryView } from '../../content/entries/present/entry-view.js';
import { Links } from '../../rest/response/links.js';
import { type Site } from '../../site/site.js';
import { type EntryResource } from './entry-resource.js';

const API = 'https://api.w.org/';

export interface LinkOptions {
  countsRevisions: boolean;
  /** Relations of what the caller may do; see action-links.ts. */
  actions: readonly string[];
}

/** Where an entry leads. */
export function entryLinks(
  entry: Entry,
  view: EntryView,
  { type, taxonomies, route }: EntryResource,
  site: Site,
  { countsRevisions, actions }: LinkOptions,
): Links {
  const self = site.rest(`${route}/${entry.id}`);
  const links = new Links()
    .add('self', self)
    .add('collection', site.rest(route))
    .add('about', site.rest(`/wp/v2/types/${type.name}`));
  if (type.supports.includes('author') && entry.author > 0)
    links.add('author', site.rest(`/wp/v2/users/${entry.author}`), { embed: { source: 'users', id: entry.author } });
  if (type.supports.includes('comments'))
    links.add('replies', site.rest('/wp/v2/comments', `post=${entry.id}`), {
      embed: { source: 'comments', of: entry.id },
    });
  if (type.supports.includes('revisions'))
    addRevisions(links, entry, view, site.rest(`${route}/${entry.id}/revisions`), countsRevisions);
  if (type.hierarchical && entry.parent > 0) {
    links.add('up', site.rest(`${route}/${entry.parent}`), { embed: { source: type.restBase!, id: entry.parent } });
  }
  const image = view.featuredMedia(entry);
  if (image > 0)
    links.add(`${API}featuredmedia`, site.rest(`/wp/v2/media/${image}`), { embed: { source: 'media', id: image } });
  if (type.name !== 'attachment') links.add(`${API}attachment`, site.rest('/wp/v2/media', `parent=${entry.id}`));
  for (const { name, restBase = '', route: terms } of taxonomies) {
    links.add(`${API}term`, site.rest(terms, `post=${entry.id}`), {
      attributes: { taxonomy: name },
      embed: { source: restBase, of: entry.id },
    });
  }
  for (const relation of actions) links.add(relation, self);
  return links;
}

function addRevisions(links: Links, entry: Entry, view: EntryView, href: string, counts: boolean): void {
  if (!counts) {
    links.add('version-history', href);
    return;
  }
  const { count, newest } = view.revisions(entry) ?? { count: 0, newest: 0 };
  links.add('version-history', href, { attributes: { count } });
  if (count > 0) links.add('predecessor-version', `${href}/${newest}`, { attributes: { id: newest } });
}
