import { Module } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { LearnedFilesStore } from '../../alongside/learning/learned-files.store.js';
import { TermsContentModule } from '../../modules/terms/terms-content.module.js';
import { UsersContentModule } from '../../modules/users/users-content.module.js';
import { TemplatesLoader } from '../templates/templates.loader.js';
import { EditorBlocksService } from './editor-blocks.service.js';
import { BlockRendererController } from './block-renderer.controller.js';
import { BlockRendererPolicy } from './block-renderer.policy.js';
import { BlockRendererService } from './block-renderer.service.js';
import { BlockTypesController } from './block-types.controller.js';
import { BlockTypesPolicy } from './block-types.policy.js';
import { BlockTypesService } from './block-types.service.js';

@Module({
  imports: [EntriesModule, TermsContentModule, UsersContentModule],
  controllers: [BlockRendererController, BlockTypesController],
  providers: [
    LearnedFilesStore,
    BlockTypesService,
    BlockTypesPolicy,
    BlockRendererService,
    BlockRendererPolicy,
    EditorBlocksService,
    TemplatesLoader,
  ],
})
export class BlockTypesModule {}
