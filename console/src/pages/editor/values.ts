import { termsOf } from '../../lib/content-types';
import { siteNow } from '../../lib/dates';
import { type ContentType, type Entry } from '../../lib/types';

/** What a request for an item sends of custom fields. */
export const customFieldsBody = (changes: Record<string, unknown>) =>
  Object.keys(changes).length > 0 ? { acf_form: changes } : {};

/** The fields of an entry as the editor holds them and the API takes them. */
export interface Values {
  title: string;
  content: string;
  excerpt: string;
  slug: string;
  status: string;
  password: string;
  /** In the site's time; undefined means when it is published. */
  date: string | undefined;
  author: number | undefined;
  featured_media: number;
  comment_status: 'open' | 'closed';
  ping_status: 'open' | 'closed';
  template: string;
  sticky: boolean;
  format: string;
  /** By the REST base of the taxonomy. */
  terms: Record<string, readonly number[]>;
  meta: Record<string, unknown>;
  /** Custom fields of a plugin: those that differ from the stored ones. */
  acf: Record<string, unknown>;
  parent: number;
  menu_order: number;
  /** On sites with several languages; empty stands for the default one. */
  lang: string;
  translations: Readonly<Record<string, number>>;
}

export const EMPTY: Values = {
  title: '',
  content: '',
  excerpt: '',
  slug: '',
  status: 'draft',
  password: '',
  date: undefined,
  author: undefined,
  featured_media: 0,
  comment_status: 'open',
  ping_status: 'open',
  template: '',
  sticky: false,
  format: 'standard',
  terms: {},
  meta: {},
  acf: {},
  parent: 0,
  menu_order: 0,
  lang: '',
  translations: {},
};

export function valuesOf(entry: Entry | undefined, { taxonomies }: ContentType): Values {
  if (!entry) return EMPTY;
  return {
    title: entry.title?.raw ?? '',
    content: entry.content?.raw ?? '',
    excerpt: entry.excerpt?.raw ?? '',
    slug: entry.slug,
    status: entry.status,
    password: entry.password,
    date: entry.date,
    author: entry.author,
    featured_media: entry.featured_media ?? 0,
    comment_status: entry.comment_status ?? 'closed',
    ping_status: entry.ping_status ?? 'closed',
    template: entry.template,
    sticky: entry.sticky ?? false,
    format: entry.format ?? 'standard',
    terms: Object.fromEntries(taxonomies.map((taxonomy) => [taxonomy.base, termsOf(entry, taxonomy)])),
    meta: entry.meta ?? {},
    acf: {},
    parent: entry.parent ?? 0,
    menu_order: entry.menu_order ?? 0,
    lang: entry.lang ?? '',
    translations: entry.translations ?? {},
  };
}

/** Only what differs from the saved entry. */
export function withoutUnchanged(changes: Partial<Values>, saved: Values): Partial<Values> {
  return changedMembers(
    changes as Record<string, unknown>,
    saved as unknown as Record<string, unknown>,
  ) as Partial<Values>;
}

/** The body of a write: what the type does not have is left out, and of terms and meta only what changed is sent. */
export function toBody({ members }: ContentType, changes: Partial<Values>, saved: Values): Record<string, unknown> {
  const { terms = {}, meta = {}, acf = {}, ...rest } = changes;
  const changedMeta = changedMembers(meta, saved.meta);
  const body = {
    ...rest,
    ...changedMembers(terms, saved.terms),
    ...(Object.keys(changedMeta).length > 0 && { meta: changedMeta }),
  };
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => members[name] !== undefined)),
    // Whether required ones are missing matters when the entry is published.
    ...(members.acf && (changes.status === undefined ? customFieldsBody(acf) : { acf_form: acf })),
  };
}

export function changedMembers<T>(values: Record<string, T>, saved: Record<string, T>): Record<string, T> {
  const differs = ([name, value]: [string, T]) => JSON.stringify(value) !== JSON.stringify(saved[name]);
  return Object.fromEntries(Object.entries(values).filter(differs));
}

export const isPublic = (status: string) => status === 'publish' || status === 'private' || status === 'future';

/** Whether the date lies ahead in the site's time. */
export const isFuture = (date: string | undefined) => date !== undefined && date.slice(0, 16) > siteNow().slice(0, 16);
