import { Module } from '@nestjs/common';
import { OembedModule } from '../oembed.module.js';
import { ProxyController } from './proxy.controller.js';
import { ProxyPolicy } from './proxy.policy.js';
import { ProxyService } from './proxy.service.js';

/** Describes pages of other sites to authors who want to embed them. */
@Module({
  imports: [OembedModule],
  controllers: [ProxyController],
  providers: [ProxyPolicy, ProxyService],
})
export class OembedProxyModule {}
