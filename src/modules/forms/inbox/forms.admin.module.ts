import { Module } from '@nestjs/common';
import { FormsModule } from '../forms.module.js';
import { FormPreviewController, SubmissionsController } from './inbox.admin.controller.js';
import { InboxPolicy } from './inbox.policy.js';
import { InboxService } from './inbox.service.js';
import { InboxStore } from './inbox.store.js';

/** What the console needs of forms, in nestpress/v1. */
@Module({
  imports: [FormsModule],
  controllers: [SubmissionsController, FormPreviewController],
  providers: [InboxStore, InboxService, InboxPolicy],
})
export class FormsAdminModule {}
