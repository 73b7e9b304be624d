import { type DynamicModule, Module } from '@nestjs/common';
import { DiagnosticsService } from '../../platform/diagnostics/diagnostics.service.js';
import { HealthModule } from '../../platform/health/health.module.js';
import { WordPressModule } from '../client/wordpress.module.js';
import { checkWordPress } from '../wordpress-check.js';
import { ContentLearnerService } from './content-learner.service.js';
import { LearnedContentStore } from './learned-content.store.js';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { EntryExtensions } from '../../modules/entries/entry-extensions.js';
import { LearnedTemplatesService } from './learned-templates.service.js';
import { LearnedFilesStore } from './learned-files.store.js';
import { APPLIED_CONTENT, type AppliedContent, LearningJobsService } from './learning-jobs.service.js';

/** Content types of the WordPress alongside. */
@Module({})
export class LearningModule {
  constructor(diagnostics: DiagnosticsService, extensions: EntryExtensions, templates: LearnedTemplatesService) {
    diagnostics.add(['wordpress', checkWordPress]);
    extensions.templates = templates;
  }

  static forRoot(applied: AppliedContent): DynamicModule {
    return {
      module: LearningModule,
      imports: [WordPressModule, HealthModule, EntriesModule],
      providers: [
        { provide: APPLIED_CONTENT, useValue: applied },
        LearnedContentStore,
        LearnedFilesStore,
        LearnedTemplatesService,
        ContentLearnerService,
        LearningJobsService,
      ],
    };
  }
}
