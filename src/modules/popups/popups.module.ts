import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { DatabaseModule } from '../../database/database.module.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import {
  CreatePopupCounts1760000000002,
  CreatePopupDays1760000000201,
  PopupCount,
  PopupDay,
} from './popup-count.entity.js';
import { PopupsController } from './popups.controller.js';
import { PopupsService } from './popups.service.js';
import { PopupsStore, FoldedCountsStore } from './popups.store.js';
import { PopupsWriter } from './popups.writer.js';

/** Counts opens and conversions of popups. */
@Module({
  imports: [
    NamespaceModule.register('popups/v1'),
    DatabaseModule.forFeature([PopupCount, PopupDay], [CreatePopupCounts1760000000002, CreatePopupDays1760000000201]),
    EntriesModule,
  ],
  controllers: [PopupsController],
  providers: [PopupsStore, PopupsWriter, FoldedCountsStore, PopupsService],
  exports: [PopupsStore, PopupsWriter],
})
export class PopupsModule {}
