import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isOfSite } from '../../entries/model/match-address.js';
import { parseUrlFront } from '../../../text/urls.js';
import { OutboundError } from '../../../platform/outbound/outbound.client.js';
import { type Site } from '../../../site/site.js';
import { type OembedData, OembedService } from '../oembed.service.js';
import { acceptResponse, type ProviderResponse } from '../providers/provider-response.js';
import { ProviderClient } from '../providers/provider.client.js';
import { type ProxyDto } from '../oembed.dto.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';

const CACHE_TTL_MS = 24 * 60 * 60 * 1000;
const FAILURE_TTL_MS = 5 * 60 * 1000;
const CACHE_BYTES = 16 * 1024 * 1024;
const DEFAULT_HEIGHT = 750;

interface Outcome {
  response?: ProviderResponse;
  ttlMs: number;
}

/** Fetches and sanitizes providers' responses for authors. Caches them for a day, failures for five minutes. */
@Injectable()
export class ProxyService {
  private readonly logger = new Logger('Oembed');
  private readonly cache = new LRUCache<string, { response?: ProviderResponse }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (entry, key) => 200 + 2 * (key.length + JSON.stringify(entry).length),
  });
  private readonly running = new Map<string, Promise<ProviderResponse | undefined>>();

  constructor(
    private readonly own: OembedService,
    private readonly providers: ProviderClient,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The site's own posts are described without an outbound request. */
  async find(site: Site, args: ProxyDto): Promise<ProviderResponse | OembedData | undefined> {
    if (!/^https?:\/\//i.test(args.url) || !URL.canParse(args.url)) return undefined;
    if (isOfSite(args.url, site)) {
      const isAllowed = args.discover || this.profile.oembed.describesPages;
      return isAllowed ? this.own.describe(site, args.url, args.maxwidth) : undefined;
    }
    const key = JSON.stringify([args.url, args.maxwidth, args.maxheight, args.discover]);
    const cached = this.cache.get(key);
    return cached ? cached.response : this.once(key, () => this.ask(site, args));
  }

  /** Concurrent equal requests share one lookup. */
  private once(key: string, ask: () => Promise<Outcome>): Promise<ProviderResponse | undefined> {
    let response = this.running.get(key);
    if (!response) {
      response = ask()
        .then(({ response: found, ttlMs: ttlMs }) => {
          if (ttlMs > 0) this.cache.set(key, { response: found }, { ttl: ttlMs });
          return found;
        })
        .finally(() => this.running.delete(key));
      this.running.set(key, response);
    }
    return response;
  }

  private async ask(site: Site, { url, maxwidth, maxheight = DEFAULT_HEIGHT, discover }: ProxyDto): Promise<Outcome> {
    const siteHost = parseUrlFront(site.home)?.host ?? '';
    const question = { url: new URL(url), maxWidth: maxwidth, maxHeight: maxheight, discover, siteHost };
    try {
      const found = await this.providers.ask(question);
      const response = found && acceptResponse(found.response, found);
      return { response, ttlMs: response ? CACHE_TTL_MS : FAILURE_TTL_MS };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      this.logger.log({ msg: 'nothing to embed', host: question.url.host, reason: error.reason });
      return { ttlMs: error.reason === 'busy' ? 0 : FAILURE_TTL_MS };
    }
  }
}
