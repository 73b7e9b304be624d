import { Module } from '@nestjs/common';
import { OutboundClient } from './outbound.client.js';
import { DEFAULT_OUTBOUND, OUTBOUND_OPTIONS } from './outbound-options.js';

/** Requests to other hosts. */
@Module({
  providers: [{ provide: OUTBOUND_OPTIONS, useFactory: () => ({ ...DEFAULT_OUTBOUND }) }, OutboundClient],
  exports: [OutboundClient],
})
export class OutboundModule {}
