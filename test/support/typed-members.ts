/**
 * What a client that parses answers into structures of fixed types, as wordpress-rs does, requires of them: the members of each resource, the
 * contexts that have them, and their types. A member that is missing, null or of another type makes such a client reject the whole response.
 */
type MemberType =
  'id' | 'text' | 'flag' | 'ids' | 'texts' | 'flags' | 'named texts' | 'date' | 'object' | 'any' | 'text or null';

/** `[type, contexts]`; the contexts are the letters v, e and m for view, edit and embed. */
export type MemberTable = Readonly<Record<string, readonly [MemberType, string]>>;

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const isId = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (isItem: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(isItem);
const mapOf = (isItem: (value: unknown) => boolean) => (value: unknown) =>
  isObject(value) && Object.values(value).every(isItem);

const CHECKS: Record<MemberType, (value: unknown) => boolean> = {
  id: isId,
  text: isText,
  flag: (value) => typeof value === 'boolean',
  ids: listOf(isId),
  texts: listOf(isText),
  flags: mapOf((value) => typeof value === 'boolean'),
  'named texts': mapOf(isText),
  date: (value) => isText(value) && LOCAL.test(value as string),
  object: isObject,
  any: (value) => value !== undefined,
  'text or null': (value) => value === null || isText(value),
};

const MARKS = { view: 'v', edit: 'e', embed: 'm' };

/** Names of the members, such as `title.raw`, that a typed client could not parse. */
export function unparsed(table: MemberTable, response: unknown, context: keyof typeof MARKS): string[] {
  return Object.entries(table)
    .filter(([, [, contexts]]) => contexts.includes(MARKS[context]))
    .filter(([path, [type]]) => !CHECKS[type](memberOf(response, path)))
    .map(([path]) => path);
}

function memberOf(response: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) ? (value as Record<string, unknown>)[name] : undefined),
      response,
    );
}

const EVERYWHERE = 'vem';
const entry: MemberTable = {
  id: ['id', EVERYWHERE],
  date: ['date', EVERYWHERE],
  date_gmt: ['date', 've'],
  'guid.rendered': ['text', 've'],
  'guid.raw': ['text', 'e'],
  link: ['text', EVERYWHERE],
  modified: ['date', 've'],
  modified_gmt: ['date', 've'],
  slug: ['text', EVERYWHERE],
  status: ['text', 've'],
  type: ['text', EVERYWHERE],
  permalink_template: ['text', 'e'],
  generated_slug: ['text', 'e'],
  'title.rendered': ['text', EVERYWHERE],
  'title.raw': ['text', 'e'],
  author: ['id', EVERYWHERE],
  comment_status: ['text', 've'],
  ping_status: ['text', 've'],
  template: ['text', 've'],
};
const written: MemberTable = {
  ...entry,
  password: ['text', 'e'],
  'content.rendered': ['text', 've'],
  'content.protected': ['flag', 've'],
  'content.raw': ['text', 'e'],
  'content.block_version': ['id', 'e'],
  'excerpt.rendered': ['text', EVERYWHERE],
  'excerpt.protected': ['flag', EVERYWHERE],
  'excerpt.raw': ['text', 'e'],
  featured_media: ['id', EVERYWHERE],
  'meta.footnotes': ['text', 've'],
};
const term: MemberTable = {
  id: ['id', EVERYWHERE],
  count: ['id', 've'],
  description: ['text', 've'],
  link: ['text', EVERYWHERE],
  name: ['text', EVERYWHERE],
  slug: ['text', EVERYWHERE],
  taxonomy: ['text', EVERYWHERE],
};
/** Types and taxonomies. */
const registered: MemberTable = {
  description: ['text', 've'],
  hierarchical: ['flag', 've'],
  name: ['text', EVERYWHERE],
  slug: ['text', EVERYWHERE],
  rest_base: ['text', EVERYWHERE],
  rest_namespace: ['text', EVERYWHERE],
  labels: ['object', 'e'],
  capabilities: ['named texts', 'e'],
};

const LABELS = `name singular_name add_new add_new_item edit_item new_item view_item view_items search_items not_found
  not_found_in_trash all_items archives attributes insert_into_item uploaded_to_this_item featured_image set_featured_image
  remove_featured_image use_featured_image filter_items_list filter_by_date items_list_navigation items_list item_published
  item_published_privately item_reverted_to_draft item_trashed item_scheduled item_updated item_link item_link_description menu_name
  name_admin_bar`.split(/\s+/);

export const POST: MemberTable = {
  ...written,
  format: ['text', 've'],
  sticky: ['flag', 've'],
  categories: ['ids', 've'],
  tags: ['ids', 've'],
};
export const PAGE: MemberTable = { ...written, parent: ['id', 've'], menu_order: ['id', 've'] };
export const MEDIA: MemberTable = {
  ...entry,
  alt_text: ['text', EVERYWHERE],
  'caption.rendered': ['text', EVERYWHERE],
  'caption.raw': ['text', 'e'],
  'description.rendered': ['text', 've'],
  'description.raw': ['text', 'e'],
  media_type: ['text', EVERYWHERE],
  mime_type: ['text', EVERYWHERE],
  media_details: ['object', EVERYWHERE],
  'media_details.width': ['id', EVERYWHERE],
  'media_details.height': ['id', EVERYWHERE],
  'media_details.file': ['text', EVERYWHERE],
  'media_details.sizes': ['object', EVERYWHERE],
  post: ['any', 've'],
  source_url: ['text', EVERYWHERE],
  missing_image_sizes: ['texts', 'e'],
};
export const CATEGORY: MemberTable = { ...term, parent: ['id', 've'] };
export const TAG: MemberTable = term;
export const COMMENT: MemberTable = {
  id: ['id', EVERYWHERE],
  author: ['id', EVERYWHERE],
  author_email: ['text', 'e'],
  author_ip: ['text', 'e'],
  author_name: ['text', EVERYWHERE],
  author_url: ['text', EVERYWHERE],
  author_user_agent: ['text', 'e'],
  'content.rendered': ['text', EVERYWHERE],
  'content.raw': ['text', 'e'],
  date: ['date', EVERYWHERE],
  date_gmt: ['date', 've'],
  link: ['text', EVERYWHERE],
  parent: ['id', EVERYWHERE],
  post: ['id', 've'],
  status: ['text', 've'],
  type: ['text', EVERYWHERE],
  author_avatar_urls: ['named texts', EVERYWHERE],
};
export const USER: MemberTable = {
  id: ['id', EVERYWHERE],
  username: ['text', 'e'],
  name: ['text', EVERYWHERE],
  first_name: ['text', 'e'],
  last_name: ['text', 'e'],
  email: ['text', 'e'],
  url: ['text', EVERYWHERE],
  description: ['text', EVERYWHERE],
  link: ['text', EVERYWHERE],
  locale: ['text', 'e'],
  nickname: ['text', 'e'],
  slug: ['text', EVERYWHERE],
  registered_date: ['text', 'e'],
  roles: ['texts', 'e'],
  capabilities: ['flags', 'e'],
  extra_capabilities: ['flags', 'e'],
  avatar_urls: ['named texts', EVERYWHERE],
};
export const TYPE: MemberTable = {
  ...registered,
  viewable: ['flag', 'e'],
  supports: ['any', 'e'],
  has_archive: ['any', 've'],
  taxonomies: ['texts', 've'],
  'visibility.show_in_nav_menus': ['flag', 'e'],
  'visibility.show_ui': ['flag', 'e'],
  icon: ['text or null', EVERYWHERE],
  ...Object.fromEntries(LABELS.map((name) => [`labels.${name}`, ['text', 'e'] as const])),
};
export const TAXONOMY: MemberTable = {
  ...registered,
  show_cloud: ['flag', 'e'],
  types: ['texts', 've'],
  ...Object.fromEntries(
    ['public', 'publicly_queryable', 'show_admin_column', 'show_in_nav_menus', 'show_in_quick_edit', 'show_ui'].map(
      (name) => [`visibility.${name}`, ['flag', 'e'] as const],
    ),
  ),
};
export const STATUS: MemberTable = {
  name: ['text', EVERYWHERE],
  slug: ['text', EVERYWHERE],
  private: ['flag', 'e'],
  protected: ['flag', 'e'],
  public: ['flag', 've'],
  queryable: ['flag', 've'],
  show_in_list: ['flag', 'e'],
  date_floating: ['flag', 've'],
};
const settings = (type: MemberType, ...names: string[]): MemberTable =>
  Object.fromEntries(names.map((name) => [name, [type, 'e'] as const]));
export const SETTINGS: MemberTable = {
  ...settings('text', 'title', 'description', 'url', 'email', 'timezone', 'date_format', 'time_format', 'language'),
  ...settings('text', 'default_post_format', 'show_on_front', 'default_ping_status', 'default_comment_status'),
  ...settings(
    'id',
    'start_of_week',
    'default_category',
    'posts_per_page',
    'page_on_front',
    'page_for_posts',
    'site_icon',
  ),
  ...settings('flag', 'use_smilies'),
  ...settings('any', 'site_logo'),
};
export const REVISION: MemberTable = {
  id: ['id', EVERYWHERE],
  author: ['id', EVERYWHERE],
  date: ['date', EVERYWHERE],
  date_gmt: ['date', 've'],
  modified: ['date', 've'],
  modified_gmt: ['date', 've'],
  parent: ['id', EVERYWHERE],
  slug: ['text', EVERYWHERE],
  'guid.rendered': ['text', 've'],
  'title.rendered': ['text', EVERYWHERE],
  'content.rendered': ['text', 've'],
  'excerpt.rendered': ['text', EVERYWHERE],
};
