import { Module } from '@nestjs/common';
import { EntriesModule } from '../../content/entries/entries.module.js';
import { SidebarsController } from './sidebars.controller.js';
import { WidgetsController, WidgetTypesController } from './widgets.controller.js';
import { WidgetsPolicy } from './widgets.policy.js';
import { WidgetsService } from './widgets.service.js';
import { WidgetsStore } from './widgets.store.js';

@Module({
  imports: [EntriesModule],
  controllers: [SidebarsController, WidgetTypesController, WidgetsController],
  providers: [WidgetsStore, WidgetsService, WidgetsPolicy],
})
export class WidgetsModule {}
