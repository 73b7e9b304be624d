import { type TextRules } from '../../../text/text-rules.js';
import { phpJson } from '../../../text/php/json.js';
import { cleanKey } from '../../../text/clean.js';
import { type MetaChange } from '../../meta/meta.store.js';
import { type Principal } from '../../../access/principal.js';
import { type Site } from '../../../site/site.js';
import { type DatePair, dateFromGmt, gmtFromDate, type SiteZone, utcText } from '../../../text/dates.js';
import { balanceTags } from '../../../text/sanitize/balance-tags.js';
import { fixInvalidEntities } from '../../../text/entities.js';
import { filterCommentHtml, filterPostHtml } from '../../../text/sanitize/kses.js';
import { filterBlocks } from '../../../rendering/blocks/filter-blocks.js';
import { trimAscii } from '../../../text/php-strings.js';
import type { PostType } from '../../../content-model/post-types.js';
import type { FullEntry } from './entry-rows.store.js';
import { type Entry, ZERO_DATE } from '../model/entry.js';
import { UNPUBLISHED_STATUSES } from '../../../content-model/post-statuses.js';

/** Requested changes to an entry; absent values stay unchanged, or get their default in a new entry. */
export interface EntryPatch {
  title?: string;
  content?: string;
  excerpt?: string;
  status?: string;
  /** `null`: the entry has no publication date of its own any more. */
  date?: DatePair | null;
  slug?: string;
  author?: number;
  password?: string;
  commentStatus?: string;
  pingStatus?: string;
  parent?: number;
  /** The parent was found before the transaction, so if it is missing it was deleted in the meantime. */
  requiresParent?: boolean;
  menuOrder?: number;
  mimeType?: string;
  /** Only for new entries; by default it is derived from the permalink. */
  guid?: string;
  sticky?: boolean;
  /** Id of an image; 0 for none. */
  featuredMedia?: number;
  template?: string;
  format?: string;
  /** The single term of taxonomies that only the service writes, by name; created on first use. */
  namedTerms?: ReadonlyMap<string, string>;
  /** The write is an autosave, which creates no revision. */
  skipsRevision?: boolean;
  /** Term ids by taxonomy. */
  terms?: ReadonlyMap<string, readonly number[]>;
  /** Values of computed fields that the request sends; the fields store them after the write. */
  fields?: Readonly<Record<string, unknown>>;
  /** Declared meta. */
  meta?: readonly MetaChange[];
}

/** The requester and the site of a write. */
export interface WriteContext {
  principal: Principal;
  site: Site;
}

export type WriteRefusal = 'empty_content' | 'invalid_date' | 'gone' | 'unknown_author' | 'unknown_parent';

/** Aborts a write and its transaction. */
export class EntryWriteError extends Error {
  constructor(readonly reason: WriteRefusal) {
    super(reason);
  }
}

export interface EntryTexts {
  title: string;
  content: string;
  excerpt: string;
}

interface StoredTextRules {
  /** The requester may store unfiltered HTML. */
  unfilteredHtml: boolean;
  /** The site's option to balance tags when saving. */
  balancesTags: boolean;
  /** The release whose rules filter markup. */
  html: TextRules;
  /** Address of the site's uploads. */
  uploadsUrl?: string;
}

/** The texts as stored. All of them are filtered on every save: the requester is responsible for the whole entry. */
export function storedTexts({ title, content, excerpt }: EntryTexts, rules: StoredTextRules): EntryTexts {
  return {
    title: trimAscii(rules.unfilteredHtml ? title : filteredTitle(title, rules.html)),
    content: storedHtml(content, rules),
    excerpt: storedHtml(excerpt, rules),
  };
}

function storedHtml(html: string, rules: StoredTextRules): string {
  const { unfilteredHtml, balancesTags } = rules;
  const filtered = fixInvalidEntities(unfilteredHtml ? html : filteredHtml(html, rules));
  return balancesTags ? balanceTags(filtered) : filtered;
}

function filteredTitle(title: string, rules: TextRules): string {
  const filter = (text: string) => filterCommentHtml(text, rules);
  return filter(rules === 'wp7' ? filterBlocks(title, { filter }) : title);
}

/**
 * Releases with blocks also filter the attributes of blocks, which are JSON inside comments. Users who may not store
 * unfiltered HTML may not edit the CSS of the site either.
 */
function filteredHtml(text: string, { html, uploadsUrl }: StoredTextRules): string {
  return filterPostHtml(html === 'wp7' ? filterBlocks(text) : text, html, uploadsUrl);
}

/** Footnotes are markup in JSON, so they are filtered like content. */
export function storedMeta(
  changes: readonly MetaChange[],
  { principal }: WriteContext,
  rules: TextRules,
): readonly MetaChange[] {
  if (rules !== 'wp7' || principal.can('unfiltered_html')) return changes;
  return changes.map((change) =>
    change.key === 'footnotes' ? { ...change, values: change.values.map(filterFootnotes) } : change,
  );
}

/** The meta `footnotes`, a list of `{id, content}` as JSON, without markup that its writer may not store. */
export function filterFootnotes(text: string): string {
  const notes = parseList(text);
  if (!notes) return '';
  const valid = notes.flatMap((note) => {
    const { id, content } = (note ?? {}) as { id?: unknown; content?: unknown };
    if (typeof id !== 'string' || typeof content !== 'string' || id === '' || content === '') return [];
    return [{ id: cleanKey(id), content: filterPostHtml(content, 'wp7') }];
  });
  return phpJson(valid);
}

function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type Defaults = Pick<
  FullEntry,
  'author' | 'commentStatus' | 'pingStatus' | 'parent' | 'menuOrder' | 'mimeType' | 'slug'
>;

/** Defaults of a new entry. Comments and pings depend on the type and on the site. */
export function newEntryDefaults(type: PostType, { principal, site }: WriteContext): Defaults {
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

type EntryDates = Pick<Entry, 'date' | 'dateGmt' | 'modified' | 'modifiedGmt'>;

/** A point in time, in site time and UTC. */
export function siteNow(now: Date, zone: SiteZone): DatePair {
  const gmt = utcText(now);
  return { gmt, local: dateFromGmt(gmt, zone) };
}

/** The modification date of a new entry is its own date, even if that is long ago or not set yet. */
export function datesOfNew(provided: DatePair | null | undefined, status: string, now: DatePair): EntryDates {
  const date = provided?.local ?? now.local;
  const dateGmt = provided?.gmt ?? (UNPUBLISHED_STATUSES.has(status) ? ZERO_DATE : now.gmt);
  return { date, dateGmt, modified: date, modifiedGmt: dateGmt };
}

/** `status` is the new one. A floating date follows every change. */
export function datesOfChanged(
  entry: Pick<Entry, 'date' | 'dateGmt' | 'status'>,
  provided: DatePair | null | undefined,
  status: string,
  now: DatePair,
  zone: SiteZone,
): EntryDates {
  const modified = { modified: now.local, modifiedGmt: now.gmt };
  if (provided) return { date: provided.local, dateGmt: provided.gmt, ...modified };
  if (provided === null)
    return { date: now.local, dateGmt: UNPUBLISHED_STATUSES.has(status) ? ZERO_DATE : now.gmt, ...modified };
  if (entry.dateGmt !== ZERO_DATE && entry.date !== ZERO_DATE)
    return { date: entry.date, dateGmt: entry.dateGmt, ...modified };
  const date = UNPUBLISHED_STATUSES.has(entry.status) || entry.date === ZERO_DATE ? now.local : entry.date;
  return { date, dateGmt: UNPUBLISHED_STATUSES.has(status) ? ZERO_DATE : gmtFromDate(date, zone), ...modified };
}

/** An entry published with a date after the current minute is scheduled; a scheduled one with an earlier date is published. */
export function resolveStatus(status: string, dateGmt: string, nowGmt: string): string {
  const endOfMinute = `${nowGmt.slice(0, -2)}59`;
  if (status === 'publish' && dateGmt > endOfMinute) return 'future';
  if (status === 'future' && dateGmt <= endOfMinute) return 'publish';
  return status;
}

/** The columns that are copied unchanged. */
const PLAIN = [
  'author',
  'commentStatus',
  'pingStatus',
  'menuOrder',
  'mimeType',
  'parent',
  'password',
  'title',
  'content',
  'excerpt',
] as const;
type Plain = (typeof PLAIN)[number];

/** The given values of these columns, so that the others stay unchanged. */
export function providedValues(changes: EntryPatch): Partial<Pick<FullEntry, Plain>> {
  return Object.fromEntries(PLAIN.filter((name) => changes[name] !== undefined).map((name) => [name, changes[name]]));
}

/** The members whose values differ. */
export function changedValues(before: FullEntry, after: FullEntry): Partial<FullEntry> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof FullEntry]));
}
