import { Module } from '@nestjs/common';
import { EntryResourcesModule } from '../entries/entry-resources.module.js';
import { RevisionsService } from '../revisions/revisions.service.js';
import { GlobalStylesRevisionsController } from './global-styles-revisions.controller.js';
import { GlobalStylesController } from './global-styles.controller.js';
import { GlobalStylesPolicy } from './global-styles.policy.js';
import { GlobalStylesService } from './global-styles.service.js';

/** Styles of the theme that are stored in the database. */
@Module({
  imports: [EntryResourcesModule],
  controllers: [GlobalStylesRevisionsController, GlobalStylesController],
  providers: [GlobalStylesPolicy, GlobalStylesService, RevisionsService],
})
export class GlobalStylesModule {}
