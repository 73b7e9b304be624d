import { Module } from '@nestjs/common';
import { TermsContentModule } from '../../content/terms/terms-content.module.js';
import { EntriesReadModule } from './entries-read.module.js';
import { EntryWritePolicyService } from './entry-write-policy.service.js';
import { EntryWriteService } from './entry-write.service.js';
import { TemplateCheck } from './template-check.js';

/** What posts and pages share when they are written. */
@Module({
  imports: [EntriesReadModule, TermsContentModule],
  providers: [EntryWriteService, EntryWritePolicyService, TemplateCheck],
  exports: [EntryWriteService, EntryWritePolicyService],
})
export class EntriesWriteModule {}
