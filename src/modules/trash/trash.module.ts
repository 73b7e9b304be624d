import { Module } from '@nestjs/common';
import { CommentsDataModule } from '../comments/comments-data.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { MediaFilesModule } from '../media/media-files.module.js';
import { TrashPurgeService } from './trash-purge.service.js';
import { TrashStore } from './trash.store.js';

@Module({
  imports: [EntriesModule, MediaFilesModule, CommentsDataModule],
  providers: [TrashStore, TrashPurgeService],
})
export class TrashModule {}
