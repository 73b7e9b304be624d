import { Module } from '@nestjs/common';
import { ItemJsonCache } from './item-json-cache.service.js';

/** The cache that the lists of entries, terms, users and comments share. */
@Module({ providers: [ItemJsonCache], exports: [ItemJsonCache] })
export class ItemCacheModule {}
