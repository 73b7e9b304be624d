import { builtinTermCapabilities, DEFAULT_TERM_CAPABILITIES, type TaxonomyCapabilities } from './capabilities.js';
import { type GraphqlNames, type TaxonomyDeclaration } from './declarations.js';
import { type Labelled, type Labels, taxonomyLabels } from './labels.js';

/** Permalinks of a taxonomy's terms. */
export interface TermAddresses {
  /** Option with a custom base, if there is one. */
  readonly option?: string;
  /** First path segment; absent if the taxonomy has only plain permalinks. */
  readonly base?: string;
  readonly withFront: boolean;
  /** Whether the permalink includes the parent terms. */
  readonly nested: boolean;
  readonly plain: (term: { readonly id: number; readonly slug: string }) => string;
}

/** A way of grouping posts. */
export interface Taxonomy {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly hierarchical: boolean;
  /** Whether its terms have pages on the site. */
  readonly viewable: boolean;
  readonly showCloud: boolean;
  readonly types: readonly string[];
  /** REST base; absent for taxonomies without routes. */
  readonly restBase?: string;
  readonly restNamespace: string;
  /** Path of its collection, such as `/wp/v2/categories`. */
  readonly route: string;
  /** Whether a module of its own serves its routes, instead of the generic taxonomy module. */
  readonly hasOwnRoutes: boolean;
  readonly addresses: TermAddresses;
  readonly capabilities: TaxonomyCapabilities;
  readonly labels: Labels;
  /** Declared names: releases derive different labels from them. */
  readonly wording: Labelled;
  /** Whether it has pages on the site. */
  readonly isPublic: boolean;
  /** Whether WordPress shows it in its administration, and in the lists of entries there. */
  readonly showUi: boolean;
  readonly showAdminColumn: boolean;
  readonly showInNavMenus: boolean;
  /** Names in the GraphQL schema, unless they follow from the labels. `false`: not part of it. */
  readonly graphql?: GraphqlNames | false;
  /** Whether new entries without a term get the one that the option `default_term_NAME` holds. */
  readonly hasDefaultTerm: boolean;
  readonly showInQuickEdit: boolean;
  /** Where it was declared, for error messages. */
  readonly place: string;
}

export function taxonomy(
  declaration: Omit<TaxonomyDeclaration, 'label'> & { label?: string },
  place: string,
  traits: Partial<Pick<Taxonomy, 'addresses' | 'capabilities' | 'hasOwnRoutes' | 'showUi' | 'showAdminColumn'>> = {},
): Taxonomy {
  const { name, types, hierarchical = false, restBase = name, restNamespace = 'wp/v2' } = declaration;
  const isPublic = declaration.public ?? true;
  const { rewrite = isPublic || place !== WORDPRESS ? {} : false } = declaration;
  const labels = taxonomyLabels(declaration);
  return {
    name,
    label: labels.name!,
    description: declaration.description ?? '',
    hierarchical,
    viewable: isPublic,
    showCloud: declaration.showCloud ?? isPublic,
    types,
    ...(restBase !== false && { restBase }),
    restNamespace,
    route: `/${restNamespace}/${restBase || name}`,
    hasOwnRoutes: false,
    addresses: {
      ...(rewrite && { base: rewrite.slug ?? name }),
      withFront: (rewrite && rewrite.withFront) ?? true,
      nested: Boolean(hierarchical && rewrite && rewrite.hierarchical),
      plain: isPublic ? (term) => `${name}=${term.slug}` : (term) => `taxonomy=${name}&term=${term.slug}`,
    },
    capabilities: { ...DEFAULT_TERM_CAPABILITIES, ...declaration.capabilities },
    labels,
    wording: declaration,
    isPublic,
    showUi: declaration.showUi ?? isPublic,
    showInNavMenus: declaration.showInNavMenus ?? isPublic,
    ...(declaration.graphql !== undefined && { graphql: declaration.graphql }),
    showAdminColumn: declaration.showAdminColumn ?? false,
    hasDefaultTerm: declaration.hasDefaultTerm ?? true,
    showInQuickEdit: declaration.showInQuickEdit ?? traits.showUi ?? declaration.showUi ?? isPublic,
    place,
    ...traits,
  };
}

const WORDPRESS = 'WordPress';

export const CATEGORY = taxonomy(
  { name: 'category', restBase: 'categories', hierarchical: true, types: ['post'] },
  WORDPRESS,
  {
    capabilities: builtinTermCapabilities('categories'),
    showAdminColumn: true,
    addresses: {
      option: 'category_base',
      base: 'category',
      withFront: true,
      nested: true,
      plain: (term) => `cat=${term.id}`,
    },
  },
);

export const POST_TAG = taxonomy({ name: 'post_tag', restBase: 'tags', types: ['post'] }, WORDPRESS, {
  capabilities: builtinTermCapabilities('post_tags'),
  showAdminColumn: true,
  addresses: { option: 'tag_base', base: 'tag', withFront: true, nested: false, plain: (term) => `tag=${term.slug}` },
});

/** WordPress's own taxonomies, in the order of the REST API. */
export const CORE_TAXONOMIES: readonly Taxonomy[] = [
  CATEGORY,
  POST_TAG,
  taxonomy({ name: 'nav_menu', label: 'Navigation Menus', restBase: false, types: ['nav_menu_item'] }, WORDPRESS),
  taxonomy({ name: 'link_category', label: 'Link Categories', restBase: false, types: ['link'] }, WORDPRESS),
  taxonomy({ name: 'post_format', label: 'Formats', restBase: false, types: ['post'] }, WORDPRESS),
];
