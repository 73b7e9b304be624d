import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { PreviewTokensService } from './preview-tokens.service.js';
import {
  CreatePreviewedDrafts1763590000000,
  CreatePreviews1760000000200,
  Preview,
  PreviewedDraft,
} from './preview.entity.js';
import { PreviewedDraftsStore } from './previewed-drafts.store.js';
import { PreviewsService } from './previews.service.js';
import { PreviewsStore } from './previews.store.js';

/** Preview links and tokens, for the routes that create them and the pages that accept them. */
@Module({
  imports: [
    EntriesModule,
    DatabaseModule.forFeature(
      [Preview, PreviewedDraft],
      [CreatePreviews1760000000200, CreatePreviewedDrafts1763590000000],
    ),
  ],
  providers: [PreviewsStore, PreviewsService, PreviewedDraftsStore, PreviewTokensService],
  exports: [PreviewsStore, PreviewsService, PreviewTokensService],
})
export class PreviewsModule {}
