import { Arg } from '../../../rest/args/arg.decorator.js';
import { ENTRY_ID } from './entry.dto.js';
import { type Entry } from '../model/entry.js';
import { type EntryPatch } from '../write/entry-changes.js';
import { type DatePair, dateWithGmt, type SiteZone } from '../../../text/dates.js';
import { type Taxonomy } from '../../../content-model/taxonomies.js';
import { withoutNul } from '../../../text/php-strings.js';
import { isMap, isTruthy, toText } from '../../../text/php/php-values.js';

/** Values of an entry as sent by a client; for term IDs see `termIds`. A resource has only those of its own field table. */
export interface EntryWriteValues {
  date: string;
  date_gmt: string;
  slug: string;
  status: string;
  password: string;
  /** Text, or an object with `raw`; anything else is ignored. */
  title: unknown;
  content: unknown;
  excerpt: unknown;
  author: number;
  featured_media: number;
  comment_status: string;
  ping_status: string;
  parent: number;
  menu_order: number;
  sticky: boolean;
  template: string;
  format: string;
  meta: unknown;
}

export type CreateEntryValues = Partial<EntryWriteValues>;

/** An ID in the body overrides that of the path: policy and service both use it. */
export class EntryIdDto {
  @Arg(ENTRY_ID)
  id!: number;
}

export type UpdateEntryValues = EntryIdDto & Partial<EntryWriteValues>;

export class DeleteEntryDto extends EntryIdDto {
  @Arg({
    type: 'boolean',
    default: false,
    description: 'Delete permanently instead of moving to the trash.',
  })
  force!: boolean;
}

/** The sent values as changes of an entry; a date that is the one in `stored` is no change. */
export function toChanges(
  values: Partial<EntryWriteValues>,
  taxonomies: readonly Taxonomy[],
  zone: SiteZone,
  stored?: StoredDates,
): EntryPatch {
  return {
    title: textOf(values.title, { emptyRaw: false }),
    content: textOf(values.content, { emptyRaw: true }),
    excerpt: textOf(values.excerpt, { emptyRaw: true }),
    status: values.status,
    date: dateOf(values, zone, stored),
    slug: values.slug,
    author: values.author || undefined,
    password: values.password === undefined ? undefined : withoutNul(values.password),
    commentStatus: values.comment_status || undefined,
    pingStatus: values.ping_status || undefined,
    parent: values.parent,
    requiresParent: values.parent ? true : undefined,
    menuOrder: values.menu_order === undefined ? undefined : clampToInt32(values.menu_order),
    sticky: values.sticky,
    featuredMedia: values.featured_media,
    template: values.template,
    format: values.format || undefined,
    terms: termsOf(values, taxonomies),
  };
}

/** The column is an int(11). WordPress's server stores the nearest possible number; SQLite would store any. */
function clampToInt32(value: number): number {
  return Math.max(-(2 ** 31), Math.min(value, 2 ** 31 - 1));
}

/** Text, or the `raw` of an object; an empty `raw` title counts as absent. */
export function textOf(value: unknown, { emptyRaw }: { emptyRaw: boolean }): string | undefined {
  if (typeof value === 'string') return value;
  const raw = isMap(value) ? value.raw : undefined;
  if (raw === undefined || raw === null || typeof raw === 'object') return undefined;
  return emptyRaw || isTruthy(raw) ? toText(raw) : undefined;
}

type StoredDates = Pick<Entry, 'date' | 'dateGmt'>;

/** The date in site time takes precedence over the one in UTC. */
function dateOf(
  { date, date_gmt }: Partial<EntryWriteValues>,
  zone: SiteZone,
  stored?: StoredDates,
): DatePair | undefined {
  if (date) return unless((pair) => pair.local === stored?.date, dateWithGmt(date, false, zone));
  return date_gmt ? unless((pair) => pair.gmt === stored?.dateGmt, dateWithGmt(date_gmt, true, zone)) : undefined;
}

function unless(isStored: (pair: DatePair) => boolean, pair: DatePair | undefined): DatePair | undefined {
  return pair && !isStored(pair) ? pair : undefined;
}

function termsOf(values: Partial<EntryWriteValues>, taxonomies: readonly Taxonomy[]): Map<string, readonly number[]> {
  const terms = new Map<string, readonly number[]>();
  for (const taxonomy of taxonomies) {
    const ids = termIds(values, taxonomy);
    if (ids) terms.set(taxonomy.name, ids);
  }
  return terms;
}

/** The sent term IDs of a taxonomy; the argument is named after its REST base. */
export function termIds(values: object, { restBase }: Taxonomy): readonly number[] | undefined {
  return (values as Record<string, readonly number[] | undefined>)[restBase!];
}
