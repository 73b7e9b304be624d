/** Public API of this folder, for the features. */
export { acceptDeclarations } from './accept-declarations.js';
export { type BlockDeclaration } from './block-declarations.js';
export { type PostTypeCapabilities, type TaxonomyCapabilities } from './capabilities.js';
export {
  type ActionContext,
  type ConsoleExtension,
  type EntryAction,
  type EntryPanel,
  type PanelRow,
} from './console-extension.js';
export { ContentModel, type CoreContent } from './content-model.js';
export { type CommandDeclaration } from './command-declarations.js';
export {
  commandsOf,
  consoleExtensionsOf,
  type ContentDeclaration,
  type ContentTypeDeclaration,
  DeclarationError,
  type DeclaredConsoleExtension,
  type DeclaredField,
  defineContentType,
  defineField,
  defineFilter,
  defineMeta,
  definePostStatus,
  defineRowFilter,
  defineTaxonomy,
  type GraphqlNames,
  kindOf,
  type MetaDeclaration,
  pageTemplatesOf,
  POST_TYPE_SUPPORTS,
  type PostTypeSupport,
  type Rewrite,
  type StatusTransition,
  type TaxonomyDeclaration,
} from './declarations.js';
export { FIELD_NAME } from './declared-fields.js';
export {
  type FieldComment,
  type FieldEntry,
  type FieldLink,
  type FieldOwner,
  type FieldRequest,
  type FieldTerm,
  type FieldType,
  type FieldUser,
} from './field-types.js';
export { Provisional } from './field-fallbacks.js';
export { type FieldSource, FieldTrace, type FollowedRows } from './field-trace.js';
export { type FilterDeclaration } from './declared-queries.js';
export { type Labels } from './labels.js';
export { noteLateField } from './late-fields.js';
export { META_TYPES, type MetaObject, type MetaSchema, type MetaType } from './meta-fields.js';
export { POST_STATUSES, type PostStatus } from './post-statuses.js';
export { type PostType } from './post-types.js';
export { type Taxonomy } from './taxonomies.js';
