import { Global, Module } from '@nestjs/common';
import { MetaStore } from './meta.store.js';

/** Declared meta of posts, terms, users and comments. */
@Global()
@Module({ providers: [MetaStore], exports: [MetaStore] })
export class MetaModule {}
