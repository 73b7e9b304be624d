import { Module } from '@nestjs/common';
import { OutboundModule } from '../../../platform/outbound/outbound.module.js';
import { OembedModule } from '../oembed.module.js';
import { ProviderClient } from './provider.client.js';
import { ProxyController } from './proxy.controller.js';
import { ProxyPolicy } from './proxy.policy.js';
import { ProxyService } from './proxy.service.js';

/** Lets writers embed what other sites have. */
@Module({
  imports: [OembedModule, OutboundModule],
  controllers: [ProxyController],
  providers: [ProviderClient, ProxyPolicy, ProxyService],
})
export class OembedProxyModule {}
