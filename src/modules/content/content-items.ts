import { type ContentName, type MetaOf, type NameOf } from '../../hooks/changes.js';

/** A text as it is shown; `raw` in the context `edit` only. */
export interface ItemText {
  rendered: string;
  raw?: string;
  protected?: boolean;
}

/** Members that the type below does not name, such as taxonomies and fields of modules. */
interface OtherMembers {
  [name: string]: unknown;
}

/** An entry as the REST API returns it. What a type does not support is absent. */
export interface EntryItem<T extends ContentName = string> extends OtherMembers {
  id: number;
  type: NameOf<T>;
  status: string;
  slug: string;
  link: string;
  /** In the time zone of the site, as `2026-01-31T12:00:00`. */
  date: string | null;
  date_gmt: string | null;
  modified: string;
  modified_gmt: string;
  title?: ItemText;
  content?: ItemText;
  excerpt?: ItemText;
  author?: number;
  parent?: number;
  menu_order?: number;
  featured_media?: number;
  template?: string;
  format?: string;
  sticky?: boolean;
  categories?: number[];
  tags?: number[];
  meta?: Partial<MetaOf<T>>;
}

/** Values of an entry that is written, by their names in the REST API; term IDs by the REST base of their taxonomy. */
export interface EntryInput<T extends ContentName = string> extends OtherMembers {
  title?: string;
  content?: string;
  excerpt?: string;
  status?: string;
  slug?: string;
  date?: string | null;
  date_gmt?: string | null;
  author?: number;
  parent?: number;
  menu_order?: number;
  featured_media?: number;
  password?: string;
  comment_status?: string;
  ping_status?: string;
  template?: string;
  format?: string;
  sticky?: boolean;
  categories?: readonly number[];
  tags?: readonly number[];
  meta?: { [K in keyof MetaOf<T>]?: MetaOf<T>[K] | null };
}

export interface MediaItem extends EntryItem<'attachment'> {
  source_url: string;
  media_type: string;
  mime_type: string;
  alt_text: string;
  media_details: Record<string, unknown>;
  post: number | null;
}

/** The bytes of an upload, and the name that its file gets. */
export interface MediaFile {
  readonly name: string;
  readonly data: Uint8Array | AsyncIterable<Uint8Array>;
}

export interface MediaInput extends OtherMembers {
  title?: string;
  caption?: string;
  description?: string;
  alt_text?: string;
  /** The entry that the file is attached to. */
  post?: number;
  author?: number;
}

export interface TermItem extends OtherMembers {
  id: number;
  taxonomy: string;
  name: string;
  slug: string;
  description: string;
  count: number;
  link: string;
  parent?: number;
}

export interface TermInput extends OtherMembers {
  name?: string;
  slug?: string;
  description?: string;
  parent?: number;
}

export interface CommentItem extends OtherMembers {
  id: number;
  post: number;
  parent: number;
  author: number;
  author_name: string;
  date: string;
  date_gmt: string;
  content: ItemText;
  status: string;
}

export interface CommentInput extends OtherMembers {
  post?: number;
  parent?: number;
  content?: string;
  author?: number;
  author_name?: string;
  author_email?: string;
  author_url?: string;
  status?: string;
}

export interface UserItem extends OtherMembers {
  id: number;
  name: string;
  slug: string;
  description: string;
  /** These three in the context `edit` only. */
  username?: string;
  email?: string;
  roles?: string[];
}

export interface UserInput extends OtherMembers {
  username?: string;
  email?: string;
  password?: string;
  name?: string;
  first_name?: string;
  last_name?: string;
  description?: string;
  roles?: readonly string[];
}

/** Parameters of a list, by their names in the REST API. */
export interface ContentQuery extends OtherMembers {
  context?: 'view' | 'edit' | 'embed';
  page?: number;
  /** Up to 100. */
  per_page?: number;
  search?: string;
  include?: readonly number[];
  exclude?: readonly number[];
  order?: 'asc' | 'desc';
  orderby?: string;
  status?: string | readonly string[];
  slug?: string | readonly string[];
  _fields?: readonly string[];
  _embed?: boolean | readonly string[];
}

/** A page of a list. */
export interface ContentPage<Item> {
  items: Item[];
  /** Number of items on all pages. */
  total: number;
  totalPages: number;
}
