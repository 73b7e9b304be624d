import { type CacheTag } from '../../rest/route/route.types.js';

/** What an entry is shown from: addresses may name its author or a category, contents may refer to other entries. */
export const ENTRY_TABLES: readonly CacheTag[] = [
  'posts',
  'postmeta',
  'terms',
  'term_taxonomy',
  'term_relationships',
  'users',
];
