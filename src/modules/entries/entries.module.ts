import { Module } from '@nestjs/common';
import { registerBuiltInShortcodes, ShortcodeRegistry } from '../../rendering/index.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { RenderingPorts } from './rendering-ports.js';
import { EntriesStore } from './entries.store.js';
import { ItemJsonCache } from './item-json-cache.service.js';
import { DueEntriesStore } from './list/due-entries.store.js';
import { EntriesListStore } from './list/entries-list.store.js';
import { AddressesStore } from './permalinks/addresses.store.js';
import { PermalinksLoader } from './permalinks/permalinks.loader.js';
import { EmbedQueueService } from './present/embed-queue.service.js';
import { EmbeddedPostsLoader } from './present/embedded-posts.loader.js';
import { PostPasswordService } from './post-password.js';
import { EntryRenderer } from './present/entry-renderer.js';
import { AttachedFilesLoader } from './present/attached-files.loader.js';
import { EntryViewLoader } from './present/entry-view.loader.js';
import { RenderedAttachmentsLoader } from './present/rendered-attachments.loader.js';
import { RelatedLoader } from './related.loader.js';
import { RevisionsStore } from './revisions.store.js';
import { PublishingScheduleService } from './publishing-schedule.service.js';
import { ListIndexMergingService, SearchIndexingService } from './background-indexing.service.js';
import { EntryDeletionService } from './write/entry-deletion.service.js';
import { AutosavesWriter } from './write/autosaves.writer.js';
import { EntryTemplatesService } from './entry-templates.service.js';
import { StoredTemplatesStore } from './stored-templates.store.js';
import { EntriesWriter } from './write/entries.writer.js';

/** The family of the posts table, for every resource that shows or needs one of its members. */
@Module({
  imports: [TermsDataModule],
  providers: [
    EntriesStore,
    DueEntriesStore,
    EntriesListStore,
    ItemJsonCache,
    PermalinksLoader,
    AddressesStore,
    RelatedLoader,
    RenderedAttachmentsLoader,
    EmbeddedPostsLoader,
    EmbedQueueService,
    RenderingPorts,
    EntryRenderer,
    AttachedFilesLoader,
    EntryViewLoader,
    RevisionsStore,
    StoredTemplatesStore,
    EntryTemplatesService,
    PublishingScheduleService,
    SearchIndexingService,
    ListIndexMergingService,
    AutosavesWriter,
    EntriesWriter,
    EntryDeletionService,
    PostPasswordService,
    { provide: ShortcodeRegistry, useFactory: () => registerBuiltInShortcodes() },
  ],
  exports: [
    EntriesStore,
    DueEntriesStore,
    EntriesListStore,
    ItemJsonCache,
    PermalinksLoader,
    AddressesStore,
    RelatedLoader,
    RenderedAttachmentsLoader,
    EmbeddedPostsLoader,
    RenderingPorts,
    EntryRenderer,
    EntryViewLoader,
    RevisionsStore,
    AutosavesWriter,
    EntryTemplatesService,
    PublishingScheduleService,
    EntriesWriter,
    EntryDeletionService,
    PostPasswordService,
    ShortcodeRegistry,
  ],
})
export class EntriesModule {}
