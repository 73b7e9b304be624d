import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { CreatePreviews1760000000200, Preview } from './preview.entity.js';
import { PreviewsStore } from './previews.store.js';

/** Links to unpublished posts, for the routes that create them and the pages that honour them. */
@Module({
  imports: [DatabaseModule.forFeature([Preview], [CreatePreviews1760000000200])],
  providers: [PreviewsStore],
  exports: [PreviewsStore],
})
export class PreviewsModule {}
