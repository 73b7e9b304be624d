import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import { isGlobalAddress } from '../../platform/outbound/outbound-options.js';
import { LitespeedOptionsStore } from './cache-state.store.js';

/** Determines the public IP address of the site: as configured by its owner, or that of this machine. */
@Injectable()
export class PublicAddressService {
  constructor(private readonly adopted: LitespeedOptionsStore) {}

  async find(): Promise<string | undefined> {
    const entered = (await this.adopted.address()).trim();
    if (isIP(entered)) return entered;
    return Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address }) => address)
      .find(isGlobalAddress);
  }
}
