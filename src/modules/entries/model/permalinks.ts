import { type ContentModel, CORE_MODEL } from '../../../content-model/content-model.js';
import { type Addresses, type PostType } from '../../../content-model/post-types.js';
import { type Site } from '../../../site/site.js';
import { frontOf, rootOf } from '../../terms/term.js';
import { type Entry } from './entry.js';
import { UNPUBLISHED_STATUSES } from '../../../content-model/post-statuses.js';

/** The properties of an entry that its permalink depends on. */
export type LinkedEntry = Pick<Entry, 'id' | 'type' | 'status' | 'slug' | 'date' | 'parent' | 'author'>;

/** How the site builds permalinks. */
export interface PermalinkRules {
  readonly home: string;
  /** Further URLs at which the site is reached. */
  readonly aliases?: readonly string[];
  /** Such as `/%year%/%postname%/`; empty for plain permalinks (`?p=5`). */
  readonly structure: string;
  /** Page shown as the front page; 0 if it shows posts. */
  readonly frontPage: number;
  /** Scheduled pages, revisions and trashed entries have plain permalinks. */
  readonly hidesUnpublished?: boolean;
  /** WordPress's own types by default. */
  readonly model?: Pick<ContentModel, 'types' | 'pageTypes'>;
}

/** Rows that permalinks refer to, loaded beforehand (see permalinks.loader.ts). */
export interface PermalinkData {
  /** Ancestors of pages and attachments. */
  readonly entries: ReadonlyMap<number, LinkedEntry>;
  /** Slugs from the top category down to the post's first one, joined by slashes, by post id. */
  readonly categoryPaths: ReadonlyMap<number, string>;
  /** Nicenames of authors. */
  readonly nicenames: ReadonlyMap<number, string>;
}

export function permalinkRules(site: Site, hidesUnpublished = false): PermalinkRules {
  return {
    hidesUnpublished,
    home: site.home,
    ...(site.home !== site.serviceHome && { aliases: [site.serviceHome] }),
    structure: site.option('permalink_structure'),
    frontPage: site.option('show_on_front') === 'page' ? site.integer('page_on_front') : 0,
    model: site.model,
  };
}

/** What a permalink structure may contain: `%year%` and so on. */
export const PERMALINK_TAGS: ReadonlySet<string> = new Set([
  ...['year', 'monthnum', 'day', 'hour', 'minute', 'second'],
  ...['postname', 'post_id', 'category', 'author'],
]);

/** Stands for the slug in the template of a permalink. */
export const SLUG_PLACEHOLDER = '%postname%';

const CIRCLE_LIMIT = 50;

const UNLINKED = new Set(['trash', 'future', 'inherit']);

function isUnaddressed({ status }: LinkedEntry, { hidesUnpublished }: PermalinkRules): boolean {
  return UNPUBLISHED_STATUSES.has(status) || (hidesUnpublished === true && UNLINKED.has(status));
}

export function permalink(entry: LinkedEntry, rules: PermalinkRules, data: PermalinkData): string {
  const { types } = rules.model ?? CORE_MODEL;
  const type = types.get(entry.type);
  switch (type?.addresses.by) {
    case 'path':
      return pageLink(entry, rules, data);
    case 'file':
      return attachmentLink(entry, rules, data, CIRCLE_LIMIT);
    case 'slug':
      return declaredLink(entry, type.addresses, type.hierarchical, rules, data);
    default:
      return postLink(entry, rules, data);
  }
}

/** Permalinks of declared types begin with the slug of the type. */
function declaredLink(
  entry: LinkedEntry,
  { slug, withFront, queryVar }: Extract<Addresses, { by: 'slug' }>,
  hierarchical: boolean,
  rules: PermalinkRules,
  data: PermalinkData,
): string {
  const { home, structure } = rules;
  if (isUnaddressed(entry, rules) || entry.status === 'future' || entry.slug === '')
    return `${home}/?post_type=${entry.type}&p=${entry.id}`;
  const path = hierarchical ? pagePath(entry, data) : entry.slug;
  if (structure !== '' && slug !== undefined)
    return `${home}${typeFolder(structure, withFront)}${slug}/${withEnding(path, rules)}`;
  return queryVar === undefined ? `${home}/?post_type=${entry.type}&p=${entry.id}` : `${home}/?${queryVar}=${path}`;
}

/** What the addresses of a declared type begin with, before its slug. */
export const typeFolder = (structure: string, withFront: boolean) =>
  withFront ? frontOf(structure) : rootOf(structure);

/** The path below home of the page with all entries of a type; undefined without one, or where links are plain. */
export function archivePath({ addresses, hasArchive }: PostType, structure: string): string | undefined {
  if (hasArchive === false || addresses.by !== 'slug' || addresses.slug === undefined || structure === '')
    return undefined;
  const name = hasArchive === true ? addresses.slug : hasArchive;
  return `${typeFolder(structure, addresses.withFront)}${name}${structure.endsWith('/') ? '/' : ''}`;
}

function postLink(post: LinkedEntry, rules: PermalinkRules, data: PermalinkData): string {
  if (rules.structure === '' || isUnaddressed(post, rules) || post.status === 'future')
    return `${rules.home}/?p=${post.id}`;
  // Without a slug the path would be that of an archive.
  if (post.slug === '' && rules.structure.includes('%postname%')) return `${rules.home}/?p=${post.id}`;
  const path = rules.structure.replace(/%(\w+)%/g, (tag, name: string) => postTag(name, post, data) ?? tag);
  // A post without a category or author has no value for those placeholders.
  return rules.home + path.replace(/\/{2,}/g, '/');
}

function postTag(name: string, post: LinkedEntry, data: PermalinkData): string | undefined {
  switch (name) {
    case 'year':
      return post.date.slice(0, 4);
    case 'monthnum':
      return post.date.slice(5, 7);
    case 'day':
      return post.date.slice(8, 10);
    case 'hour':
      return post.date.slice(11, 13);
    case 'minute':
      return post.date.slice(14, 16);
    case 'second':
      return post.date.slice(17, 19);
    case 'postname':
      return post.slug;
    case 'post_id':
      return String(post.id);
    case 'category':
      return data.categoryPaths.get(post.id) ?? '';
    case 'author':
      return data.nicenames.get(post.author) ?? '';
    default:
      return undefined;
  }
}

export function pageLink(page: LinkedEntry, rules: PermalinkRules, data: PermalinkData): string {
  if (page.id === rules.frontPage) return `${rules.home}/`;
  if (rules.structure === '' || isUnaddressed(page, rules) || page.slug === '')
    return `${rules.home}/?page_id=${page.id}`;
  return `${rules.home}/${indexPrefix(rules)}${withEnding(pagePath(page, data), rules)}`;
}

/** Slugs from the top-level page down, without drafts that have none; a cycle of parents ends where it closes. */
function pagePath(page: LinkedEntry, data: PermalinkData): string {
  const slugs: string[] = [];
  const passed = new Set<number>();
  for (let at: LinkedEntry | undefined = page; at && !passed.has(at.id); at = data.entries.get(at.parent)) {
    passed.add(at.id);
    if (at.slug !== '') slugs.unshift(at.slug);
  }
  return slugs.join('/');
}

/** Whether visitors can open an entry of this type. */
function isViewable(entry: LinkedEntry | undefined, { model = CORE_MODEL }: PermalinkRules): boolean {
  return entry !== undefined && model.types.get(entry.type)?.viewable === true;
}

export function attachmentLink(
  attachment: LinkedEntry,
  rules: PermalinkRules,
  data: PermalinkData,
  depth = CIRCLE_LIMIT,
): string {
  const plain = `${rules.home}/?attachment_id=${attachment.id}`;
  if (rules.structure === '' || attachment.slug === '' || depth === 0) return plain;
  const parent = attachment.parent !== attachment.id ? data.entries.get(attachment.parent) : undefined;
  if (rules.hidesUnpublished && attachment.parent > 0 && !isViewable(parent, rules)) return plain;
  if (!parent) return `${rules.home}/${indexPrefix(rules)}${withEnding(attachment.slug, rules)}`;
  const base =
    parent.type === 'attachment'
      ? attachmentLink(parent, rules, data, depth - 1)
      : // Below the front page, too, the slug of the page is part of the path.
        permalink(parent, { ...rules, frontPage: 0 }, data);
  if (base.includes('?')) return plain;
  const isMarked = /^\d+$/.test(attachment.slug) || rules.structure.includes('%category%');
  const between = isMarked && attachment.slug !== SLUG_PLACEHOLDER ? 'attachment/' : '';
  return `${base.replace(/\/$/, '')}/${between}${withEnding(attachment.slug, rules)}`;
}

/** Permalinks end with a slash if those of posts do. */
function withEnding(path: string, { structure }: PermalinkRules): string {
  return structure.endsWith('/') ? `${path}/` : path;
}

/** Paging URLs follow the home URL and its slash. */
function indexPrefix({ structure }: PermalinkRules): string {
  return rootOf(structure).slice(1);
}
