import { Global, Module } from '@nestjs/common';
import { MetaInputService } from './meta-input.service.js';
import { MetaReferencesStore } from './meta-references.store.js';
import { MetaStore } from './meta.store.js';

/** Declared meta of posts, terms, users and comments. */
@Global()
@Module({ providers: [MetaInputService, MetaReferencesStore, MetaStore], exports: [MetaInputService, MetaStore] })
export class MetaModule {}
