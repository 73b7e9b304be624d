import { Module } from '@nestjs/common';
import { CacheExpiryRegistry } from '../../rest/cache/response-cache.js';
import { EntriesModule } from '../entries/entries.module.js';
import { RenderingPorts } from '../entries/read/rendering-ports.js';
import { TermsDataModule } from '../terms/terms-data.module.js';
import { BlockDataLoader } from './block-data.loader.js';
import { BlockDataStore } from './block-data.store.js';
import { BlockTermsLoader } from './block-terms.loader.js';
import { BlockThreadsLoader } from './block-threads.loader.js';
import { TimedTexts } from './timed-texts.js';

/** What dynamic blocks show. */
@Module({
  imports: [EntriesModule, TermsDataModule],
  providers: [BlockDataStore, BlockDataLoader, BlockTermsLoader, BlockThreadsLoader, TimedTexts],
})
export class BlockDataModule {
  constructor(ports: RenderingPorts, blockData: BlockDataLoader, expiries: CacheExpiryRegistry, timed: TimedTexts) {
    ports.blockData = blockData;
    // Any text may have blocks, and every response depends on the options.
    expiries.add('options', timed);
  }
}
