import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { CacheJob, CacheState, CreateCacheTables1760000000003, SpentProof } from './cache.entities.js';
import { CacheController } from './cache.controller.js';
import { CachePolicy } from './cache.policy.js';
import { CacheStateStore, SpentProofsStore, LitespeedOptionsStore } from './cache-state.store.js';
import { CallbacksService } from './callbacks.service.js';
import { CrawlListStore } from './crawl-list.store.js';
import { CrawlerService, LoopbackClient } from './crawler.service.js';
import { ImagesStore, OptimizationsStore } from './jobs/optimizations.store.js';
import { OptimizationsService } from './jobs/optimizations.service.js';
import { PublicAddressService } from './public-address.service.js';
import { PairingService } from './pairing/pairing.service.js';
import { RecordsService } from './records.service.js';

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
  exports: [CrawlerService],
})
export class CacheModule {}
