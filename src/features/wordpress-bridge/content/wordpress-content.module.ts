import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../../database/index.js';
import { EntriesModule, RenderingPorts } from '../../../modules/entries/index.js';
import { WordPressModule } from '../client/wordpress.module.js';
import { CreateWordPressContent1760000000300, WordPressContent } from './wordpress-content.entity.js';
import { WordPressContentService } from './wordpress-content.service.js';
import { WordPressContentStore } from './wordpress-content.store.js';

/** Contents that only the WordPress alongside can render. */
@Module({
  imports: [
    EntriesModule,
    WordPressModule,
    DatabaseModule.forFeature([WordPressContent], [CreateWordPressContent1760000000300]),
  ],
  providers: [WordPressContentStore, WordPressContentService],
})
export class WordPressContentModule {
  constructor(ports: RenderingPorts, content: WordPressContentService) {
    if (content.isEnabled) ports.wordpress = content;
  }
}
