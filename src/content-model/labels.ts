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
  const [plural, singular] = type.hierarchical ? ['Pages', 'Page'] : ['Posts', 'Post'];
  return {
    name: plural,
    singular_name: singular,
    add_new: 'Add New',
    add_new_item: `Add New ${singular}`,
    edit_item: `Edit ${singular}`,
    new_item: `New ${singular}`,
    view_item: `View ${singular}`,
    view_items: `View ${plural}`,
    search_items: `Search ${plural}`,
    not_found: `No ${plural.toLowerCase()} found.`,
    not_found_in_trash: `No ${plural.toLowerCase()} found in Trash.`,
    parent_item_colon: type.hierarchical ? `Parent ${singular}:` : null,
    all_items: `All ${plural}`,
    archives: `${singular} Archives`,
    attributes: `${singular} Attributes`,
    insert_into_item: `Insert into ${singular.toLowerCase()}`,
    uploaded_to_this_item: `Uploaded to this ${singular.toLowerCase()}`,
    featured_image: 'Featured Image',
    set_featured_image: 'Set featured image',
    remove_featured_image: 'Remove featured image',
    use_featured_image: 'Use as featured image',
    filter_items_list: `Filter ${plural.toLowerCase()} list`,
    items_list_navigation: `${plural} list navigation`,
    items_list: `${plural} list`,
    menu_name: plural,
    ...ownLabels(type),
  };
}

/** The wording of WordPress 7, with messages after each action of an editor. */
export function wp7PostTypeLabels(type: Labelled): Labels {
  const { menu_name: menu, ...classic } = postTypeLabels(type);
  const [plural, singular] = type.hierarchical ? ['pages', 'Page'] : ['posts', 'Post'];
  const own = ownLabels(type);
  return {
    ...classic,
    add_new: 'Add',
    add_new_item: `Add ${singular}`,
    featured_image: 'Featured image',
    filter_items_list: `Filter ${plural} list`,
    filter_by_date: 'Filter by date',
    item_published: `${singular} published.`,
    item_published_privately: `${singular} published privately.`,
    item_reverted_to_draft: `${singular} reverted to draft.`,
    item_trashed: `${singular} trashed.`,
    item_scheduled: `${singular} scheduled.`,
    item_updated: `${singular} updated.`,
    item_link: `${singular} Link`,
    item_link_description: `A link to a ${singular.toLowerCase()}.`,
    menu_name: menu!,
    ...own,
    ...(own.singular_name !== undefined && { template_name: `Single item: ${own.singular_name}` }),
  };
}

/** The wording of WordPress 7, with hints for the term form. */
export function wp7TaxonomyLabels(taxonomy: Labelled): Labels {
  const [plural, singular] = taxonomy.hierarchical ? ['Categories', 'Category'] : ['Tags', 'Tag'];
  const own = ownLabels(taxonomy);
  return {
    ...taxonomyLabels(taxonomy),
    name_field_description: 'The name as visitors see it.',
    slug_field_description: 'Part of the address: lowercase letters, digits and hyphens.',
    parent_field_description: taxonomy.hierarchical ? 'Terms can be placed below one another.' : null,
    desc_field_description: 'Shown by some themes only.',
    add_new_item: `Add ${singular}`,
    filter_by_item: taxonomy.hierarchical ? `Filter by ${singular.toLowerCase()}` : null,
    back_to_items: `&larr; Go to ${plural}`,
    item_link: `${singular} Link`,
    item_link_description: `A link to a ${singular.toLowerCase()}.`,
    ...own,
    template_name: own.template_name ?? `${own.singular_name ?? singular} Archives`,
  };
}

export function taxonomyLabels(taxonomy: Labelled): Labels {
  const { hierarchical } = taxonomy;
  const [plural, singular] = hierarchical ? ['Categories', 'Category'] : ['Tags', 'Tag'];
  const lowerPlural = plural.toLowerCase();
  const tree = (text: string) => (hierarchical ? text : null);
  const flat = (text: string) => (hierarchical ? null : text);
  return {
    name: plural,
    singular_name: singular,
    search_items: `Search ${plural}`,
    popular_items: flat(`Popular ${plural}`),
    all_items: `All ${plural}`,
    parent_item: tree(`Parent ${singular}`),
    parent_item_colon: tree(`Parent ${singular}:`),
    edit_item: `Edit ${singular}`,
    view_item: `View ${singular}`,
    update_item: `Update ${singular}`,
    add_new_item: `Add New ${singular}`,
    new_item_name: `New ${singular} Name`,
    separate_items_with_commas: flat(`Separate ${lowerPlural} with commas`),
    add_or_remove_items: flat(`Add or remove ${lowerPlural}`),
    choose_from_most_used: flat(`Choose from the most used ${lowerPlural}`),
    not_found: `No ${lowerPlural} found.`,
    no_terms: `No ${lowerPlural}`,
    items_list_navigation: `${plural} list navigation`,
    items_list: `${plural} list`,
    most_used: 'Most Used',
    back_to_items: `&larr; Back to ${plural}`,
    menu_name: plural,
    ...ownLabels(taxonomy),
  };
}

const SAMPLE: Labelled = { name: 'sample', label: 'Samples' };

/** The keys that labels may have. */
export const POST_TYPE_LABEL_KEYS = Object.keys({ ...postTypeLabels(SAMPLE), ...wp7PostTypeLabels(SAMPLE) });
export const TAXONOMY_LABEL_KEYS = Object.keys({ ...taxonomyLabels(SAMPLE), ...wp7TaxonomyLabels(SAMPLE) });
