import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { UsersDataModule } from '../users/users-data.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { EmbedFetcherService } from './embed-fetcher.service.js';
import { OembedController, EmbedViewController } from './oembed.controller.js';
import { OembedService } from './oembed.service.js';
import { ProviderClient } from './providers/provider.client.js';
import { EmbedViewService } from './embed-view.service.js';

/** Lets other sites embed the entries of this one, and fetches what the content of this one embeds from others. */
@Module({
  imports: [NamespaceModule.register('oembed/1.0'), EntriesModule, UsersDataModule, OutboundModule],
  controllers: [OembedController, EmbedViewController],
  providers: [OembedService, EmbedViewService, ProviderClient, EmbedFetcherService],
  exports: [OembedService, ProviderClient],
})
export class OembedModule {}
