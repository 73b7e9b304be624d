import { Injectable, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OutboundClient } from '../../platform/outbound/outbound.client.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { toText } from '../../text/php/php-values.js';
import { type ArgCheck, ArgIssue } from '../../rest/args/schema.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Item } from '../../rest/response/reply.js';
import { Args, can, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type PageDetails, readPageDetails } from './page-details.js';
import { UrlDetailsPolicy } from './url-details.policy.js';

const PAGE_BYTES = 150_000;
const CACHED_PAGES = 500;
const CACHED_MS = 3_600_000;

const notFound = () => new RestError('no_response', 'The page could not be read.', 404);
const noContent = () => new RestError('no_content', 'The page is empty.', 404);

/** Reads what pages elsewhere say about themselves, and caches it. */
@Injectable()
export class UrlDetailsService implements ArgCheck {
  private readonly cache = new LRUCache<string, PageDetails>({ max: CACHED_PAGES, ttl: CACHED_MS });

  constructor(private readonly outbound: OutboundClient) {}

  check(value: unknown): ArgIssue | undefined {
    return this.outbound.accepts(toText(value)) ? undefined : new ArgIssue('Invalid parameter.');
  }

  async read(url: string): Promise<PageDetails> {
    const cached = this.cache.get(url);
    if (cached) return cached;
    const page = await this.outbound
      .get(url, { accept: 'text/html', maxBytes: PAGE_BYTES, oversize: 'cut' })
      .catch(() => undefined);
    if (page?.status !== 200) throw notFound();
    if (page.body.length === 0) throw noContent();
    const details = readPageDetails(page.body.toString('utf8'), page.url);
    this.cache.set(url, details);
    return details;
  }
}

class UrlDetailsDto {
  @Arg({
    type: 'string',
    format: 'uri',
    required: true,
    checkedBy: UrlDetailsService,
    description: 'Address of the page.',
  })
  url!: string;
}

/** What pages elsewhere say about themselves, for links in the editor. */
@RestController({ namespace: 'wp-block-editor/v1', base: '/url-details' })
export class UrlDetailsController {
  constructor(private readonly details: UrlDetailsService) {}

  @Route({ methods: READABLE, args: UrlDetailsDto, can: can(UrlDetailsPolicy, 'read') })
  async read(@Args() { url }: UrlDetailsDto): Promise<Item> {
    return new Item({ ...(await this.details.read(url)) });
  }
}

@Module({
  imports: [OutboundModule],
  controllers: [UrlDetailsController],
  providers: [UrlDetailsPolicy, UrlDetailsService],
})
export class UrlDetailsModule {}
