import { Injectable } from '@nestjs/common';
import { OptionsStore } from '../../database/options.store.js';
import { toText } from '../../text/php/index.js';

const KEY_OPTION = 'litespeed.conf.api_key';
const ADDRESS_OPTION = 'litespeed.conf.server_ip';
const SUMMARY_OPTION = 'litespeed.cloud._summary';

/** Options of the LiteSpeed Cache plugin on a site that came from WordPress. Read only. */
@Injectable()
export class LitespeedOptionsStore {
  constructor(private readonly options: OptionsStore) {}

  key(): Promise<string> {
    return this.options.text(KEY_OPTION);
  }

  /** The site's own public address, as its owner entered it. */
  address(): Promise<string> {
    return this.options.text(ADDRESS_OPTION);
  }

  /** A token exists only while a key is asked for. */
  async token(): Promise<string> {
    const { token } = await this.summary();
    return typeof token === 'string' ? token : '';
  }

  async peers(): Promise<string[] | undefined> {
    const { ips } = await this.summary();
    return Array.isArray(ips) ? ips.map(String) : undefined;
  }

  private async summary(): Promise<{ token?: unknown; ips?: unknown }> {
    try {
      const parsed: unknown = JSON.parse(toText(await this.options.get(SUMMARY_OPTION)));
      return typeof parsed === 'object' && parsed !== null ? parsed : {};
    } catch {
      return {};
    }
  }
}
