/** Public API of this folder, for the features. */
export { EntriesAdminModule } from './admin/entries.admin.module.js';
export { EntryVersions } from './cache/entry-versions.js';
export { EntriesApiModule } from './entries-api.module.js';
export { EntriesModule } from './entries.module.js';
export { ATTACHMENT_META, ATTACHMENT_META_KEYS, ENTRY_VERSION_RULES, FEATURED_IMAGE } from './model/entry-sources.js';
export { type Entry, type EntryMeta, withAutosave, ZERO_DATE } from './model/entry.js';
export { takesComments } from './model/takes-comments.js';
export { type FocalPoint } from '../../rendering/media/focal-point.js';
export { isOwnHost } from './model/match-address.js';
export {
  decodePath,
  type EntryAddress,
  folderOf,
  type PageAddress,
  pathOfUrl,
  readPageAddress,
  requestedAddress,
} from './model/page-address.js';
export { archivePath, PERMALINK_TAGS } from './model/permalinks.js';
export { entryFacts, isReadable, mayEdit, parentsAmong, publicAmong } from './model/readable.js';
export { readSeoMeta, SEO_META_KEYS } from './model/seo-meta.js';
export { needsSlug } from './model/slugs.js';
export { AddressesStore } from './read/addresses.store.js';
export { EntriesStore } from './read/entries.store.js';
export { type ContentOption, ContentsTooLarge } from './read/entry-contents.store.js';
export { EntryTemplatesService } from './read/entry-templates.service.js';
export { EntryView } from './read/entry-view.js';
export { EntryViewLoader, type ViewNeeds } from './read/entry-view.loader.js';
export { DueEntriesStore } from './read/list/due-entries.store.js';
export { EntriesListStore } from './read/list/entries-list.store.js';
export { entryConditions, parseSearch, relevance } from './read/list/entry-conditions.store.js';
export { type EntryQuery, type TermFilter } from './read/list/entry-query.js';
export { readableScope } from './read/list/readable-scope.store.js';
export { PermalinksLoader } from './read/permalinks.loader.js';
export { PostPasswordService } from './read/post-password.js';
export { featuredImage, TEMPLATE } from './read/related.loader.js';
export {
  type WordPressRenderer,
  RenderingPorts,
  type ThemeTemplates,
  type UnknownEntry,
  type WordPressHtml,
} from './read/rendering-ports.js';
export { EntryRenderer } from './read/rendering/entry-renderer.js';
export { PageRendering } from './read/rendering/page-rendering.js';
export { attachedFile, attachmentAlt, attachmentDetails, attachmentUrl } from './read/rendering/rendered-attachment.js';
export { type Attachments, RenderedAttachmentsLoader } from './read/rendering/rendered-attachments.loader.js';
export { HeadFields, type HeadPlugin } from './read/head-fields.js';
export { headOf, type HeadTag, seoHead } from './read/head-tags.js';
export {
  type SeoHead,
  type SeoPlugin,
  SeoPluginRegistry,
  type SeoTags,
  type SeoTarget,
  type SeoValues,
} from './read/seo-plugin.registry.js';
export { AutosavesWriter } from './write/autosaves.writer.js';
export { type EntryPatch } from './write/entry-changes.js';
export { emitEntryEvents, type EventEntry } from './write/entry-events.js';
export { decideChanges } from './write/entry-hooks.js';
export { EntryTerms } from './write/entry-terms.js';
export { lockSlugs, uniqueSlug } from './write/slugs.js';
