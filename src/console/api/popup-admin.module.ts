import { Module } from '@nestjs/common';
import { PopupsModule } from '../../modules/popups/popups.module.js';
import { PopupAdminController, PopupAdminPolicy, PopupStatisticsController } from './popup-admin.controller.js';

/** What the console needs of popups, in nestpress/v1. */
@Module({
  imports: [PopupsModule],
  controllers: [PopupAdminController, PopupStatisticsController],
  providers: [PopupAdminPolicy],
})
export class PopupAdminModule {}
