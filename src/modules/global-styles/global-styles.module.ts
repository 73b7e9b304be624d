import { Module } from '@nestjs/common';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { EntriesApiModule } from '../entries/entries-api.module.js';
import { RevisionsService } from '../revisions/revisions.service.js';
import { GlobalStylesRevisionsController } from './global-styles-revisions.controller.js';
import { GlobalStylesController } from './global-styles.controller.js';
import { GlobalStylesPolicy } from './global-styles.policy.js';
import { GlobalStylesService } from './global-styles.service.js';
import { ThemeStylesController } from './theme-styles.controller.js';
import { ThemeStylesPolicy } from './theme-styles.policy.js';

/** Styles of the theme: those that are stored in the database, and those in files, as imported from WordPress. */
@Module({
  imports: [EntriesApiModule],
  controllers: [GlobalStylesRevisionsController, ThemeStylesController, GlobalStylesController],
  providers: [GlobalStylesPolicy, GlobalStylesService, ThemeStylesPolicy, ImportedFilesService, RevisionsService],
})
export class GlobalStylesModule {}
