/** Labels for editors; keys and wording are what such clients expect. */
export type Labels = Readonly<Record<string, string | null>>;

export const LABELS_SCHEMA = { type: 'object', additionalProperties: { type: ['string', 'null'] } } as const;

/** The declared names of a type or taxonomy. */
export interface Labelled {
  readonly name: string;
  readonly label?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly hierarchical?: boolean;
}

/** Labels WordPress derives from the declared names, before its defaults are applied. */
function ownLabels({ name, label, labels = {} }: Labelled): Record<string, string> {
  const own: Record<string, string | undefined> = { ...labels };
  own.name ??= label;
  own.singular_name ??= own.name;
  own.name_admin_bar ??= own.singular_name ?? name;
  own.menu_name ??= own.name;
  own.all_items ??= own.menu_name;
  own.archives ??= own.all_items;
  return Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export function postTypeLabels(type: Labelled): Labels {
  const [many, one] = type.hierarchical ? ['Pages', 'Page'] : ['Posts', 'Post'];
  return {
    name: many,
    singular_name: one,
    add_new: 'Add New',
    add_new_item: `Add New ${one}`,
    edit_item: `Edit ${one}`,
    new_item: `New ${one}`,
    view_item: `View ${one}`,
    view_items: `View ${many}`,
    search_items: `Search ${many}`,
    not_found: `No ${many.toLowerCase()} found.`,
    not_found_in_trash: `No ${many.toLowerCase()} found in Trash.`,
    parent_item_colon: type.hierarchical ? `Parent ${one}:` : null,
    all_items: `All ${many}`,
    archives: `${one} Archives`,
    attributes: `${one} Attributes`,
    insert_into_item: `Insert into ${one.toLowerCase()}`,
    uploaded_to_this_item: `Uploaded to this ${one.toLowerCase()}`,
    featured_image: 'Featured Image',
    set_featured_image: 'Set featured image',
    remove_featured_image: 'Remove featured image',
    use_featured_image: 'Use as featured image',
    filter_items_list: `Filter ${many.toLowerCase()} list`,
    items_list_navigation: `${many} list navigation`,
    items_list: `${many} list`,
    menu_name: many,
    ...ownLabels(type),
  };
}

/** The wording of WordPress 7, with messages after each action of an editor. */
export function wp7PostTypeLabels(type: Labelled): Labels {
  const { menu_name: menu, ...classic } = postTypeLabels(type);
  const [many, one] = type.hierarchical ? ['pages', 'Page'] : ['posts', 'Post'];
  const own = ownLabels(type);
  return {
    ...classic,
    add_new: 'Add',
    add_new_item: `Add ${one}`,
    featured_image: 'Featured image',
    filter_items_list: `Filter ${many} list`,
    filter_by_date: 'Filter by date',
    item_published: `${one} published.`,
    item_published_privately: `${one} published privately.`,
    item_reverted_to_draft: `${one} reverted to draft.`,
    item_trashed: `${one} trashed.`,
    item_scheduled: `${one} scheduled.`,
    item_updated: `${one} updated.`,
    item_link: `${one} Link`,
    item_link_description: `A link to a ${one.toLowerCase()}.`,
    menu_name: menu!,
    ...own,
    ...(own.singular_name !== undefined && { template_name: `Single item: ${own.singular_name}` }),
  };
}

/** The wording of WordPress 7, with hints for the term form. */
export function wp7TaxonomyLabels(taxonomy: Labelled): Labels {
  const [many, one] = taxonomy.hierarchical ? ['Categories', 'Category'] : ['Tags', 'Tag'];
  const own = ownLabels(taxonomy);
  return {
    ...taxonomyLabels(taxonomy),
    name_field_description: 'The name as visitors see it.',
    slug_field_description: 'Part of the address: lowercase letters, digits and hyphens.',
    parent_field_description: taxonomy.hierarchical ? 'Terms can be placed below one another.' : null,
    desc_field_description: 'Shown by some themes only.',
    add_new_item: `Add ${one}`,
    filter_by_item: taxonomy.hierarchical ? `Filter by ${one.toLowerCase()}` : null,
    back_to_items: `&larr; Go to ${many}`,
    item_link: `${one} Link`,
    item_link_description: `A link to a ${one.toLowerCase()}.`,
    ...own,
    template_name: own.template_name ?? `${own.singular_name ?? one} Archives`,
  };
}

export function taxonomyLabels(taxonomy: Labelled): Labels {
  const { hierarchical } = taxonomy;
  const [many, one] = hierarchical ? ['Categories', 'Category'] : ['Tags', 'Tag'];
  const plural = many.toLowerCase();
  const tree = (text: string) => (hierarchical ? text : null);
  const flat = (text: string) => (hierarchical ? null : text);
  return {
    name: many,
    singular_name: one,
    search_items: `Search ${many}`,
    popular_items: flat(`Popular ${many}`),
    all_items: `All ${many}`,
    parent_item: tree(`Parent ${one}`),
    parent_item_colon: tree(`Parent ${one}:`),
    edit_item: `Edit ${one}`,
    view_item: `View ${one}`,
    update_item: `Update ${one}`,
    add_new_item: `Add New ${one}`,
    new_item_name: `New ${one} Name`,
    separate_items_with_commas: flat(`Separate ${plural} with commas`),
    add_or_remove_items: flat(`Add or remove ${plural}`),
    choose_from_most_used: flat(`Choose from the most used ${plural}`),
    not_found: `No ${plural} found.`,
    no_terms: `No ${plural}`,
    items_list_navigation: `${many} list navigation`,
    items_list: `${many} list`,
    most_used: 'Most Used',
    back_to_items: `&larr; Back to ${many}`,
    menu_name: many,
    ...ownLabels(taxonomy),
  };
}

const SAMPLE: Labelled = { name: 'sample', label: 'Samples' };

/** The keys that labels may have. */
export const POST_TYPE_LABEL_KEYS = Object.keys({ ...postTypeLabels(SAMPLE), ...wp7PostTypeLabels(SAMPLE) });
export const TAXONOMY_LABEL_KEYS = Object.keys({ ...taxonomyLabels(SAMPLE), ...wp7TaxonomyLabels(SAMPLE) });
