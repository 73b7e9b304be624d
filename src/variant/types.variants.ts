/** How post types, statuses and taxonomies differ between the variants. */
export interface TypesDialect {
  /** Types include their supported features and whether they are viewable; taxonomies have all labels. */
  readonly showsFeatures: boolean;
  /** Types and taxonomies include their namespace, visibility and further labels; statuses whether dates can float. */
  readonly showsPresentation: boolean;
  /** Post types of extensions: they exist, but are not listed. */
  readonly hidden: readonly string[];
}

export const TYPES_A: TypesDialect = {
  showsFeatures: true,
  showsPresentation: false,
  hidden: ['popup', 'popup_theme', 'wpcf7_contact_form'],
};

export const TYPES_B: TypesDialect = { ...TYPES_A, showsFeatures: false, hidden: [] };
