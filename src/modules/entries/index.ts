/** Public API of this folder, for the features. */
export { EntriesAdminModule } from './admin/entries.admin.module.js';
export { ItemJsonCache } from './cache/item-json-cache.service.js';
export { EntriesApiModule } from './entries-api.module.js';
export { EntriesModule } from './entries.module.js';
export { ATTACHMENT_META_KEYS, ENTRY_VERSION_RULES, FEATURED_IMAGE } from './model/entry-sources.js';
export { type Entry, type EntryMeta, withAutosave, ZERO_DATE } from './model/entry.js';
export { type FocalPoint } from './model/focal-point.js';
export {
  type EntryAddress,
  type PageAddress,
  pathOfUrl,
  readPageAddress,
  requestedAddress,
} from './model/page-address.js';
export { archivePath, PERMALINK_TAGS } from './model/permalinks.js';
export { isReadable, mayEdit, parentsAmong, publicAmong, siteFacts } from './model/readable.js';
export { readSearchMeta, SEARCH_META_KEYS } from './model/seo-meta.js';
export { needsSlug } from './model/slugs.js';
export { EntryView } from './read/entry-view.js';
export { type EntryQuery } from './read/list/entry-query.js';
export { passwordCookieName, PostPasswordService } from './read/post-password.js';
export {
  type ForeignRenderer,
  RenderingPorts,
  type ThemeTemplates,
  type UnknownEntry,
  type WordPressHtml,
} from './read/rendering-ports.js';
export {
  type SeoHead,
  type SeoPlugin,
  SeoPluginRegistry,
  type SeoTarget,
  type SeoValues,
} from './read/seo-plugin.registry.js';
export { EntryRenderer } from './read/rendering/entry-renderer.js';
export { attachmentAlt, attachmentDetails, attachmentUrl } from './read/rendering/rendered-attachment.js';
export { type EntryPatch } from './write/entry-changes.js';
export { emitEntryEvents, type EventEntry } from './write/entry-events.js';
export { decideChanges } from './write/entry-hooks.js';
export { lockSlugs, uniqueSlug } from './write/slugs.js';
