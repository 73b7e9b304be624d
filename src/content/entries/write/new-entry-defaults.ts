import type { PostType } from '../../../site/model/post-types.js';
import type { FullEntry } from './entry-rows.js';
import type { Writing } from './entry-changes.js';

type Defaults = Pick<
  FullEntry,
  'author' | 'commentStatus' | 'pingStatus' | 'parent' | 'menuOrder' | 'mimeType' | 'slug'
>;

/** What a new entry is by default. Comments and pings depend on the type and on the site. */
export function newEntryDefaults(type: PostType, { principal, site }: Writing): Defaults {
  const bySite = (option: string) => (site.option(option) === 'open' ? 'open' : 'closed');
  return {
    author: principal.id,
    commentStatus: type.opensComments ? bySite('default_comment_status') : 'closed',
    pingStatus: type.supports.includes('trackbacks') ? bySite('default_ping_status') : 'closed',
    parent: 0,
    menuOrder: 0,
    mimeType: '',
    slug: '',
  };
}
