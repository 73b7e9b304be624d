import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { IndexController } from './discovery/index.controller.js';
import { RouteIndexService } from './discovery/route-index.service.js';
import { EmbedRegistry } from './response/embed.js';
import { Responder } from './response/responder.js';
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
      controllers: [IndexController],
      providers: [
        { provide: REST_OPTIONS, useValue: options },
        RouteRegistry,
        RouteIndexService,
        EmbedRegistry,
        Responder,
        RestEntry,
        { provide: APP_GUARD, useClass: RestGuard },
        { provide: APP_FILTER, useClass: RestExceptionFilter },
      ],
      exports: [REST_OPTIONS, RouteRegistry, RouteIndexService, EmbedRegistry, Responder, RestEntry],
    };
  }
}
