import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { ENTRY_TABLES } from '../entries/model/entry-sources.js';
import { SiteIdentityService } from './site-identity.service.js';

const text = (description: string) => ({ type: 'string' as const, description, readonly: true });
const id = (description: string) => ({ type: 'integer' as const, description, readonly: true });

const SITE = new ResourceFields('site', {
  name: text('Name of the site.'),
  description: text('Tagline of the site.'),
  home: text('Address of the site, without a trailing slash.'),
  front_end: { type: ['string', 'null'], description: 'Address of its own front end.', readonly: true },
  api: text('Address of the REST API.'),
  language: text('Language tag, such as `de-AT`.'),
  timezone: text('Name of the time zone; empty: see `gmt_offset`.'),
  gmt_offset: { type: 'number', description: 'Hours between local time and UTC.', readonly: true },
  date_format: text('Format of dates, as in PHP.'),
  time_format: text('Format of times, as in PHP.'),
  start_of_week: id('Day on which weeks begin; 0: Sunday.'),
  posts_per_page: id('Posts on a page of an archive.'),
  show_on_front: { ...text('What the front page shows.'), enum: ['posts', 'page'] },
  page_on_front: id('The front page; 0: the newest posts.'),
  page_for_posts: id('The page that shows the newest posts.'),
  is_indexed: { type: 'boolean', description: 'Whether search engines may list the site.', readonly: true },
  logo: id('The logo; 0: none. It can be embedded.'),
  logo_url: text('Address of the logo.'),
  icon: id('The icon of browser tabs; 0: none.'),
  icon_url: text('Address of the icon.'),
  settings: {
    type: 'object',
    additionalProperties: true,
    description: 'Public settings of modules.',
    readonly: true,
  },
  menu_locations: {
    type: 'array',
    items: { type: 'string' },
    description: 'Locations that have a menu; see `nestpress/v1/menus/LOCATION`.',
    readonly: true,
  },
});

/** What every page of a front end needs to know of the site. */
@RestController({ namespace: 'nestpress/v1', base: '/site', fields: SITE })
export class SiteIdentityController {
  constructor(private readonly identity: SiteIdentityService) {}

  @Route({ methods: READABLE, can: PUBLIC, cache: ENTRY_TABLES })
  read(@Ctx() { site }: RequestContext): Promise<Item> {
    return this.identity.read(site);
  }
}
