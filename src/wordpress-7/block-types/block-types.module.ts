import { Module } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { LearnedFilesStore } from '../../alongside/learning/learned-files.store.js';
import { BlockRendererController } from './block-renderer.controller.js';
import { BlockRendererPolicy } from './block-renderer.policy.js';
import { BlockRendererService } from './block-renderer.service.js';
import { BlockTypesController } from './block-types.controller.js';
import { BlockTypesPolicy } from './block-types.policy.js';
import { BlockTypesService } from './block-types.service.js';

@Module({
  imports: [EntriesModule],
  controllers: [BlockRendererController, BlockTypesController],
  providers: [LearnedFilesStore, BlockTypesService, BlockTypesPolicy, BlockRendererService, BlockRendererPolicy],
})
export class BlockTypesModule {}
