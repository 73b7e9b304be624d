import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries.module.js';
import { AutoDraftsService } from './auto-drafts.service.js';
import { CountsService } from './counts.service.js';
import { CountsStore } from './counts.store.js';
import { EditedEntriesController } from './edited-entries.admin.controller.js';
import { EditedEntriesService } from './edited-entries.service.js';
import { CountsController, EntryTemplatesController, MonthsController } from './editing.admin.controller.js';
import { EntriesAdminPolicy } from './entries.admin.policy.js';
import { EntryLocksController } from './entry-locks.admin.controller.js';
import { EntryLocksService } from './entry-locks.service.js';
import { EntryLocksStore } from './entry-locks.store.js';
import { IndexedCountsStore } from './indexed-counts.store.js';
import { SeoMetaController } from './seo-meta.admin.controller.js';
import { SeoMetaService } from './seo-meta.service.js';

/** Entries of every type in nestpress/v1. */
@Module({
  imports: [EntriesModule],
  controllers: [
    CountsController,
    MonthsController,
    EntryTemplatesController,
    EditedEntriesController,
    EntryLocksController,
    SeoMetaController,
  ],
  providers: [
    AutoDraftsService,
    CountsStore,
    IndexedCountsStore,
    CountsService,
    EditedEntriesService,
    EntryLocksService,
    EntryLocksStore,
    SeoMetaService,
    EntriesAdminPolicy,
  ],
  exports: [EntriesModule, CountsStore, EntriesAdminPolicy],
})
export class EntriesAdminModule {}
