/** Keys and their order are interface. */
export interface TaxonomyCapabilities {
  readonly manage_terms: string;
  readonly edit_terms: string;
  readonly delete_terms: string;
  readonly assign_terms: string;
}

function named(plural: string): TaxonomyCapabilities {
  return {
    manage_terms: `manage_${plural}`,
    edit_terms: `edit_${plural}`,
    delete_terms: `delete_${plural}`,
    assign_terms: `assign_${plural}`,
  };
}

const BY_TAXONOMY: ReadonlyMap<string, TaxonomyCapabilities> = new Map([
  ['category', named('categories')],
  ['post_tag', named('post_tags')],
]);

export function taxonomyCapabilities(taxonomy: string): TaxonomyCapabilities | undefined {
  return BY_TAXONOMY.get(taxonomy);
}

/** Roles are not given the fine-grained names of the built-in taxonomies; these stand for what roles have. */
export const TERM_CAPABILITY_ALIASES: ReadonlyMap<string, string> = new Map(
  [...BY_TAXONOMY.values()].flatMap((capabilities): [string, string][] => [
    [capabilities.manage_terms, 'manage_categories'],
    [capabilities.edit_terms, 'manage_categories'],
    [capabilities.delete_terms, 'manage_categories'],
    [capabilities.assign_terms, 'edit_posts'],
  ]),
);
