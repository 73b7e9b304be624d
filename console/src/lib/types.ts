/** Shapes of the REST API in `context=edit`, as far as the console uses them. */

export interface Rendered {
  raw?: string;
  rendered: string;
  protected?: boolean;
}

export type LinkList = Record<string, { href: string; count?: number }[] | undefined>;

/** JSON schema of a member, as far as OPTIONS sends it. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: (string | number)[];
  format?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  readonly?: boolean;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  /** The rest is what modules declare for editors. */
  label?: string;
  help?: string;
  tab?: string;
  /** Lists are filtered and sorted by it; they have a column with it. */
  indexed?: boolean;
  column?: boolean;
  /** Of the status: those that wait for a user, and the only changes that are possible. */
  queues?: readonly string[];
  transitions?: readonly { from: string | readonly string[]; to: string; capability?: string }[];
  /** Labels of the values of `enum`. */
  choices?: Readonly<Record<string, string>>;
  /** A text of several lines. */
  lines?: number;
  when?: {
    field: string;
    is: 'equal' | 'unequal' | 'set' | 'unset' | 'contains' | 'above' | 'below';
    value?: unknown;
  }[];
  /** The values are IDs of the items of this route. */
  relation?: { route: string; label: string; kind: 'entry' | 'term' | 'user' };
  /** The values are IDs of files. */
  media?: 'image' | 'file';
  layouts?: Record<string, { label: string; fields: Record<string, Schema> }>;
}

/** A taxonomy that the requester may see, with its routes. */
export interface Taxonomy {
  slug: string;
  name: string;
  singular: string;
  isHierarchical: boolean;
  /** The member of entries that holds its terms, and the filter of their lists. */
  base: string;
  /** Path of its routes below the REST root: `wp/v2/categories`. */
  route: string;
  /** Members of a term. */
  members: Record<string, Schema>;
  mayCreate: boolean;
  /** Whether the taxonomy has a page for this account. */
  mayManage: boolean;
}

/** A post type whose entries the requester may write. */
export interface ContentType {
  slug: string;
  name: string;
  singular: string;
  /** Path of its routes below the REST root: `wp/v2/posts`. */
  route: string;
  /** Path of its pages below the console: `posts`. */
  to: string;
  /** Members of an entry: what the type does not support is not among them. */
  members: Record<string, Schema>;
  taxonomies: readonly Taxonomy[];
  capabilities: Record<string, string>;
}

export interface Entry {
  id: number;
  type: string;
  date: string;
  /** Null where no date in UTC is stored: drafts have none until they are changed. */
  date_gmt: string | null;
  modified: string;
  modified_gmt: string | null;
  slug: string;
  status: string;
  link: string;
  title?: Rendered;
  content?: Rendered;
  excerpt?: Rendered;
  author?: number;
  featured_media?: number;
  comment_status?: 'open' | 'closed';
  ping_status?: 'open' | 'closed';
  password: string;
  template: string;
  sticky?: boolean;
  format?: string;
  parent?: number;
  menu_order?: number;
  meta?: Record<string, unknown>;
  /** On sites with several languages; null without one. */
  lang?: string | null;
  /** IDs by language, with the entry itself. */
  translations?: Readonly<Record<string, number>>;
  _links?: LinkList;
}

export interface Term {
  id: number;
  name: string;
  slug: string;
  parent?: number;
  count: number;
  description?: string;
  meta?: Record<string, unknown>;
  _links?: LinkList;
}

export interface User {
  id: number;
  username?: string;
  name: string;
  first_name?: string;
  last_name?: string;
  nickname?: string;
  email?: string;
  url?: string;
  description?: string;
  slug: string;
  roles?: string[];
  capabilities?: Record<string, boolean>;
  registered_date?: string;
  avatar_urls?: Record<string, string>;
  meta?: Record<string, unknown>;
  _links?: LinkList;
  locale?: string;
}

export interface ImageSize {
  file: string;
  width: number;
  height: number;
  source_url: string;
}

export interface Media {
  id: number;
  date: string;
  date_gmt?: string | null;
  modified_gmt?: string | null;
  slug: string;
  link: string;
  title: Rendered;
  author: number;
  alt_text: string;
  caption: Rendered;
  description: Rendered;
  media_type: 'image' | 'file';
  mime_type: string;
  source_url: string;
  media_details: { width?: number; height?: number; filesize?: number; sizes?: Record<string, ImageSize> };
  post: number | null;
  meta?: Record<string, unknown>;
  _links?: LinkList;
}

export interface Comment {
  id: number;
  post: number;
  parent: number;
  author: number;
  author_name: string;
  author_email: string;
  author_url: string;
  author_ip: string;
  date: string;
  date_gmt: string;
  content: Rendered;
  link: string;
  status: string;
  author_avatar_urls?: Record<string, string>;
  meta?: Record<string, unknown>;
}

export interface Revision {
  id: number;
  parent: number;
  author: number;
  /** Null in rows that were stored without a date in UTC; `modified` is always there. */
  date: string | null;
  date_gmt: string | null;
  modified: string;
  slug: string;
  title?: Rendered;
  content?: Rendered;
  excerpt?: Rendered;
}

export type StatusCounts = Partial<Record<string, number>>;

/** GET nestpress/v1/counts */
export interface Counts {
  post: StatusCounts;
  page: StatusCounts;
  attachment: StatusCounts;
  /** By post type, for types of the site's own. */
  types: Record<string, StatusCounts | undefined>;
  comment: StatusCounts;
}

/** GET nestpress/v1/health */
export interface Health {
  version: string;
  node: string;
  database: { engine: string; version: string };
  uptime: number;
  checks: { name: string; state: 'ok' | 'warning' | 'error'; message: string; fixes: string[] }[];
  jobs: { kind: string; waiting: number; running: number; failed: number; oldest: string | number | null }[];
}

export interface Month {
  year: number;
  month: number;
  count: number;
}
