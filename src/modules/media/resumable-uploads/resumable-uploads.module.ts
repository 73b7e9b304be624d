import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../../database/database.module.js';
import { MediaModule } from '../media.module.js';
import { CreateUploads1763353500000, ResumableUpload } from './resumable-upload.entity.js';
import { TusFilesService } from './tus-files.service.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsPolicy } from './uploads.policy.js';
import { UploadsService } from './uploads.service.js';
import { UploadsStore } from './uploads.store.js';

/** Uploads of media in several requests. */
@Module({
  imports: [DatabaseModule.forFeature([ResumableUpload], [CreateUploads1763353500000]), MediaModule],
  controllers: [UploadsController],
  providers: [UploadsStore, TusFilesService, UploadsPolicy, UploadsService],
})
export class ResumableUploadsModule {}
