import { Module } from '@nestjs/common';
import { EntriesReadModule } from '../entries/entries-read.module.js';
import { EntriesWriteModule } from '../entries/entries-write.module.js';
import { PageRevisionsController } from './page-revisions.controller.js';
import { PostRevisionsController } from './post-revisions.controller.js';
import { PageRevisionsPolicy, PostRevisionsPolicy, RevisionsPolicyService } from './revisions.policy.js';
import { RevisionsService } from './revisions.service.js';

@Module({
  imports: [EntriesReadModule, EntriesWriteModule],
  controllers: [PostRevisionsController, PageRevisionsController],
  providers: [RevisionsService, RevisionsPolicyService, PostRevisionsPolicy, PageRevisionsPolicy],
})
export class RevisionsModule {}
