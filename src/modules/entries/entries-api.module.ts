import { Module, type OnModuleInit } from '@nestjs/common';
import { EntriesModule } from './entries.module.js';
import { DueEntriesStore } from './read/list/due-entries.store.js';
import { ItemCacheModule } from '../item-cache/item-cache.module.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { CacheExpiryRegistry } from '../../rest/cache/response-cache.js';
import { EntriesService } from './api/entries.service.js';
import { EntryEmbedsService } from './api/entry-embeds.service.js';
import { ContentModel } from '../../content-model/content-model.js';
import { entryResourceOf } from './api/entry-resource.js';
import { EntryPresenter } from './api/entry.presenter.js';
import { EntryEditingService } from './api/entry-editing.service.js';
import { EntriesCache } from './cache/entries-cache.service.js';
import { StatusValidator, TemplateValidator } from './api/entry.validators.js';

/** Providers shared by posts, pages and media. */
@Module({
  imports: [EntriesModule, ItemCacheModule, TermsDataModule],
  providers: [
    EntriesService,
    EntriesCache,
    EntryEmbedsService,
    EntryPresenter,
    EntryEditingService,
    StatusValidator,
    TemplateValidator,
  ],
  exports: [EntriesModule, TermsDataModule, EntriesService, EntryEmbedsService, EntryEditingService],
})
export class EntriesApiModule implements OnModuleInit {
  constructor(
    private readonly embeds: EntryEmbedsService,
    private readonly model: ContentModel,
    expiries: CacheExpiryRegistry,
    due: DueEntriesStore,
  ) {
    expiries.add('posts', due);
  }

  onModuleInit(): void {
    for (const { name, hasOwnRoutes } of this.model.restTypes)
      if (!hasOwnRoutes) this.embeds.register(entryResourceOf(this.model, name));
  }
}
