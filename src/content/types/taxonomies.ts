import { taxonomyCapabilities, type TaxonomyCapabilities } from '../../access/capabilities/index.js';

/** A way of grouping posts. */
export interface Taxonomy {
  readonly name: string;
  readonly label: string;
  readonly hierarchical: boolean;
  readonly types: readonly string[];
  /** First path segment of its routes; none for taxonomies the interface does not show. */
  readonly restBase?: string;
  readonly capabilities: TaxonomyCapabilities;
  readonly labels: Readonly<Record<string, string | null>>;
}

function labels(
  plural: string,
  singular: string,
  taxonomy: string,
  hierarchical: boolean,
): Record<string, string | null> {
  const many = plural.toLowerCase();
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
    separate_items_with_commas: flat(`Separate ${many} with commas`),
    add_or_remove_items: flat(`Add or remove ${many}`),
    choose_from_most_used: flat(`Choose from the most used ${many}`),
    not_found: `No ${many} found.`,
    no_terms: `No ${many}`,
    items_list_navigation: `${plural} list navigation`,
    items_list: `${plural} list`,
    most_used: 'Most Used',
    back_to_items: `&larr; Back to ${plural}`,
    menu_name: plural,
    name_admin_bar: taxonomy,
  };
}

function taxonomy(
  name: string,
  plural: string,
  singular: string,
  traits: Pick<Taxonomy, 'hierarchical' | 'types' | 'restBase'>,
): Taxonomy {
  return {
    name,
    label: plural,
    ...traits,
    capabilities: taxonomyCapabilities(name) ?? taxonomyCapabilities('category')!,
    labels: labels(plural, singular, name, traits.hierarchical),
  };
}

export const TAXONOMIES: ReadonlyMap<string, Taxonomy> = new Map(
  [
    taxonomy('category', 'Categories', 'Category', { hierarchical: true, types: ['post'], restBase: 'categories' }),
    taxonomy('post_tag', 'Tags', 'Tag', { hierarchical: false, types: ['post'], restBase: 'tags' }),
    taxonomy('nav_menu', 'Navigation Menus', 'Navigation Menu', { hierarchical: false, types: ['nav_menu_item'] }),
    taxonomy('link_category', 'Link Categories', 'Link Category', { hierarchical: false, types: ['link'] }),
    taxonomy('post_format', 'Formats', 'Format', { hierarchical: false, types: ['post'] }),
  ].map((entry) => [entry.name, entry]),
);

/** The taxonomies the interface shows, in its order. */
export const REST_TAXONOMIES: readonly Taxonomy[] = [...TAXONOMIES.values()].filter(
  (entry) => entry.restBase !== undefined,
);
