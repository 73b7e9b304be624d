import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { ImagesWithoutAltService } from './images-without-alt.service.js';
import { ImagesWithoutAltStore } from './images-without-alt.store.js';
import { MediaImagesModule } from './media-editing.module.js';
import { MediaImagesController } from './media-images.admin.controller.js';
import { MediaUsageController } from './media-usage.admin.controller.js';
import { MediaUsageService } from './media-usage.service.js';
import { MediaUsageStore } from './media-usage.store.js';
import { MediaAdminPolicy } from './media.admin.policy.js';
import { MediaModule } from './media.module.js';
import { ResumableUploadsModule } from './resumable-uploads/resumable-uploads.module.js';

/** Media in nestpress/v1: where files are used, edited images, alternative texts, resumable uploads. */
@Module({
  imports: [EntriesModule, MediaImagesModule, MediaModule, ResumableUploadsModule],
  controllers: [MediaUsageController, MediaImagesController],
  providers: [ImagesWithoutAltStore, ImagesWithoutAltService, MediaUsageStore, MediaUsageService, MediaAdminPolicy],
})
export class MediaAdminModule {}
