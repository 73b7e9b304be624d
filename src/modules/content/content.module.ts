import { Global, Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { ContentService } from './content.service.js';
import { DeclaredBlocksService } from './declared-blocks.service.js';

/** Content for code. Global, so that modules of a site need not import it. */
@Global()
@Module({ imports: [EntriesModule], providers: [ContentService, DeclaredBlocksService], exports: [ContentService] })
export class ContentModule {}
