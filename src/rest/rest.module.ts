import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { Database } from '../database/database.js';
import { CachedResponseHandler } from './cache/cached-response-handler.js';
import { ResponseCacheWriter } from './cache/response-cache-writer.js';
import { CachePurge } from './cache/cache-purge.js';
import { ChangeWatch } from './cache/change-watch.js';
import { PageCacheService } from './cache/page-cache.service.js';
import { RedisChanges } from './cache/redis-changes.js';
import { ResponseCache, CacheMetrics, CacheExpiryRegistry } from './cache/response-cache.js';
import { IndexController } from './discovery/index.controller.js';
import { RouteIndexService } from './discovery/route-index.service.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { OpenApiService } from './openapi/openapi.service.js';
import { RequestObserver, RequestIds } from './observe/request-observer.js';
import { RequestStats } from './observe/request-stats.js';
import { EmbedRegistry } from './response/embed.js';
import { CommonHeaders } from './response/headers.js';
import { Responder } from './response/responder.js';
import { ItemVersionService } from './item-version.service.js';
import { RestEntry } from './rest-entry.js';
import { RestExceptionFilter } from './rest-exception.filter.js';
import { RestGuard } from './rest.guard.js';
import { REST_OPTIONS, type RestOptions } from './rest-options.js';
import { RouteRegistry } from './route/route-registry.js';

/** The wire dialect: one declared route to bytes. Global, since every resource speaks it. */
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
        RequestIds,
        RequestStats,
        RequestObserver,
        CachedResponseHandler,
        CacheExpiryRegistry,
        ResponseCacheWriter,
        CacheMetrics,
        CachePurge,
        PageCacheService,
        RedisChanges,
        ...(options.cacheBytes > 0 ? [ChangeWatch] : []),
        RouteRegistry,
        RouteIndexService,
        OpenApiService,
        EmbedRegistry,
        CommonHeaders,
        Responder,
        ItemVersionService,
        RestEntry,
        { provide: APP_GUARD, useClass: RestGuard },
        { provide: APP_FILTER, useClass: RestExceptionFilter },
      ],
      exports: [
        REST_OPTIONS,
        RequestIds,
        RequestStats,
        RequestObserver,
        RedisChanges,
        ResponseCache,
        CachedResponseHandler,
        CacheExpiryRegistry,
        ResponseCacheWriter,
        CacheMetrics,
        CachePurge,
        PageCacheService,
        RouteRegistry,
        RouteIndexService,
        EmbedRegistry,
        CommonHeaders,
        Responder,
        RestEntry,
      ],
    };
  }
}
