import { can, type PostFacts, type SiteFacts, siteFacts } from '../../../access/capabilities/index.js';
import { ANONYMOUS, type Principal } from '../../../access/principal.js';
import { type Site } from '../../../site/site.js';
import { withoutNul } from '../../../text/php-strings.js';
import { type Entry } from './entry.js';

/** What permission checks need besides the row of an entry. */
export interface PermissionFacts {
  /** The parent entry: decides for revisions, and for entries that inherit its status. */
  parent?: Entry;
  /** The status before it was moved to the trash (meta `_wp_trash_meta_status`). */
  trashedFrom?: string;
}

/** Finds the parent of an entry among loaded ones; undefined where there is none. */
export type ParentOf = (entry: Entry) => Entry | undefined;

export function entryFacts(entry: Entry, { parent, trashedFrom }: PermissionFacts = {}): PostFacts {
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

export function mayEdit(principal: Principal, entry: Entry, site: SiteFacts, background?: PermissionFacts): boolean {
  return !entry.isHidden && can(principal, 'edit_post', entryFacts(entry, background), site);
}

export function mayDelete(principal: Principal, entry: Entry, site: SiteFacts, background?: PermissionFacts): boolean {
  return !entry.isHidden && can(principal, 'delete_post', entryFacts(entry, background), site);
}

/** Published, or readable by capability; entries that inherit their status follow their parent, and without one are public. */
export function isReadable(principal: Principal, entry: Entry, parentOf: ParentOf, site: SiteFacts): boolean {
  const passed = new Set<number>();
  for (let checked: Entry | undefined = entry; checked;) {
    if (checked.isHidden) return false;
    if (principal.previews(checked.id)) return true;
    if (site.model.statuses.get(checked.status)?.public && readsPublished(principal, checked.type, site)) return true;
    const parent: Entry | undefined = parentOf(checked);
    if (!principal.isAnonymous && can(principal, 'read_post', entryFacts(checked, { parent }), site)) return true;
    if (checked.status !== 'inherit' || passed.has(checked.id)) return false;
    passed.add(checked.id);
    checked = parent;
  }
  return true;
}

/** Published entries are public, except those of types for editors only. */
function readsPublished(principal: Principal, name: string, { model }: SiteFacts): boolean {
  const type = model.types.get(name);
  return !type?.restrictsReading || principal.can(type.capabilities.read);
}

/** Looks parents up among loaded entries. */
export function parentsAmong(entries: ReadonlyMap<number, Entry>): ParentOf {
  return (entry) => (entry.parent > 0 ? entries.get(entry.parent) : undefined);
}

/** Which of the entries everybody may read. */
export async function publicAmong(
  entries: { withAncestors(ids: readonly number[]): Promise<ReadonlyMap<number, Entry>> },
  site: Site,
  ids: readonly number[],
): Promise<number[]> {
  const unique = [...new Set(ids)].filter((id) => id > 0);
  if (unique.length === 0) return [];
  const found = await entries.withAncestors(unique);
  const [parentOf, facts] = [parentsAmong(found), siteFacts(site)];
  return unique.filter((id) => found.has(id) && isReadable(ANONYMOUS, found.get(id)!, parentOf, facts));
}

/** NUL is compared in its stored form. WordPress itself stores it unchanged. */
export function isPasswordOf({ password }: Pick<Entry, 'password'>, provided: string | undefined): boolean {
  return provided !== undefined && withoutNul(provided) === withoutNul(password);
}

/** Whether content and excerpt may be shown with this password (undefined: none). */
export function passwordUnlocks(entry: Pick<Entry, 'password'>, provided: string | undefined): boolean {
  return entry.password === '' || isPasswordOf(entry, provided);
}
