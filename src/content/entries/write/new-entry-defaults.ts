import type { FullEntry } from './entry-rows.js';
import type { Writing } from './entry-changes.js';

type Defaults = Pick<
  FullEntry,
  'author' | 'commentStatus' | 'pingStatus' | 'parent' | 'menuOrder' | 'mimeType' | 'slug'
>;

/** What an entry is when nobody says otherwise. Only posts take pings, and posts and attachments comments, if the site does. */
export function newEntryDefaults(type: string, { principal, site }: Writing): Defaults {
  const bySite = (option: string) => (site.option(option) === 'open' ? 'open' : 'closed');
  return {
    author: principal.id,
    commentStatus: type === 'post' || type === 'attachment' ? bySite('default_comment_status') : 'closed',
    pingStatus: type === 'post' ? bySite('default_ping_status') : 'closed',
    parent: 0,
    menuOrder: 0,
    mimeType: '',
    slug: '',
  };
}
