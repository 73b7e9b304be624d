import { Injectable } from '@nestjs/common';
import { OptionsStore } from '../../database/options.store.js';
import { type RequestContext } from '../../rest/route/context.js';
import { AdoptedSettings } from './adopted-settings.js';
import { Peers } from './pairing/peers.js';

/** Addresses and networks of workers, separated by commas. */
const PEERS_OPTION = 'nestpress_cache_peers';

@Injectable()
export class CachePolicy {
  constructor(
    private readonly options: OptionsStore,
    private readonly adopted: AdoptedSettings,
  ) {}

  /** The site's owner. */
  manage(ctx: RequestContext): boolean {
    return ctx.principal.can('manage_options');
  }

  /** Where addresses are listed, only these are heard; what they say must be proved in any case. */
  async call({ request }: RequestContext): Promise<boolean> {
    const own = await this.options.text(PEERS_OPTION);
    const listed = own === '' ? await this.adopted.peers() : own.split(',');
    return listed === undefined || new Peers(listed).includes(request.address);
  }
}
