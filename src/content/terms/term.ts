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
