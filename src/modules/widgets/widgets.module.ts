import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { FeedsModule } from '../feeds/feeds.module.js';
import { MenusDataModule } from '../menus/index.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { SidebarsController } from './sidebars.controller.js';
import { SidebarsService } from './sidebars.service.js';
import { WidgetInstancesService } from './widget-instances.service.js';
import { WidgetPreviewsController } from './widget-previews.controller.js';
import { WidgetPreviewsService } from './widget-previews.service.js';
import { WidgetsController, WidgetTypesController } from './widgets.controller.js';
import { WidgetsPolicy } from './widgets.policy.js';
import { WidgetsService } from './widgets.service.js';
import { WidgetsStore } from './widgets.store.js';

@Module({
  imports: [EntriesModule, FeedsModule, MenusDataModule],
  controllers: [SidebarsController, WidgetTypesController, WidgetPreviewsController, WidgetsController],
  providers: [
    ImportedFilesService,
    WidgetsStore,
    SidebarsService,
    WidgetsService,
    WidgetInstancesService,
    WidgetPreviewsService,
    WidgetsPolicy,
  ],
})
export class WidgetsModule {}
