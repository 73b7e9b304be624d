import { Injectable } from '@nestjs/common';
import { CacheStateStore } from '../cache-state.store.js';
import { afterReport, type CdnStatus, NO_CDN } from './cdn-status.js';
import { confirmRejected, type RejectedHost, withRejected } from './rejected-hosts.js';

const CDN = 'cdn';
const HOSTS = 'rejected_hosts';

/** What workers told us about the site, and what we noticed ourselves. */
@Injectable()
export class RecordsService {
  constructor(private readonly state: CacheStateStore) {}

  async cdn(): Promise<CdnStatus> {
    return (await this.state.read<CdnStatus>(CDN)) ?? NO_CDN;
  }

  reportCdn(success: unknown, report: unknown): Promise<void> {
    return this.state.change<CdnStatus, void>(CDN, NO_CDN, (before) => ({
      value: afterReport(before, success, report),
      result: undefined,
    }));
  }

  rejectHost(host: string): Promise<void> {
    return this.state.change<RejectedHost[], void>(HOSTS, [], (hosts) => ({
      value: withRejected(hosts, host),
      result: undefined,
    }));
  }

  confirmHost(host: string): Promise<boolean> {
    return this.state.change<RejectedHost[], boolean>(HOSTS, [], (hosts) => {
      const { found, left } = confirmRejected(hosts, host);
      return { value: left, result: found };
    });
  }
}
