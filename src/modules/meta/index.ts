/** Public API of this folder, for the features. */
export { MetaStore, type StoredMeta } from './meta.store.js';
export { shownMeta } from './meta-values.js';
export { visibleMeta } from './meta.field.js';
export { MetaWriter } from './meta.writer.js';
