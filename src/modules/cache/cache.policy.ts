import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { OptionsStore } from '../../database/options.store.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { LitespeedOptionsStore } from './cache-state.store.js';

/** Parses IP addresses and networks (`10.0.0.0/8`, `2001:db8::1`) into a block list; invalid ones are ignored. */
export class PeerAllowlist {
  private readonly list = new BlockList();

  constructor(entries: readonly string[]) {
    for (const entry of entries) this.add(entry.trim());
  }

  includes(address: string): boolean {
    const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
    if (isIPv4(plain)) return this.list.check(plain, 'ipv4');
    return isIPv6(plain) && this.list.check(plain, 'ipv6');
  }

  private add(entry: string): void {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined;
    if (!family || rest.length > 0) return;
    if (bits === undefined) this.list.addAddress(address, family);
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128))
      this.list.addSubnet(address, Number(bits), family);
  }
}

/** Addresses and networks of workers, separated by commas. */
const PEERS_OPTION = 'nestpress_cache_peers';

@Injectable()
export class CachePolicy {
  constructor(
    private readonly options: OptionsStore,
    private readonly adopted: LitespeedOptionsStore,
  ) {}

  /** Requires the site's owner. */
  manage(ctx: RequestContext): boolean {
    return ctx.principal.can('manage_options');
  }

  /** If an allowlist is set, only its addresses may call. Every call needs a valid proof in any case. */
  async call({ request }: RequestContext): Promise<boolean> {
    const own = await this.options.text(PEERS_OPTION);
    const listed = own === '' ? await this.adopted.peers() : own.split(',');
    return listed === undefined || new PeerAllowlist(listed).includes(request.address);
  }
}
