import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/database.module.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { AdoptedSettings } from './adopted-settings.js';
import { CacheJob, CacheState, CreateCacheTables1760000000003, SpentProof } from './cache.entities.js';
import { CacheController } from './cache.controller.js';
import { CachePolicy } from './cache.policy.js';
import { CacheStateStore, SpentProofsStore } from './cache-state.store.js';
import { CallbacksService } from './callbacks.service.js';
import { CrawlerService } from './crawler/crawler.service.js';
import { CrawlListStore } from './crawler/crawl-list.store.js';
import { OwnServer } from './crawler/own-server.js';
import { ImagesStore, OptimisationsStore } from './jobs/optimisations.store.js';
import { OptimisationsService } from './jobs/optimisations.service.js';
import { OwnAddressService } from './own-address.service.js';
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
    AdoptedSettings,
    CachePolicy,
    CacheStateStore,
    CallbacksService,
    CrawlListStore,
    CrawlerService,
    ImagesStore,
    OptimisationsService,
    OptimisationsStore,
    OwnAddressService,
    OwnServer,
    PairingService,
    RecordsService,
    SpentProofsStore,
  ],
})
export class CacheModule {}
