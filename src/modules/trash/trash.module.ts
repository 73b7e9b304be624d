import { Module } from '@nestjs/common';
import { CommentsContentModule } from '../comments/comments-content.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { MediaFilesModule } from '../media/media-files.module.js';
import { TrashPurgeService } from './trash-purge.service.js';
import { TrashStore } from './trash.store.js';

@Module({
  imports: [EntriesModule, MediaFilesModule, CommentsContentModule],
  providers: [TrashStore, TrashPurgeService],
})
export class TrashModule {}
