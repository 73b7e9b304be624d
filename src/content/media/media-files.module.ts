import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { MediaFiles } from './media-files.service.js';
import { MediaStore } from './media.store.js';

@Module({ imports: [EntriesModule], providers: [MediaFiles, MediaStore], exports: [MediaFiles, MediaStore] })
export class MediaFilesModule {}
