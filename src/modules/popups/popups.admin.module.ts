import { Module } from '@nestjs/common';
import { PopupsModule } from './popups.module.js';
import { PopupAdminController, PopupStatisticsController } from './popups.admin.controller.js';
import { PopupAdminPolicy } from './popups.admin.policy.js';
import { PopupsAdminService } from './popups.admin.service.js';

/** What the console needs of popups, in nestpress/v1. */
@Module({
  imports: [PopupsModule],
  controllers: [PopupAdminController, PopupStatisticsController],
  providers: [PopupAdminPolicy, PopupsAdminService],
})
export class PopupsAdminModule {}
