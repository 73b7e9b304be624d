import { Module } from '@nestjs/common';
import { registerBuiltInShortcodes, ShortcodeRegistry } from '../../rendering/index.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { EntryVersions } from './cache/entry-versions.js';
import { RenderingPorts } from './read/rendering-ports.js';
import { EntriesStore } from './read/entries.store.js';
import { DueEntriesStore } from './read/list/due-entries.store.js';
import { EntriesListStore } from './read/list/entries-list.store.js';
import { AddressesStore } from './read/addresses.store.js';
import { PermalinksLoader } from './read/permalinks.loader.js';
import { EmbedQueueService } from './read/rendering/embed-queue.service.js';
import { EmbeddedPostsLoader } from './read/rendering/embedded-posts.loader.js';
import { PostPasswordService } from './read/post-password.js';
import { EntryRenderer } from './read/rendering/entry-renderer.js';
import { AttachedFilesLoader } from './read/rendering/attached-files.loader.js';
import { EntryViewLoader } from './read/entry-view.loader.js';
import { RenderedAttachmentsLoader } from './read/rendering/rendered-attachments.loader.js';
import { RelatedLoader } from './read/related.loader.js';
import { RevisionsStore } from './write/revisions.store.js';
import { SeoPluginRegistry } from './read/seo-plugin.registry.js';
import { PublishingScheduleService } from './write/publishing-schedule.service.js';
import { ListIndexMergingService, SearchIndexingService } from './write/background-indexing.service.js';
import { EntryDeletionService } from './write/entry-deletion.service.js';
import { AutosavesWriter } from './write/autosaves.writer.js';
import { MetaIndexService } from './write/meta-index.service.js';
import { EntryTemplatesService } from './read/entry-templates.service.js';
import { StoredTemplatesStore } from './read/stored-templates.store.js';
import { PreviewedEntryLoader } from './api/previewed-entry.loader.js';
import { EntriesWriter } from './write/entries.writer.js';
import { EntryRelationsWriter } from './write/entry-relations.writer.js';

/** The family of the posts table, for every resource that shows or needs one of its members. */
@Module({
  imports: [TermsDataModule],
  providers: [
    EntriesStore,
    DueEntriesStore,
    EntriesListStore,
    PermalinksLoader,
    SeoPluginRegistry,
    AddressesStore,
    RelatedLoader,
    RenderedAttachmentsLoader,
    EmbeddedPostsLoader,
    EmbedQueueService,
    RenderingPorts,
    EntryRenderer,
    AttachedFilesLoader,
    EntryViewLoader,
    EntryVersions,
    RevisionsStore,
    StoredTemplatesStore,
    EntryTemplatesService,
    PublishingScheduleService,
    SearchIndexingService,
    ListIndexMergingService,
    AutosavesWriter,
    PreviewedEntryLoader,
    EntriesWriter,
    EntryRelationsWriter,
    EntryDeletionService,
    MetaIndexService,
    PostPasswordService,
    { provide: ShortcodeRegistry, useFactory: () => registerBuiltInShortcodes() },
  ],
  exports: [
    EntriesStore,
    DueEntriesStore,
    EntriesListStore,
    PermalinksLoader,
    SeoPluginRegistry,
    AddressesStore,
    RelatedLoader,
    RenderedAttachmentsLoader,
    EmbeddedPostsLoader,
    RenderingPorts,
    EntryRenderer,
    EntryViewLoader,
    EntryVersions,
    RevisionsStore,
    AutosavesWriter,
    PreviewedEntryLoader,
    EntryTemplatesService,
    PublishingScheduleService,
    EntriesWriter,
    EntryRelationsWriter,
    EntryDeletionService,
    PostPasswordService,
    ShortcodeRegistry,
  ],
})
export class EntriesModule {}
