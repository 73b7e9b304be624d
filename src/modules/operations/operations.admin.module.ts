import { Module } from '@nestjs/common';
import { HealthModule } from '../../platform/health/health.module.js';
import { EntriesAdminModule } from '../entries/admin/entries.admin.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { UsersDataModule } from '../users/users-data.module.js';
import { CacheHistoryService } from './cache-history.service.js';
import { FirstStepsController } from './first-steps.admin.controller.js';
import { FirstStepsService } from './first-steps.service.js';
import { SampleContentController } from './sample-content.admin.controller.js';
import { SampleContentService } from './sample-content.service.js';
import { CacheStatusController, HealthStatusController } from './operations.admin.controller.js';

/** The state of the service for its operator: response cache, health, first steps and sample content of a new site. */
@Module({
  imports: [EntriesAdminModule, EntriesModule, TermsDataModule, UsersDataModule, HealthModule],
  controllers: [CacheStatusController, HealthStatusController, FirstStepsController, SampleContentController],
  providers: [CacheHistoryService, FirstStepsService, SampleContentService],
})
export class OperationsAdminModule {}
