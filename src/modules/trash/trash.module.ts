import { Module } from '@nestjs/common';
import { CommentsDataModule } from '../comments/comments-data.module.js';
import { HealthModule } from '../../platform/health/health.module.js';
import { DiagnosticsService } from '../../platform/diagnostics/diagnostics.service.js';
import { EntriesModule } from '../entries/entries.module.js';
import { MediaFilesModule } from '../media/media-files.module.js';
import { checkRestoredEntries } from './restored-entries.check.js';
import { TrashPurgeService } from './trash-purge.service.js';
import { TrashStore } from './trash.store.js';

@Module({
  imports: [EntriesModule, MediaFilesModule, CommentsDataModule, HealthModule],
  providers: [TrashStore, TrashPurgeService],
})
export class TrashModule {
  constructor(diagnostics: DiagnosticsService) {
    diagnostics.add(['trash', checkRestoredEntries]);
  }
}
