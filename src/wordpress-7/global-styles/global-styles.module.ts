import { Module } from '@nestjs/common';
import { LearnedFilesStore } from '../../alongside/learning/learned-files.store.js';
import { EntryResourcesModule } from '../../modules/entries/entry-resources.module.js';
import { RevisionsService } from '../../modules/revisions/revisions.service.js';
import { GlobalStylesRevisionsController } from './global-styles-revisions.controller.js';
import { GlobalStylesController } from './global-styles.controller.js';
import { GlobalStylesPolicy } from './global-styles.policy.js';
import { GlobalStylesService } from './global-styles.service.js';
import { ThemeStylesController, ThemeStylesPolicy } from './theme-styles.controller.js';

/** Styles of the theme: those that are stored in the database, and those in files that WordPress told. */
@Module({
  imports: [EntryResourcesModule],
  controllers: [GlobalStylesRevisionsController, ThemeStylesController, GlobalStylesController],
  providers: [GlobalStylesPolicy, GlobalStylesService, ThemeStylesPolicy, LearnedFilesStore, RevisionsService],
})
export class GlobalStylesModule {}
