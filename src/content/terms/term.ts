import { rowReader } from '../../database/row-reader.js';

/** A category, a tag or another term, as stored: names are HTML-escaped. */
export interface Term {
  readonly id: number;
  /** What relationships point to; not the id. */
  readonly termTaxonomyId: number;
  readonly taxonomy: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** Id of the parent term; 0 at the top. */
  readonly parent: number;
  /** Published posts. */
  readonly count: number;
}

/** What is known of a term as soon as one knows that an object has it. */
export type AssignedTerm = Pick<Term, 'id' | 'termTaxonomyId' | 'taxonomy' | 'name' | 'slug' | 'parent'>;

const ASSIGNED = {
  id: 'term_id',
  termTaxonomyId: 'term_taxonomy_id',
  taxonomy: 'taxonomy',
  name: 'name',
  slug: 'slug',
  parent: 'parent',
} as const;
const TABLES = ['terms', 'term_taxonomy'];

/** Fill in what a foreign database left NULL. */
export const readAssignedTerm = rowReader<AssignedTerm>(TABLES, ASSIGNED);
export const readTerm = rowReader<Term>(TABLES, { ...ASSIGNED, description: 'description', count: 'count' });
