import { Module } from '@nestjs/common';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { FoldedCountsStore } from './folded-counts.store.js';
import { PopupsController } from './popups.controller.js';
import { PopupsService } from './popups.service.js';
import { PopupsStore } from './popups.store.js';

/** Counts how often popups are opened and lead to something. */
@Module({
  imports: [NamespaceModule.register('popups/v1')],
  controllers: [PopupsController],
  providers: [PopupsStore, FoldedCountsStore, PopupsService],
})
export class PopupsModule {}
