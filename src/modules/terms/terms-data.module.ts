import { Module } from '@nestjs/common';
import { TermsStore } from './terms.store.js';
import { TermsWriter } from './terms.writer.js';

/** Reading and writing terms, for every resource that shows or assigns them. */
@Module({ providers: [TermsStore, TermsWriter], exports: [TermsStore, TermsWriter] })
export class TermsDataModule {}
