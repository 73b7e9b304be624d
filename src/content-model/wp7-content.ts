import { type PostTypeCapabilities } from './capabilities.js';
import { WP4_CONTENT, type CoreContent } from './content-model.js';
import { metaField, type MetaFieldDeclaration } from './meta-fields.js';
import { type CoreTraits, postType, type PostType } from './post-types.js';
import { taxonomy, type TermAddresses } from './taxonomies.js';

const WORDPRESS = 'WordPress';

/** Capabilities for the appearance of the site. */
const THEME = 'edit_theme_options';
const THEME_CAPABILITIES: Partial<PostTypeCapabilities> = {
  edit_posts: THEME,
  edit_others_posts: THEME,
  delete_posts: THEME,
  publish_posts: THEME,
  read_private_posts: THEME,
  delete_private_posts: THEME,
  delete_published_posts: THEME,
  delete_others_posts: THEME,
  edit_private_posts: THEME,
  edit_published_posts: THEME,
  create_posts: THEME,
};
const FONT_CAPABILITIES: Partial<PostTypeCapabilities> = {
  ...THEME_CAPABILITIES,
  read: THEME,
  delete_private_posts: 'delete_private_posts',
  edit_private_posts: 'edit_private_posts',
};

const HIDDEN: CoreTraits = { addresses: { by: 'posts' } };
const OWN_ROUTES: CoreTraits = { ...HIDDEN, hasOwnRoutes: true };

/** The labels of the types of the site editor follow one pattern. */
function siteEditorLabels(name: string, singular: string, inText: string, plural: string): Record<string, string> {
  return {
    name,
    singular_name: singular,
    add_new: `Add ${singular}`,
    add_new_item: `Add ${singular}`,
    new_item: `New ${singular}`,
    edit_item: `Edit ${singular}`,
    view_item: `View ${singular}`,
    all_items: name,
    search_items: `Search ${name}`,
    parent_item_colon: `Parent ${singular}:`,
    not_found: `No ${plural} found.`,
    not_found_in_trash: `No ${plural} found in Trash.`,
    insert_into_item: `Insert into ${inText}`,
    uploaded_to_this_item: `Uploaded to this ${inText}`,
    filter_items_list: `Filter ${plural} list`,
  };
}

const sentence = (text: string) => text[0]!.toUpperCase() + text.slice(1).toLowerCase();

function templateType(name: string, restBase: string, label: string, singular: string, own: object): PostType {
  const plural = label.toLowerCase();
  return postType(
    {
      name,
      restBase,
      public: false,
      supports: ['title', 'slug', 'excerpt', 'editor', 'revisions', 'author', 'autosave'],
      capabilities: { ...THEME_CAPABILITIES, read: THEME },
      labels: {
        ...siteEditorLabels(label, singular, singular.toLowerCase(), plural),
        archives: `${sentence(singular)} archives`,
        items_list_navigation: `${sentence(label)} list navigation`,
        items_list: `${sentence(label)} list`,
        item_updated: `${sentence(singular)} updated.`,
      },
      ...own,
    },
    WORDPRESS,
    OWN_ROUTES,
  );
}

const UPLOAD_LABELS = { add_new: 'Add Media File', add_new_item: 'Add Media File' };

const [post, page, attachment, ...unlisted] = WP4_CONTENT.types;
const hidden = unlisted.filter(({ name }) => name !== 'nav_menu_item');

const MENU_ITEMS = postType(
  {
    name: 'nav_menu_item',
    restBase: 'menu-items',
    public: false,
    supports: ['title', 'editor', 'autosave'],
    capabilities: THEME_CAPABILITIES,
    labels: { name: 'Navigation Menu Items', singular_name: 'Navigation Menu Item' },
  },
  WORDPRESS,
  OWN_ROUTES,
);

/** Synced and unsynced patterns. All authors may read them. */
const PATTERNS = postType(
  {
    name: 'wp_block',
    restBase: 'blocks',
    public: false,
    supports: ['title', 'excerpt', 'editor', 'revisions', 'custom-fields', 'autosave'],
    capabilityType: 'block',
    capabilities: {
      read: 'edit_posts',
      create_posts: 'publish_posts',
      edit_posts: 'edit_posts',
      delete_posts: 'delete_posts',
      edit_published_posts: 'edit_published_posts',
      delete_published_posts: 'delete_published_posts',
      edit_others_posts: 'edit_others_posts',
      delete_others_posts: 'delete_others_posts',
    },
    labels: {
      name: 'Patterns',
      singular_name: 'Pattern',
      add_new: 'Add Pattern',
      add_new_item: 'Add Pattern',
      new_item: 'New Pattern',
      edit_item: 'Edit Block Pattern',
      view_item: 'View Pattern',
      view_items: 'View Patterns',
      all_items: 'All Patterns',
      search_items: 'Search Patterns',
      not_found: 'No patterns found.',
      not_found_in_trash: 'No patterns found in Trash.',
      filter_items_list: 'Filter patterns list',
      items_list_navigation: 'Patterns list navigation',
      items_list: 'Patterns list',
      item_published: 'Pattern published.',
      item_published_privately: 'Pattern published privately.',
      item_reverted_to_draft: 'Pattern reverted to draft.',
      item_scheduled: 'Pattern scheduled.',
      item_updated: 'Pattern updated.',
    },
  },
  WORDPRESS,
  { ...HIDDEN, restrictsReading: true, showsRawText: true, showUi: true },
);

const SYNC_STATUS: MetaFieldDeclaration = { type: 'string', enum: ['partial', 'unsynced'] };

const GLOBAL_STYLES = postType(
  {
    name: 'wp_global_styles',
    restBase: 'global-styles',
    description: 'Global styles to include in themes.',
    public: false,
    supports: ['title', 'editor', 'revisions'],
    capabilities: {
      read: 'edit_posts',
      create_posts: THEME,
      edit_posts: THEME,
      edit_published_posts: THEME,
      delete_posts: 'delete_posts',
      delete_published_posts: THEME,
      edit_others_posts: THEME,
      delete_others_posts: THEME,
    },
    labels: { name: 'Global Styles', singular_name: 'Global Styles' },
  },
  WORDPRESS,
  OWN_ROUTES,
);

const NAVIGATION = postType(
  {
    name: 'wp_navigation',
    restBase: 'navigation',
    description: 'Navigation menus that can be inserted into your site.',
    public: false,
    supports: ['title', 'editor', 'revisions', 'autosave'],
    capabilities: THEME_CAPABILITIES,
    labels: {
      ...siteEditorLabels('Navigation Menus', 'Navigation Menu', 'Navigation Menu', 'Navigation Menu'),
      archives: 'Navigation Menu archives',
      items_list_navigation: 'Navigation Menus list navigation',
      items_list: 'Navigation Menus list',
      item_updated: 'Navigation Menu updated.',
    },
  },
  WORDPRESS,
  { ...HIDDEN, showUi: true, embedsTexts: true },
);

const FONT_FAMILIES = postType(
  {
    name: 'wp_font_family',
    restBase: 'font-families',
    public: false,
    supports: ['title'],
    capabilities: FONT_CAPABILITIES,
    labels: { name: 'Font Families', singular_name: 'Font Family' },
  },
  WORDPRESS,
  OWN_ROUTES,
);

const FONT_FACES = postType(
  {
    name: 'wp_font_face',
    restBase: 'font-families/(?P<font_family_id>[\\d]+)/font-faces',
    public: false,
    supports: ['title'],
    capabilities: FONT_CAPABILITIES,
    labels: { name: 'Font Faces', singular_name: 'Font Face' },
  },
  WORDPRESS,
  OWN_ROUTES,
);

const [category, tag, , linkCategory, format] = WP4_CONTENT.taxonomies;

export const NAV_MENU = taxonomy(
  {
    name: 'nav_menu',
    restBase: 'menus',
    types: ['nav_menu_item'],
    public: false,
    capabilities: { manage_terms: THEME, edit_terms: THEME, delete_terms: THEME, assign_terms: THEME },
    labels: { name: 'Navigation Menus', singular_name: 'Navigation Menu' },
  },
  WORDPRESS,
  { hasOwnRoutes: true },
);

const PATTERN_CATEGORIES = taxonomy(
  {
    name: 'wp_pattern_category',
    types: ['wp_block'],
    public: false,
    labels: {
      name: 'Pattern Categories',
      singular_name: 'Pattern Category',
      search_items: 'Search Pattern Categories',
      popular_items: 'Popular Pattern Categories',
      all_items: 'Pattern Categories',
      edit_item: 'Edit Pattern Category',
      view_item: 'View Pattern Category',
      update_item: 'Update Pattern Category',
      add_new_item: 'Add Category',
      new_item_name: 'New Pattern Category Name',
      separate_items_with_commas: 'Separate pattern categories with commas',
      add_or_remove_items: 'Add or remove pattern categories',
      choose_from_most_used: 'Choose from the most used pattern categories',
      not_found: 'No pattern categories found.',
      no_terms: 'No pattern categories',
      items_list_navigation: 'Pattern Categories list navigation',
      items_list: 'Pattern Categories list',
      back_to_items: '&larr; Go to Pattern Categories',
      item_link: 'Pattern Category Link',
      item_link_description: 'A link to a pattern category.',
    },
    showAdminColumn: true,
  },
  WORDPRESS,
  { showUi: true },
);

const FORMAT_ADDRESSES: TermAddresses = {
  base: 'type',
  withFront: true,
  nested: false,
  plain: (term) => `post_format=${term.slug}`,
};

const withAutosave = (type: PostType): PostType => ({ ...type, supports: [...type.supports, 'autosave'] });

/** The block editor's preferences of a user. */
const PREFERENCES: MetaFieldDeclaration = {
  type: 'object',
  properties: {
    _modified: {
      type: 'string',
      description: 'Time of the last change of the preferences.',
      format: 'date-time',
      readonly: false,
    },
  },
  additionalProperties: true,
};
const NOTE_STATUS: MetaFieldDeclaration = {
  type: 'string',
  description: 'Whether the note is resolved.',
  enum: ['resolved', 'reopen'],
  write: 'edit_posts',
};

/** Types of the font library. */
export const FONT_TYPES = [FONT_FAMILIES, FONT_FACES];

/** Types, taxonomies and meta of the releases with the site editor. */
export const WP7_CONTENT: CoreContent = {
  autosaves: true,
  types: [
    withAutosave(post!),
    withAutosave(page!),
    {
      ...attachment!,
      wording: { ...attachment!.wording, labels: { ...attachment!.wording.labels, ...UPLOAD_LABELS } },
    },
    MENU_ITEMS,
    PATTERNS,
    templateType('wp_template', 'templates', 'Templates', 'Template', {
      description: 'Templates to include in your theme.',
      capabilityType: 'template',
    }),
    templateType('wp_template_part', 'template-parts', 'Template Parts', 'Template Part', {
      description: 'Template parts to include in your templates.',
    }),
    GLOBAL_STYLES,
    NAVIGATION,
    ...FONT_TYPES,
    ...hidden,
  ],
  taxonomies: [
    category!,
    tag!,
    NAV_MENU,
    PATTERN_CATEGORIES,
    linkCategory!,
    { ...format!, addresses: FORMAT_ADDRESSES },
    ...['wp_theme', 'wp_template_part_area'].map((name) =>
      taxonomy(
        { name, restBase: false, public: false, types: ['wp_template', 'wp_template_part', 'wp_global_styles'] },
        WORDPRESS,
      ),
    ),
  ],
  sharedMeta: [
    {
      key: 'footnotes',
      declaration: { type: 'string', revisions: true },
      requires: ['editor', 'custom-fields', 'revisions'],
    },
  ],
  meta: [
    {
      ...metaField('post', PATTERNS.name, 'wp_pattern_sync_status', SYNC_STATUS, WORDPRESS),
      ownMember: true,
    },
    {
      ...metaField('user', undefined, 'persisted_preferences', PREFERENCES, WORDPRESS),
      isPrefixed: true,
      editOnly: true,
    },
    metaField('comment', undefined, '_wp_note_status', NOTE_STATUS, WORDPRESS),
  ],
};
