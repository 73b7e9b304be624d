import { type DynamicModule, Module } from '@nestjs/common';
import { DiagnosticsService } from '../../platform/diagnostics/diagnostics.service.js';
import { HealthModule } from '../../platform/health/health.module.js';
import { WordPressModule } from '../client/wordpress.module.js';
import { checkWordPress } from '../wordpress-check.js';
import { ContentLearnerService } from './content-learner.service.js';
import { LearnedContentStore } from './learned-content.store.js';
import { LearnedFilesStore } from './learned-files.store.js';
import { APPLIED_CONTENT, type AppliedContent, LearningJobsService } from './learning-jobs.service.js';

/** Content types of the WordPress alongside. */
@Module({})
export class LearningModule {
  constructor(diagnostics: DiagnosticsService) {
    diagnostics.add(['wordpress', checkWordPress]);
  }

  static forRoot(applied: AppliedContent): DynamicModule {
    return {
      module: LearningModule,
      imports: [WordPressModule, HealthModule],
      providers: [
        { provide: APPLIED_CONTENT, useValue: applied },
        LearnedContentStore,
        LearnedFilesStore,
        ContentLearnerService,
        LearningJobsService,
      ],
    };
  }
}
