import { Module } from '@nestjs/common';
import { HealthModule } from '../../platform/health/health.module.js';
import { EntriesAdminModule } from '../entries/admin/entries.admin.module.js';
import { UsersDataModule } from '../users/users-data.module.js';
import { CacheHistoryService } from './cache-history.service.js';
import { FirstStepsController } from './first-steps.admin.controller.js';
import { FirstStepsService } from './first-steps.service.js';
import { CacheStatusController, HealthStatusController } from './operations.admin.controller.js';

/** The state of the service for its operator: response cache, health, first steps of a new site. */
@Module({
  imports: [EntriesAdminModule, UsersDataModule, HealthModule],
  controllers: [CacheStatusController, HealthStatusController, FirstStepsController],
  providers: [CacheHistoryService, FirstStepsService],
})
export class OperationsAdminModule {}
