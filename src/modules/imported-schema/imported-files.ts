import { type JsonRecord } from '../../text/json-values.js';

/** Option with the content types that were imported, and the theme. */
export const IMPORTED_CONTENT_OPTION = 'nestpress_learned_content';

/** Templates or template parts of theme files and plugins. */
export interface ImportedTemplates {
  /** As WordPress shows them in the edit context, without links. */
  readonly items: readonly JsonRecord[];
  /** IDs of the custom templates for each post type. */
  readonly byPostType: Readonly<Record<string, readonly string[]>>;
}

/** What WordPress reads from files, as its REST API shows it. */
export interface ImportedFiles {
  readonly templates: ImportedTemplates;
  readonly template_parts: ImportedTemplates;
  readonly patterns: readonly JsonRecord[];
  readonly pattern_categories: readonly JsonRecord[];
  /** Settings and styles of the active theme, merged with those of WordPress. */
  readonly theme_styles: JsonRecord;
  readonly theme_variations: readonly JsonRecord[];
  /** Installed plugins, active or not. */
  readonly plugins: readonly JsonRecord[];
  /** Registered block types, with the styles of the theme. */
  readonly block_types: readonly JsonRecord[];
  /** Sidebars that the theme and plugins register. */
  readonly sidebars: readonly JsonRecord[];
}

export type FilePart = keyof ImportedFiles;
