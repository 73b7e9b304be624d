import { siteNow } from '../../lib/dates';
import { type ContentType, type Entry } from '../../lib/types';

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
  categories: number[];
  tags: number[];
  parent: number;
  menu_order: number;
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
  categories: [],
  tags: [],
  parent: 0,
  menu_order: 0,
};

export function valuesOf(entry: Entry | undefined): Values {
  if (!entry) return EMPTY;
  return {
    title: entry.title.raw ?? '',
    content: entry.content.raw ?? '',
    excerpt: entry.excerpt.raw ?? '',
    slug: entry.slug,
    status: entry.status,
    password: entry.password,
    date: entry.date,
    author: entry.author,
    featured_media: entry.featured_media,
    comment_status: entry.comment_status,
    ping_status: entry.ping_status,
    template: entry.template,
    sticky: entry.sticky ?? false,
    format: entry.format ?? 'standard',
    categories: entry.categories ?? [],
    tags: entry.tags ?? [],
    parent: entry.parent ?? 0,
    menu_order: entry.menu_order ?? 0,
  };
}

/** Only what differs from the saved entry. */
export function withoutUnchanged(changes: Partial<Values>, saved: Values): Partial<Values> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(saved[name as keyof Values]);
  return Object.fromEntries(Object.entries(changes).filter(differs)) as Partial<Values>;
}

const POST_ONLY = ['sticky', 'format', 'categories', 'tags'] as const;
const PAGE_ONLY = ['parent', 'menu_order'] as const;

/** The body of a write: fields of the other type are left out. */
export function toBody(type: ContentType, changes: Partial<Values>): Record<string, unknown> {
  const body: Record<string, unknown> = { ...changes };
  for (const name of type === 'posts' ? PAGE_ONLY : POST_ONLY) delete body[name];
  return body;
}

export const isPublic = (status: string) => status === 'publish' || status === 'private' || status === 'future';

/** Whether the date lies ahead in the site's time. */
export const isFuture = (date: string | undefined) => date !== undefined && date.slice(0, 16) > siteNow().slice(0, 16);
