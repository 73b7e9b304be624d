import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { MediaFilesService } from './media-files.service.js';
import { MediaStore } from './media.store.js';
import { PendingUploadsService } from './pending-uploads.service.js';
import { ReplacedFilesService } from './replaced-files.service.js';

@Module({
  imports: [EntriesModule],
  providers: [MediaFilesService, MediaStore, PendingUploadsService, ReplacedFilesService],
  exports: [MediaFilesService, MediaStore, PendingUploadsService, ReplacedFilesService],
})
export class MediaFilesModule {}
