/** The capabilities of a post type, by operation; keys and their order are interface. */
export interface PostTypeCapabilities {
  readonly edit_post: string;
  readonly read_post: string;
  readonly delete_post: string;
  readonly edit_posts: string;
  readonly edit_others_posts: string;
  readonly publish_posts: string;
  readonly read_private_posts: string;
  readonly read: string;
  readonly delete_posts: string;
  readonly delete_private_posts: string;
  readonly delete_published_posts: string;
  readonly delete_others_posts: string;
  readonly edit_private_posts: string;
  readonly edit_published_posts: string;
  readonly create_posts: string;
}

/** Keys and their order are interface. */
export interface TaxonomyCapabilities {
  readonly manage_terms: string;
  readonly edit_terms: string;
  readonly delete_terms: string;
  readonly assign_terms: string;
}

/** The capability names WordPress derives from a capability type, such as `edit_posts` from `post`. */
export function postTypeCapabilities(
  capabilityType: string | readonly [singular: string, plural: string],
  own: Partial<PostTypeCapabilities> = {},
): PostTypeCapabilities {
  const [singular, plural] =
    typeof capabilityType === 'string' ? [capabilityType, `${capabilityType}s`] : capabilityType;
  const names = {
    edit_post: `edit_${singular}`,
    read_post: `read_${singular}`,
    delete_post: `delete_${singular}`,
    edit_posts: `edit_${plural}`,
    edit_others_posts: `edit_others_${plural}`,
    publish_posts: `publish_${plural}`,
    read_private_posts: `read_private_${plural}`,
    read: 'read',
    delete_posts: `delete_${plural}`,
    delete_private_posts: `delete_private_${plural}`,
    delete_published_posts: `delete_published_${plural}`,
    delete_others_posts: `delete_others_${plural}`,
    edit_private_posts: `edit_private_${plural}`,
    edit_published_posts: `edit_published_${plural}`,
    create_posts: `edit_${plural}`,
    ...own,
  };
  return own.edit_posts !== undefined && own.create_posts === undefined
    ? { ...names, create_posts: own.edit_posts }
    : names;
}

/** Default capabilities of a taxonomy. */
export const DEFAULT_TERM_CAPABILITIES: TaxonomyCapabilities = {
  manage_terms: 'manage_categories',
  edit_terms: 'manage_categories',
  delete_terms: 'manage_categories',
  assign_terms: 'edit_posts',
};

/** The capability names of the built-in taxonomies, which no role has; see `TERM_CAPABILITY_ALIASES`. */
export function builtinTermCapabilities(plural: string): TaxonomyCapabilities {
  return {
    manage_terms: `manage_${plural}`,
    edit_terms: `edit_${plural}`,
    delete_terms: `delete_${plural}`,
    assign_terms: `assign_${plural}`,
  };
}

/** Roles do not have the fine-grained capabilities of the built-in taxonomies; these are checked instead. */
export const TERM_CAPABILITY_ALIASES: ReadonlyMap<string, string> = new Map(
  ['categories', 'post_tags'].flatMap((plural) =>
    (Object.entries(builtinTermCapabilities(plural)) as [keyof TaxonomyCapabilities, string][]).map(
      ([question, name]) => [name, DEFAULT_TERM_CAPABILITIES[question]] as const,
    ),
  ),
);

/** Roles have no capabilities for patterns: those for posts are checked instead, except for existing patterns. */
export function roleCapability(capability: string): string {
  return capability.endsWith('_blocks') ? capability.replace(/_blocks$/, '_posts') : capability;
}
