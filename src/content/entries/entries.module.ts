import { Module } from '@nestjs/common';
import { registerBuiltInShortcodes, ShortcodeRegistry } from '../rendering/index.js';
import { TermsContentModule } from '../terms/terms-content.module.js';
import { EntriesStore } from './entries.store.js';
import { DueEntries } from './list/due-entries.js';
import { EntriesListStore } from './list/entries-list.store.js';
import { AddressesLoader } from './permalinks/addresses.loader.js';
import { PermalinksLoader } from './permalinks/permalinks.loader.js';
import { EmbedQueue } from './present/embed-queue.service.js';
import { EmbeddedPostsLoader } from './present/embedded-posts.loader.js';
import { PostPasswordLimiter } from './password-cookie.js';
import { EntryRenderer } from './present/entry-renderer.js';
import { EntryViewLoader } from './present/entry-view.loader.js';
import { RenderedAttachmentsLoader } from './present/rendered-attachments.loader.js';
import { RelatedLoader } from './related/related.loader.js';
import { RevisionsStore } from './revisions/revisions.store.js';
import { PublishingSchedule } from './schedule/publishing-schedule.service.js';
import { SearchIndexKeeper } from './search/search-index-keeper.service.js';
import { EntryRemover } from './write/entry-remover.service.js';
import { EntryWriter } from './write/entry-writer.service.js';

/** The family of the posts table, for every resource that shows or needs one of its members. */
@Module({
  imports: [TermsContentModule],
  providers: [
    EntriesStore,
    DueEntries,
    EntriesListStore,
    PermalinksLoader,
    AddressesLoader,
    RelatedLoader,
    RenderedAttachmentsLoader,
    EmbeddedPostsLoader,
    EmbedQueue,
    EntryRenderer,
    EntryViewLoader,
    RevisionsStore,
    PublishingSchedule,
    SearchIndexKeeper,
    EntryWriter,
    EntryRemover,
    PostPasswordLimiter,
    { provide: ShortcodeRegistry, useFactory: () => registerBuiltInShortcodes() },
  ],
  exports: [
    EntriesStore,
    DueEntries,
    EntriesListStore,
    PermalinksLoader,
    AddressesLoader,
    RelatedLoader,
    RenderedAttachmentsLoader,
    EmbeddedPostsLoader,
    EntryRenderer,
    EntryViewLoader,
    RevisionsStore,
    EntryWriter,
    EntryRemover,
    PostPasswordLimiter,
    ShortcodeRegistry,
  ],
})
export class EntriesModule {}
