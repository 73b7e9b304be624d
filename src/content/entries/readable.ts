import { can, type PostFacts, type SiteFacts } from '../../access/capabilities/index.js';
import { type Principal } from '../../access/principal.js';
import { type Site } from '../../site/site.js';
import { withoutNul } from '../../text/php-strings.js';
import { type Entry } from './entry.js';

/** What a permission needs to know of an entry besides its row. */
export interface EntryBackground {
  /** The entry it belongs to: decides for revisions, and for what inherits its status. */
  parent?: Entry;
  /** The status before it was put into the trash (meta `_wp_trash_meta_status`). */
  trashedFrom?: string;
}

/** Finds the parent of an entry among loaded ones; undefined where there is none. */
export type ParentOf = (entry: Entry) => Entry | undefined;

export function siteFacts(site: Site): SiteFacts {
  return {
    model: site.model,
    pageOnFront: site.integer('page_on_front'),
    pageForPosts: site.integer('page_for_posts'),
    privacyPage: site.integer('wp_page_for_privacy_policy'),
    defaultTerms: { category: site.integer('default_category') },
  };
}

export function entryFacts(entry: Entry, { parent, trashedFrom }: EntryBackground = {}): PostFacts {
  const { id, type, status, author } = entry;
  return {
    id,
    type,
    status,
    author,
    ...(parent && { parent: entryFacts(parent) }),
    ...(trashedFrom !== undefined && { trashedFrom }),
  };
}

export function mayEdit(principal: Principal, entry: Entry, site: SiteFacts, background?: EntryBackground): boolean {
  return can(principal, 'edit_post', entryFacts(entry, background), site);
}

export function mayDelete(principal: Principal, entry: Entry, site: SiteFacts, background?: EntryBackground): boolean {
  return can(principal, 'delete_post', entryFacts(entry, background), site);
}

/** Published, or readable by capability; what inherits its status follows its parent, and without one is open to all. */
export function isReadable(principal: Principal, entry: Entry, parentOf: ParentOf, site: SiteFacts): boolean {
  const passed = new Set<number>();
  for (let judged: Entry | undefined = entry; judged;) {
    if (judged.status === 'publish' && readsPublished(principal, judged.type, site)) return true;
    const parent: Entry | undefined = parentOf(judged);
    if (!principal.isAnonymous && can(principal, 'read_post', entryFacts(judged, { parent }), site)) return true;
    if (judged.status !== 'inherit' || passed.has(judged.id)) return false;
    passed.add(judged.id);
    judged = parent;
  }
  return true;
}

/** Published entries are open to all, except those of types that are material for editors. */
function readsPublished(principal: Principal, name: string, { model }: SiteFacts): boolean {
  const type = model.types.get(name);
  return !type?.restrictsReading || principal.can(type.capabilities.read);
}

/** Looks parents up among loaded entries. */
export function parentsAmong(entries: ReadonlyMap<number, Entry>): ParentOf {
  return (entry) => (entry.parent > 0 ? entries.get(entry.parent) : undefined);
}

/** NUL is compared as it is stored. WordPress itself stores it as it is. */
export function isPasswordOf({ password }: Pick<Entry, 'password'>, provided: string | undefined): boolean {
  return provided !== undefined && withoutNul(provided) === withoutNul(password);
}

/** Whether content and excerpt may be shown with this password (undefined: none). */
export function passwordUnlocks(entry: Pick<Entry, 'password'>, provided: string | undefined): boolean {
  return entry.password === '' || isPasswordOf(entry, provided);
}
