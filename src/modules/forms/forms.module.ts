import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { DatabaseModule } from '../../database/database.module.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { CaptchaService } from './checks/captcha.service.js';
import { FormsSecretService, FormTokensService } from './checks/form-tokens.service.js';
import { QuizService } from './checks/quiz.service.js';
import { FormsController } from './forms.controller.js';
import { FormsPolicy } from './forms.policy.js';
import { FormsService } from './forms.service.js';
import { FormsStore } from './forms.store.js';
import { FormsWriter } from './forms.writer.js';
import { FormPageController } from './page/form-page.controller.js';
import { FormPageService } from './page/form-page.service.js';
import { FormShortcodeService } from './shortcode/form-shortcode.service.js';
import { AcceptedSubmissionsService } from './submission/accepted-submissions.service.js';
import { ChallengesService, RefillService } from './submission/challenges.service.js';
import { FeedbackService } from './submission/feedback.service.js';
import { FormMailerService } from './submission/form-mailer.service.js';
import { PrivateFilesService } from './submission/private-files.service.js';
import { SpamGuardService } from './submission/spam-guard.service.js';
import { CreateFormTables1760000000001, FormSubmission, SpentChallenge } from './submission/submission.entities.js';
import { SubmissionsStore, ContainerPagesStore } from './submission/submissions.store.js';

/** Contact forms: templates with fields, what visitors send through them, and the mails made of it. */
@Module({
  imports: [
    NamespaceModule.register('forms/v1'),
    DatabaseModule.forFeature([FormSubmission, SpentChallenge], [CreateFormTables1760000000001]),
    EntriesModule,
  ],
  controllers: [FormsController, FormPageController],
  providers: [
    FormsPolicy,
    FormsService,
    FormsStore,
    FormsWriter,
    FormsSecretService,
    QuizService,
    CaptchaService,
    ChallengesService,
    FormTokensService,
    FeedbackService,
    RefillService,
    AcceptedSubmissionsService,
    SubmissionsStore,
    ContainerPagesStore,
    FormMailerService,
    PrivateFilesService,
    SpamGuardService,
    FormPageService,
    FormShortcodeService,
  ],
  exports: [FormsStore, AcceptedSubmissionsService],
})
export class FormsModule {}
