import { Module } from '@nestjs/common';
import { CommentsContentModule } from '../comments/comments-content.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { MediaFilesModule } from '../media/media-files.module.js';
import { TrashPurgeService } from './trash-purge.service.js';

@Module({ imports: [EntriesModule, MediaFilesModule, CommentsContentModule], providers: [TrashPurgeService] })
export class TrashModule {}
