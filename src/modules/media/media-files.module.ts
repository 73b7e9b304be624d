import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { MediaFilesService } from './media-files.service.js';
import { MediaStore } from './media.store.js';

@Module({
  imports: [EntriesModule],
  providers: [MediaFilesService, MediaStore],
  exports: [MediaFilesService, MediaStore],
})
export class MediaFilesModule {}
