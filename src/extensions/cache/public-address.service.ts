import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import { isGlobalAddress } from '../../platform/outbound/global-address.js';
import { LitespeedOptionsStore } from './cache-state.store.js';

/** Knows under which public address the site answers: as its owner entered it, or as this machine has it. */
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
