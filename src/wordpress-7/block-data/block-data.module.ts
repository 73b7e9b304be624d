import { Module } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { EntryExtensions } from '../../modules/entries/entry-extensions.js';
import { TermsContentModule } from '../../modules/terms/terms-content.module.js';
import { BlockDataLoader } from './block-data.loader.js';
import { BlockDataStore } from './block-data.store.js';
import { BlockTermsLoader } from './block-terms.loader.js';

/** What dynamic blocks show. */
@Module({
  imports: [EntriesModule, TermsContentModule],
  providers: [BlockDataStore, BlockDataLoader, BlockTermsLoader],
})
export class BlockDataModule {
  constructor(extensions: EntryExtensions, blockData: BlockDataLoader) {
    extensions.blockData = blockData;
  }
}
