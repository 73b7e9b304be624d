import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { CreatePreviews1760000000200, Preview } from './preview.entity.js';
import { PreviewsService } from './previews.service.js';
import { PreviewsStore } from './previews.store.js';

/** Preview links, for the routes that create them and the pages that accept them. */
@Module({
  imports: [DatabaseModule.forFeature([Preview], [CreatePreviews1760000000200])],
  providers: [PreviewsStore, PreviewsService],
  exports: [PreviewsStore, PreviewsService],
})
export class PreviewsModule {}
