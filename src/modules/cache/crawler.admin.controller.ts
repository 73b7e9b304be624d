import { integer } from '../../rest/fields/read-only.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { Item } from '../../rest/response/reply.js';
import { can, CREATABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { CrawlerService } from './crawler.service.js';
import { CrawlerAdminPolicy } from './crawler.admin.policy.js';

const yes = (description: string) => ({ description, type: 'boolean' as const, readonly: true });

const CRAWLER = new ResourceFields('crawler', {
  scheduled: yes('Whether it runs every ten minutes (CACHE_CRAWLER).'),
  running: yes('Whether it runs now.'),
  last_run: {
    description: 'Start of the last run in this process, in UTC; null before the first run.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    readonly: true,
  },
  crawlers: {
    description: 'The requested switch and whether it is turned on.',
    type: 'array',
    items: { type: 'object' },
    readonly: true,
  },
  hit: integer('Addresses of the last run that were cached already.'),
  miss: integer('Addresses that the last run cached.'),
  uncacheable: integer('Addresses whose response cannot be cached.'),
  failed: integer('Addresses that failed.'),
});

/** State of the crawler in the process that handles the request. */
@RestController({ namespace: 'nestpress/v1', base: '/cache/crawler', fields: CRAWLER })
export class CrawlerAdminController {
  constructor(private readonly crawler: CrawlerService) {}

  @Route({ methods: READABLE, can: can(CrawlerAdminPolicy, 'manage') })
  async read(): Promise<Item> {
    return new Item({ ...(await this.crawler.status()) });
  }

  /** Starts a run; the response does not wait for its end. */
  @Route({ methods: CREATABLE, can: can(CrawlerAdminPolicy, 'manage') })
  async run(): Promise<Item> {
    void this.crawler.run();
    return this.read();
  }
}
