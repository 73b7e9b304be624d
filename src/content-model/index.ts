/** Public API of this folder, for the features. */
export { acceptDeclarations } from './accept-declarations.js';
export { type PostTypeCapabilities, type TaxonomyCapabilities } from './capabilities.js';
export { type ConsoleExtension } from './console-extension.js';
export { ContentModel, type CoreContent } from './content-model.js';
export {
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
  type PostTypeSupport,
  type Rewrite,
  type TaxonomyDeclaration,
} from './declarations.js';
export {
  FIELD_NAME,
  type FieldComment,
  type FieldEntry,
  type FieldLink,
  type FieldOwner,
  type FieldRequest,
  type FieldTerm,
  type FieldType,
  type FieldUser,
  Provisional,
} from './declared-fields.js';
export { type FilterDeclaration } from './declared-queries.js';
export { type Labels } from './labels.js';
export { noteLateField } from './late-fields.js';
export { META_TYPES, type MetaObject, type MetaSchema, type MetaType } from './meta-fields.js';
export { POST_STATUSES, type PostStatus } from './post-statuses.js';
export { type PostType } from './post-types.js';
export { type Taxonomy } from './taxonomies.js';
