import { TAXONOMIES, type Taxonomy } from '../../content/types/taxonomies.js';

/** One of the collections this family shows: all that differs between categories and tags follows from it. */
export interface TermKind {
  readonly taxonomy: Taxonomy;
  /** Title in the JSON schema. */
  readonly title: string;
  /** First path segment of the routes; also the name under which terms are embedded, and the filter of posts by them. */
  readonly base: string;
}

function kind(taxonomy: string, title: string): TermKind {
  const found = TAXONOMIES.get(taxonomy)!;
  return { taxonomy: found, title, base: found.restBase! };
}

export const CATEGORIES = kind('category', 'category');
export const TAGS = kind('post_tag', 'tag');
