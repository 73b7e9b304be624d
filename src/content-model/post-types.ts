import { type PostTypeCapabilities, postTypeCapabilities } from './capabilities.js';
import {
  type ContentTypeDeclaration,
  type GraphqlNames,
  POST_TYPE_SUPPORTS,
  type PostTypeSupport,
  type StatusDeclaration,
  type StatusTransition,
} from './declarations.js';
import { type Labelled, type Labels, postTypeLabels } from './labels.js';

/** How permalinks of a type are formed. `posts`: by the permalink structure; `path`: by slugs alone. */
export type Addresses =
  | { readonly by: 'posts' | 'path' | 'file' }
  | { readonly by: 'slug'; readonly slug?: string; readonly withFront: boolean; readonly queryVar?: string };

/** A post type. */
export interface PostType {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly hierarchical: boolean;
  /** Whether its entries have pages on the site. */
  readonly viewable: boolean;
  /** REST base; absent for types without routes. */
  readonly restBase?: string;
  readonly restNamespace: string;
  /** Path of its collection, such as `/wp/v2/posts`. */
  readonly route: string;
  /** Names of its taxonomies that have routes. */
  readonly taxonomies: readonly string[];
  readonly supports: readonly PostTypeSupport[];
  /** Features whose fields are included although `supports` does not name them. */
  readonly shows: readonly PostTypeSupport[];
  /** Whether entries can be sticky. */
  readonly sticky: boolean;
  /** Whether comments are open on new entries if they are on the site. */
  readonly opensComments: boolean;
  /** Whether even published entries require the type's `read` capability. */
  readonly restrictsReading: boolean;
  /** Whether title and content are returned as stored, never rendered. */
  readonly showsRawText: boolean;
  /** Whether embedded entries include the complete status, title and content. */
  readonly embedsTexts: boolean;
  /** Whether a module of its own serves its routes, instead of the generic content type module. */
  readonly hasOwnRoutes: boolean;
  readonly addresses: Addresses;
  readonly templates?: readonly string[];
  readonly capabilities: PostTypeCapabilities;
  readonly labels: Labels;
  /** Declared names: releases derive different labels from them. */
  readonly wording: Labelled;
  /** Whether it has an archive page, and its slug if it differs from the type's. */
  readonly hasArchive: boolean | string;
  /** Whether WordPress shows it in its administration, and in menus. */
  readonly showUi: boolean;
  readonly showInNavMenus: boolean;
  /** Names in the GraphQL schema, unless they follow from the labels. `false`: not part of it. */
  readonly graphql?: GraphqlNames | false;
  /** Menu icon in the administration. */
  readonly icon: string | null;
  /** Blocks that new entries start with, and what editors may not do to them. */
  readonly blockTemplate: readonly unknown[];
  readonly blockTemplateLock: string | false;
  /** Declared statuses by name, and how the status can change; any way where nothing is declared. */
  readonly statuses: Readonly<Record<string, StatusDeclaration>>;
  readonly transitions?: readonly StatusTransition[];
  /** Where it was declared, for error messages. */
  readonly place: string;
}

/** Properties that only WordPress's own types have. */
export interface CoreTraits {
  readonly shows?: readonly PostTypeSupport[];
  readonly sticky?: boolean;
  readonly opensComments?: boolean;
  readonly restrictsReading?: boolean;
  readonly showsRawText?: boolean;
  readonly embedsTexts?: boolean;
  readonly hasOwnRoutes?: boolean;
  readonly addresses?: Addresses;
  readonly showUi?: boolean;
  readonly showInNavMenus?: boolean;
  readonly icon?: string;
}

export function postType(
  declaration: Omit<ContentTypeDeclaration, 'label'> & { label?: string },
  place: string,
  traits: CoreTraits = {},
): PostType {
  const { name, hierarchical = false, supports = ['title', 'editor'], restBase = name } = declaration;
  const { restNamespace = 'wp/v2', public: viewable = true } = declaration;
  // WordPress's own types without pages have plain addresses; others have those of types with pages.
  const { rewrite = viewable || place !== WORDPRESS ? {} : false } = declaration;
  const labels = postTypeLabels(declaration);
  return {
    name,
    label: labels.name!,
    description: declaration.description ?? '',
    hierarchical,
    viewable,
    ...(restBase !== false && { restBase }),
    restNamespace,
    route: `/${restNamespace}/${restBase || name}`,
    taxonomies: declaration.taxonomies ?? [],
    supports,
    shows: [],
    sticky: false,
    opensComments: supports.includes('comments'),
    restrictsReading: false,
    showsRawText: false,
    embedsTexts: false,
    hasOwnRoutes: false,
    addresses: {
      by: 'slug',
      ...(rewrite && { slug: rewrite.slug ?? name }),
      withFront: (rewrite && rewrite.withFront) ?? true,
      ...(viewable && { queryVar: name }),
    },
    ...(declaration.templates && { templates: declaration.templates }),
    capabilities: postTypeCapabilities(declaration.capabilityType ?? 'post', declaration.capabilities),
    labels,
    wording: declaration,
    hasArchive: declaration.hasArchive ?? false,
    blockTemplate: declaration.blockTemplate ?? [],
    blockTemplateLock: declaration.blockTemplateLock ?? false,
    statuses: declaration.statuses ?? {},
    ...(declaration.transitions && { transitions: declaration.transitions }),
    showUi: declaration.showUi ?? viewable,
    showInNavMenus: declaration.showInNavMenus ?? viewable,
    ...(declaration.graphql !== undefined && { graphql: declaration.graphql }),
    icon: declaration.icon ?? null,
    place,
    ...traits,
  };
}

const everyCapability = (capability: string): Partial<PostTypeCapabilities> =>
  Object.fromEntries(Object.keys(postTypeCapabilities('post')).map((question) => [question, capability]));

const WORDPRESS = 'WordPress';

export const POST = postType(
  {
    name: 'post',
    restBase: 'posts',
    taxonomies: ['category', 'post_tag'],
    supports: POST_TYPE_SUPPORTS.filter((feature) => feature !== 'page-attributes'),
    labels: { name_admin_bar: 'Post' },
  },
  WORDPRESS,
  { sticky: true, addresses: { by: 'posts' }, icon: 'dashicons-admin-post' },
);

export const PAGE = postType(
  {
    name: 'page',
    restBase: 'pages',
    hierarchical: true,
    capabilityType: 'page',
    supports: ['title', 'editor', 'author', 'thumbnail', 'page-attributes', 'custom-fields', 'comments', 'revisions'],
    labels: { name_admin_bar: 'Page' },
  },
  WORDPRESS,
  { shows: ['excerpt'], opensComments: false, addresses: { by: 'path' }, icon: 'dashicons-admin-page' },
);

export const ATTACHMENT = postType(
  {
    name: 'attachment',
    restBase: 'media',
    capabilities: { create_posts: 'upload_files' },
    supports: ['title', 'author', 'comments'],
    labels: {
      name: 'Media',
      edit_item: 'Edit Media',
      view_item: 'View Attachment Page',
      attributes: 'Attachment Attributes',
    },
  },
  WORDPRESS,
  { addresses: { by: 'file' }, hasOwnRoutes: true, showInNavMenus: false, icon: 'dashicons-admin-media' },
);

/** WordPress's own types, in the order of the REST API. */
export const CORE_TYPES: readonly PostType[] = [
  POST,
  PAGE,
  ATTACHMENT,
  ...['revision', 'nav_menu_item'].map((name) =>
    postType({ name, restBase: false, supports: [] }, WORDPRESS, { addresses: { by: 'posts' } }),
  ),
  // Only for users who may edit everything.
  ...['custom_css', 'customize_changeset', 'oembed_cache', 'user_request'].map((name) =>
    postType({ name, restBase: false, supports: [], capabilities: everyCapability('edit_others_posts') }, WORDPRESS, {
      addresses: { by: 'posts' },
    }),
  ),
];
