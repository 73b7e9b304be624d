import { Module } from '@nestjs/common';
import { EntryResourcesModule } from '../entries/entry-resources.module.js';
import { GlobalStylesController } from './global-styles.controller.js';
import { GlobalStylesPolicy } from './global-styles.policy.js';
import { GlobalStylesService } from './global-styles.service.js';

/** Styles of the theme that are stored in the database. */
@Module({
  imports: [EntryResourcesModule],
  controllers: [GlobalStylesController],
  providers: [GlobalStylesPolicy, GlobalStylesService],
})
export class GlobalStylesModule {}
