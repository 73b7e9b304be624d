import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { FeedsService } from './feeds.service.js';

/** Feeds of other sites, for blocks and widgets. */
@Module({ imports: [EntriesModule, OutboundModule], providers: [FeedsService], exports: [FeedsService] })
export class FeedsModule {}
