/** How categories, tags and their taxonomies differ between the variants. */
export interface TermsDialect {
  /** Fields that lists can be sorted by. */
  readonly orderby: readonly string[];
  /**
   * The capability to assign terms suffices to create terms of a taxonomy without hierarchy and to read taxonomies in
   * the edit context; otherwise the capabilities to edit and to manage terms are required.
   */
  readonly assigningSuffices: boolean;
  /** Status of the error for an existing name, which includes the other term's ID; undefined: a failure whose data is this ID. */
  readonly conflictStatus: 409 | 400 | undefined;
}

export const TERMS_A: TermsDialect = {
  orderby: ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'],
  assigningSuffices: true,
  conflictStatus: 409,
};

export const TERMS_B: TermsDialect = {
  orderby: ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'],
  assigningSuffices: false,
  conflictStatus: undefined,
};
