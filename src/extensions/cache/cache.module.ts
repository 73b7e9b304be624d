import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { LitespeedOptionsStore } from './litespeed-options.store.js';
import { CacheJob, CacheState, CreateCacheTables1760000000003, SpentProof } from './cache.entities.js';
import { CacheController } from './cache.controller.js';
import { CachePolicy } from './cache.policy.js';
import { CacheStateStore, SpentProofsStore } from './cache-state.store.js';
import { CallbacksService } from './callbacks.service.js';
import { CrawlerService } from './crawler/crawler.service.js';
import { CrawlListStore } from './crawler/crawl-list.store.js';
import { LoopbackClient } from './crawler/loopback.client.js';
import { ImagesStore, OptimizationsStore } from './jobs/optimizations.store.js';
import { OptimizationsService } from './jobs/optimizations.service.js';
import { PublicAddressService } from './public-address.service.js';
import { PairingService } from './pairing/pairing.service.js';
import { RecordsService } from './records/records.service.js';

/** The toolset around the response cache: a crawler, and a worker's call-backs. */
@Module({
  imports: [
    NamespaceModule.register('cache/v1'),
    DatabaseModule.forFeature([CacheState, CacheJob, SpentProof], [CreateCacheTables1760000000003]),
  ],
  controllers: [CacheController],
  providers: [
    LitespeedOptionsStore,
    CachePolicy,
    CacheStateStore,
    CallbacksService,
    CrawlListStore,
    CrawlerService,
    ImagesStore,
    OptimizationsService,
    OptimizationsStore,
    PublicAddressService,
    LoopbackClient,
    PairingService,
    RecordsService,
    SpentProofsStore,
  ],
})
export class CacheModule {}
