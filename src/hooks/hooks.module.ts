import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ContentEvents } from './content-events.service.js';
import { DiscoveredMethodsService } from './discovered-methods.service.js';
import { EntryScopesStore } from './entry-scopes.store.js';
import { WriteHooks } from './write-hooks.service.js';

/** What modules of a site add to what exists. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [DiscoveredMethodsService, WriteHooks, ContentEvents, EntryScopesStore],
  exports: [WriteHooks, ContentEvents, EntryScopesStore],
})
export class HooksModule {}
