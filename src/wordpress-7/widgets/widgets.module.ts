import { Module } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { LearnedFilesStore } from '../../alongside/learning/learned-files.store.js';
import { SidebarsController } from './sidebars.controller.js';
import { WidgetInstancesService } from './widget-instances.service.js';
import { WidgetPreviewsController } from './widget-previews.controller.js';
import { WidgetPreviewsService } from './widget-previews.service.js';
import { WidgetsController, WidgetTypesController } from './widgets.controller.js';
import { WidgetsPolicy } from './widgets.policy.js';
import { WidgetsService } from './widgets.service.js';
import { WidgetsStore } from './widgets.store.js';

@Module({
  imports: [EntriesModule],
  controllers: [SidebarsController, WidgetTypesController, WidgetPreviewsController, WidgetsController],
  providers: [
    LearnedFilesStore,
    WidgetsStore,
    WidgetsService,
    WidgetInstancesService,
    WidgetPreviewsService,
    WidgetsPolicy,
  ],
})
export class WidgetsModule {}
