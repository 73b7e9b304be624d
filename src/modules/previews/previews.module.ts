import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { PreviewTokensService } from './preview-tokens.service.js';
import { CreatePreviews1760000000200, Preview } from './preview.entity.js';
import { PreviewsService } from './previews.service.js';
import { PreviewsStore } from './previews.store.js';

/** Preview links and tokens, for the routes that create them and the pages that accept them. */
@Module({
  imports: [EntriesModule, DatabaseModule.forFeature([Preview], [CreatePreviews1760000000200])],
  providers: [PreviewsStore, PreviewsService, PreviewTokensService],
  exports: [PreviewsStore, PreviewsService, PreviewTokensService],
})
export class PreviewsModule {}
