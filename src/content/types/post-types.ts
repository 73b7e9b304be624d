import { postTypeCapabilities, type PostTypeCapabilities } from '../../access/capabilities/index.js';

/** A kind of row in the posts table. */
export interface PostType {
  readonly name: string;
  readonly label: string;
  readonly hierarchical: boolean;
  /** First path segment of its routes; none for types the interface does not show. */
  readonly restBase?: string;
  readonly taxonomies: readonly string[];
  readonly supports: readonly string[];
  readonly capabilities: PostTypeCapabilities;
  readonly labels: Readonly<Record<string, string | null>>;
}

interface Words {
  plural: string;
  singular: string;
  /** Words for texts about a single thing, where they differ. */
  item?: { plural: string; singular: string };
}

/** What an editing client shows; keys and wording are what such clients expect. */
function labels(
  { plural, singular, item = { plural, singular } }: Words,
  own: Record<string, string | null> = {},
): Record<string, string | null> {
  const many = item.plural;
  const one = item.singular;
  return {
    name: plural,
    singular_name: singular,
    add_new: 'Add New',
    add_new_item: `Add New ${one}`,
    edit_item: `Edit ${singular}`,
    new_item: `New ${one}`,
    view_item: `View ${singular}`,
    view_items: `View ${many}`,
    search_items: `Search ${many}`,
    not_found: `No ${many.toLowerCase()} found.`,
    not_found_in_trash: `No ${many.toLowerCase()} found in Trash.`,
    parent_item_colon: null,
    all_items: `All ${plural}`,
    archives: `${singular} Archives`,
    attributes: `${singular} Attributes`,
    insert_into_item: `Insert into ${one.toLowerCase()}`,
    uploaded_to_this_item: `Uploaded to this ${one.toLowerCase()}`,
    featured_image: 'Featured Image',
    set_featured_image: 'Set featured image',
    remove_featured_image: 'Remove featured image',
    use_featured_image: 'Use as featured image',
    filter_items_list: `Filter ${many.toLowerCase()} list`,
    items_list_navigation: `${many} list navigation`,
    items_list: `${many} list`,
    menu_name: plural,
    name_admin_bar: singular,
    ...own,
  };
}

const POSTS: Words = { plural: 'Posts', singular: 'Post' };

function type(name: string, words: Words, rest: Partial<Omit<PostType, 'name' | 'label' | 'capabilities'>>): PostType {
  return {
    name,
    label: words.plural,
    hierarchical: false,
    taxonomies: [],
    supports: [],
    labels: labels(words),
    ...rest,
    capabilities: postTypeCapabilities(name) ?? postTypeCapabilities('post')!,
  };
}

export const POST_TYPES: ReadonlyMap<string, PostType> = new Map(
  [
    type('post', POSTS, {
      restBase: 'posts',
      taxonomies: ['category', 'post_tag'],
      supports: [
        'title',
        'editor',
        'author',
        'thumbnail',
        'excerpt',
        'trackbacks',
        'custom-fields',
        'comments',
        'revisions',
        'post-formats',
      ],
    }),
    type(
      'page',
      { plural: 'Pages', singular: 'Page' },
      {
        restBase: 'pages',
        hierarchical: true,
        supports: [
          'title',
          'editor',
          'author',
          'thumbnail',
          'page-attributes',
          'custom-fields',
          'comments',
          'revisions',
        ],
        labels: labels({ plural: 'Pages', singular: 'Page' }, { parent_item_colon: 'Parent Page:' }),
      },
    ),
    type(
      'attachment',
      { plural: 'Media', singular: 'Media' },
      {
        restBase: 'media',
        supports: ['title', 'author', 'comments'],
        labels: labels(
          { plural: 'Media', singular: 'Media', item: POSTS },
          {
            view_item: 'View Attachment Page',
            all_items: 'Media',
            archives: 'Media',
            attributes: 'Attachment Attributes',
          },
        ),
      },
    ),
    ...['revision', 'nav_menu_item', 'custom_css', 'customize_changeset', 'oembed_cache', 'user_request'].map((name) =>
      type(name, POSTS, {}),
    ),
  ].map((entry) => [entry.name, entry]),
);

/** The types the interface shows, in its order. */
export const REST_TYPES: readonly PostType[] = [...POST_TYPES.values()].filter((entry) => entry.restBase !== undefined);
