import { Module } from '@nestjs/common';
import { EntriesAdminModule } from '../entries/admin/entries.admin.module.js';
import { EntryRevisionsController, EntryVersionsController } from './entry-versions.admin.controller.js';
import { EntryVersionsService } from './entry-versions.service.js';

/** Revisions and autosaves of entries of every type in nestpress/v1. */
@Module({
  imports: [EntriesAdminModule],
  controllers: [EntryVersionsController, EntryRevisionsController],
  providers: [EntryVersionsService],
})
export class RevisionsAdminModule {}
