import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { Database } from '../database/database.js';
import { CachedResponseHandler } from './cache/cached-response-handler.js';
import { ResponseCacheWriter } from './cache/response-cache-writer.js';
import { CachePurgeService } from './cache/cache-purge.service.js';
import { ChangeWatchService } from './cache/change-watch.service.js';
import { PageCacheService } from './cache/page-cache.service.js';
import { RedisChangesService } from './cache/redis-changes.service.js';
import { ResponseCache, CacheMetrics, CacheExpiryRegistry } from './cache/response-cache.js';
import { IndexController } from './discovery/index.controller.js';
import { RouteIndexService } from './discovery/route-index.service.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { OpenApiService } from './openapi/openapi.service.js';
import { RequestObserverService, RequestIdFactory } from './observe/request-observer.service.js';
import { RequestStatsRegistry } from './observe/request-stats.registry.js';
import { DeclaredEmbedsService } from './response/declared-embeds.service.js';
import { EmbedRegistry } from './response/embed.js';
import { CommonHeadersService } from './response/common-headers.service.js';
import { TargetHintsService } from './response/target-hints.service.js';
import { RepeatedWritesService } from './repeated-writes.service.js';
import { ResponseWriter } from './response/response-writer.js';
import { ItemVersionService } from './response/item-version.service.js';
import { RestMiddleware } from './rest.middleware.js';
import { RestExceptionFilter } from './rest-exception.filter.js';
import { RestGuard } from './rest.guard.js';
import { REST_OPTIONS, type RestOptions } from './rest-options.js';
import { RouteCallerService } from './batch/route-caller.service.js';
import { StreamsService } from './server/streams.service.js';
import { RouteRegistry } from './route/route-registry.js';
import { SitePolicy } from './route/site.policy.js';
import { UndeclaredRoutesService } from './discovery/undeclared-routes.service.js';

/** The REST layer, from a declared route to bytes. Global, since every resource uses it. */
@Global()
@Module({})
export class RestModule {
  static forRoot(options: RestOptions): DynamicModule {
    return {
      module: RestModule,
      imports: [DiscoveryModule],
      controllers: [IndexController, OpenApiController],
      providers: [
        { provide: REST_OPTIONS, useValue: options },
        {
          provide: ResponseCache,
          useFactory: ({ changes }: Database) => new ResponseCache(Math.max(1, options.cacheBytes), changes),
          inject: [Database],
        },
        RequestIdFactory,
        RequestStatsRegistry,
        RequestObserverService,
        CachedResponseHandler,
        CacheExpiryRegistry,
        ResponseCacheWriter,
        CacheMetrics,
        CachePurgeService,
        PageCacheService,
        RedisChangesService,
        ...(options.cacheBytes > 0 ? [ChangeWatchService] : []),
        RouteRegistry,
        SitePolicy,
        RouteCallerService,
        UndeclaredRoutesService,
        RepeatedWritesService,
        RouteIndexService,
        OpenApiService,
        EmbedRegistry,
        DeclaredEmbedsService,
        CommonHeadersService,
        TargetHintsService,
        ResponseWriter,
        ItemVersionService,
        StreamsService,
        RestMiddleware,
        { provide: APP_GUARD, useClass: RestGuard },
        RestExceptionFilter,
        { provide: APP_FILTER, useExisting: RestExceptionFilter },
      ],
      exports: [
        REST_OPTIONS,
        RequestIdFactory,
        RequestStatsRegistry,
        RequestObserverService,
        RedisChangesService,
        ResponseCache,
        CachedResponseHandler,
        CacheExpiryRegistry,
        ResponseCacheWriter,
        CacheMetrics,
        CachePurgeService,
        PageCacheService,
        RouteRegistry,
        RouteCallerService,
        UndeclaredRoutesService,
        RepeatedWritesService,
        RouteIndexService,
        EmbedRegistry,
        CommonHeadersService,
        ResponseWriter,
        ItemVersionService,
        StreamsService,
        RestMiddleware,
        ...(options.cacheBytes > 0 ? [ChangeWatchService] : []),
      ],
    };
  }
}
