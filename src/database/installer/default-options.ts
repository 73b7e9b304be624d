import { type PhpInput, PhpArray } from '../../text/php/index.js';

/** The schema version of WordPress 4.7 to 4.9; a newer WordPress pointed at the database upgrades from here. */
export const SCHEMA_VERSION = 38590;

export interface SiteBasics {
  siteUrl: string;
  title: string;
  adminEmail: string;
}

/** A theme of WordPress 6.1 and later; with SCHEMA_VERSION it identifies sites from before INSTALLED was stored. */
export const INSTALLED_THEME = 'twentytwentythree';
/** Marks a site installed by Nestpress rather than WordPress: the time of installation, in ISO 8601. */
export const INSTALLED = 'nestpress_installed';
/** Marks a site whose administrator has a generated password and has not signed in yet: the login name. */
export const AWAITS_SIGN_IN = 'nestpress_awaits_sign_in';
/** Marks a site whose owner did not choose a URL: the default URL, which follows PORT. */
export const DEFAULT_ADDRESS = 'nestpress_default_address';

/** Not needed on every request, so not loaded with the rest. */
export const NOT_AUTOLOADED: ReadonlySet<string> = new Set([
  'moderation_keys',
  'blacklist_keys',
  'recently_edited',
  'uninstall_plugins',
  INSTALLED,
  AWAITS_SIGN_IN,
  DEFAULT_ADDRESS,
]);

/** The options of a new site: those Nestpress reads, and those WordPress needs to start on the same database. */
export function defaultOptions(
  { siteUrl, title, adminEmail }: SiteBasics,
  tablePrefix: string,
): Record<string, PhpInput> {
  return {
    siteurl: siteUrl,
    home: siteUrl,
    blogname: title,
    blogdescription: '',
    admin_email: adminEmail,
    ...READING_AND_WRITING,
    ...DISCUSSION,
    ...MEDIA,
    ...HOUSEKEEPING,
    [`${tablePrefix}user_roles`]: defaultRoles(),
  };
}

const READING_AND_WRITING: Record<string, PhpInput> = {
  users_can_register: 0,
  default_role: 'subscriber',
  timezone_string: '',
  gmt_offset: 0,
  start_of_week: 1,
  date_format: 'F j, Y',
  time_format: 'g:i a',
  links_updated_date_format: 'F j, Y g:i a',
  WPLANG: '',
  use_balanceTags: 0,
  use_smilies: 1,
  default_category: 1,
  default_email_category: 1,
  default_post_format: 0,
  posts_per_page: 10,
  posts_per_rss: 10,
  rss_use_excerpt: 0,
  show_on_front: 'posts',
  page_on_front: 0,
  page_for_posts: 0,
  wp_page_for_privacy_policy: 0,
  blog_charset: 'UTF-8',
  blog_public: 1,
  html_type: 'text/html',
  permalink_structure: '/%year%/%monthnum%/%day%/%postname%/',
  category_base: '',
  tag_base: '',
  rewrite_rules: '',
  sticky_posts: [],
  mailserver_url: 'mail.example.com',
  mailserver_login: 'login@example.com',
  mailserver_pass: 'password',
  mailserver_port: 110,
};

const DISCUSSION: Record<string, PhpInput> = {
  default_comment_status: 'open',
  default_ping_status: 'open',
  default_pingback_flag: 0,
  require_name_email: 1,
  comment_registration: 0,
  comment_moderation: 0,
  comment_whitelist: 1,
  comment_max_links: 2,
  comment_order: 'asc',
  moderation_keys: '',
  blacklist_keys: '',
  comments_notify: 1,
  moderation_notify: 1,
  close_comments_for_old_posts: 0,
  close_comments_days_old: 14,
  thread_comments: 1,
  thread_comments_depth: 5,
  page_comments: 0,
  comments_per_page: 50,
  default_comments_page: 'newest',
  show_comments_cookies_opt_in: 0,
  show_avatars: 1,
  avatar_default: 'mystery',
  avatar_rating: 'G',
  use_trackback: 0,
  ping_sites: '',
};

const MEDIA: Record<string, PhpInput> = {
  uploads_use_yearmonth_folders: 1,
  upload_path: '',
  upload_url_path: '',
  thumbnail_size_w: 150,
  thumbnail_size_h: 150,
  thumbnail_crop: 1,
  medium_size_w: 300,
  medium_size_h: 300,
  medium_large_size_w: 768,
  medium_large_size_h: 0,
  large_size_w: 1024,
  large_size_h: 1024,
  image_default_link_type: 'none',
  image_default_size: '',
  image_default_align: '',
  site_icon: 0,
};

const EMPTY_WIDGET: PhpInput = { _multiwidget: 1 };

const HOUSEKEEPING: Record<string, PhpInput> = {
  active_plugins: [],
  uninstall_plugins: [],
  recently_edited: '',
  hack_file: 0,
  template: INSTALLED_THEME,
  stylesheet: INSTALLED_THEME,
  default_link_category: 0,
  link_manager_enabled: 0,
  finished_splitting_shared_terms: 1,
  fresh_site: 1,
  initial_db_version: SCHEMA_VERSION,
  widget_text: [],
  widget_rss: [],
  widget_search: EMPTY_WIDGET,
  widget_categories: EMPTY_WIDGET,
  widget_archives: EMPTY_WIDGET,
  sidebars_widgets: { wp_inactive_widgets: [], array_version: 3 },
};

const levels = (highest: number) => Array.from({ length: highest + 1 }, (_, i) => `level_${highest - i}`);

const WRITING = ['edit_posts', 'read'];
const PUBLISHING = ['upload_files', 'edit_posts', 'edit_published_posts', 'publish_posts', 'read'];
const EDITING = [
  'moderate_comments',
  'manage_categories',
  'manage_links',
  'upload_files',
  'unfiltered_html',
  'edit_posts',
  'edit_others_posts',
  'edit_published_posts',
  'publish_posts',
  'edit_pages',
  'read',
];
const EDITING_MORE = [
  'edit_others_pages',
  'edit_published_pages',
  'publish_pages',
  'delete_pages',
  'delete_others_pages',
  'delete_published_pages',
  'delete_posts',
  'delete_others_posts',
  'delete_published_posts',
  'delete_private_posts',
  'edit_private_posts',
  'read_private_posts',
  'delete_private_pages',
  'edit_private_pages',
  'read_private_pages',
];
const ADMINISTRATION = [
  'switch_themes',
  'edit_themes',
  'activate_plugins',
  'edit_plugins',
  'edit_users',
  'edit_files',
  'manage_options',
  'import',
  'delete_users',
  'create_users',
  'unfiltered_upload',
  'edit_dashboard',
  'update_plugins',
  'delete_plugins',
  'install_plugins',
  'update_themes',
  'install_themes',
  'update_core',
  'list_users',
  'remove_users',
  'promote_users',
  'edit_theme_options',
  'delete_themes',
  'export',
];

const ROLES: Record<string, { name: string; capabilities: string[] }> = {
  administrator: {
    name: 'Administrator',
    capabilities: [...ADMINISTRATION, ...EDITING, ...levels(10), ...EDITING_MORE],
  },
  editor: { name: 'Editor', capabilities: [...EDITING, ...levels(7), ...EDITING_MORE] },
  author: { name: 'Author', capabilities: [...PUBLISHING, ...levels(2), 'delete_posts', 'delete_published_posts'] },
  contributor: { name: 'Contributor', capabilities: [...WRITING, ...levels(1), 'delete_posts'] },
  subscriber: { name: 'Subscriber', capabilities: ['read', ...levels(0)] },
};

/** The value of the option `{prefix}user_roles` on a new site. */
export function defaultRoles(): PhpArray {
  return PhpArray.map(
    Object.entries(ROLES).map(([role, { name, capabilities }]) => [
      role,
      PhpArray.map([
        ['name', name],
        ['capabilities', PhpArray.map(capabilities.map((capability) => [capability, true]))],
      ]),
    ]),
  );
}
