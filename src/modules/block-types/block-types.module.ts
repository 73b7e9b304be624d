import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { FeedsModule } from '../feeds/feeds.module.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { UsersDataModule } from '../users/users-data.module.js';
import { TemplatesLoader } from '../templates/templates.loader.js';
import { EditorBlocksService } from './editor-blocks.service.js';
import { BlockRendererController } from './block-renderer.controller.js';
import { BlockRendererPolicy } from './block-renderer.policy.js';
import { BlockRendererService } from './block-renderer.service.js';
import { BlockTypesController } from './block-types.controller.js';
import { BlockTypesPolicy } from './block-types.policy.js';
import { BlockTypesService } from './block-types.service.js';

@Module({
  imports: [EntriesModule, FeedsModule, TermsDataModule, UsersDataModule],
  controllers: [BlockRendererController, BlockTypesController],
  providers: [
    ImportedFilesService,
    BlockTypesService,
    BlockTypesPolicy,
    BlockRendererService,
    BlockRendererPolicy,
    EditorBlocksService,
    TemplatesLoader,
  ],
})
export class BlockTypesModule {}
