import { Module } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { MediaImagesModule } from '../../modules/media/media-editing.module.js';
import { MenusContentModule } from '../../modules/menus/menus-content.module.js';
import { PreviewsModule } from '../../modules/previews/previews.module.js';
import { UsersContentModule } from '../../modules/users/users-content.module.js';
import { HealthModule } from '../../platform/health/health.module.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { SecondFactorController, SessionsController } from '../accounts/sign-in-security.controller.js';
import { ApplicationPasswordsController } from './application-passwords.controller.js';
import { AutoDraftsService } from './auto-drafts.service.js';
import { CacheHistoryService } from './cache-history.service.js';
import { CountsStore } from './counts.store.js';
import {
  CountsController,
  EntryTemplatesController,
  MediaUsageController,
  MonthsController,
} from './editing.controller.js';
import { EditedEntriesController } from './edited-entries.controller.js';
import { EntryRevisionsController, EntryVersionsController } from './entry-versions.controller.js';
import { EntryVersionsService } from './entry-versions.service.js';
import { FirstStepsController } from './first-steps.controller.js';
import { ImagesWithoutAltStore } from './images-without-alt.store.js';
import { IndexedCountsStore } from './indexed-counts.store.js';
import { MediaImagesController } from './media-images.controller.js';
import { MenusAdminController, MenusAdminPolicy } from './menus-admin.controller.js';
import { MenusAdminService } from './menus-admin.service.js';
import { MediaUsageService } from './media-usage.service.js';
import { MediaUsageStore } from './media-usage.store.js';
import { NestpressPolicy } from './nestpress.policy.js';
import { CacheStatusController, HealthStatusController } from './operations.controller.js';
import { PreviewsController } from './previews.controller.js';
import { ReadsController } from './reads.controller.js';
import { ReadsService } from './reads.service.js';
import { SearchMetaController } from './search-meta.controller.js';

/** The namespace nestpress/v1: routes the console needs that wp/v2 lacks. */
@Module({
  imports: [
    NamespaceModule.register('nestpress/v1'),
    PreviewsModule,
    EntriesModule,
    MediaImagesModule,
    MenusContentModule,
    UsersContentModule,
    HealthModule,
  ],
  controllers: [
    CountsController,
    MonthsController,
    EntryTemplatesController,
    MediaUsageController,
    MediaImagesController,
    MenusAdminController,
    EditedEntriesController,
    EntryVersionsController,
    EntryRevisionsController,
    SearchMetaController,
    PreviewsController,
    ApplicationPasswordsController,
    SessionsController,
    SecondFactorController,
    CacheStatusController,
    HealthStatusController,
    FirstStepsController,
    ReadsController,
  ],
  providers: [
    AutoDraftsService,
    CountsStore,
    EntryVersionsService,
    ImagesWithoutAltStore,
    IndexedCountsStore,
    MenusAdminPolicy,
    MenusAdminService,
    MediaUsageStore,
    MediaUsageService,
    CacheHistoryService,
    NestpressPolicy,
    ReadsService,
  ],
})
export class NestpressApiModule {}
