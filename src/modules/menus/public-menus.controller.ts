import { Arg } from '../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { Args, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { ENTRY_TABLES } from '../entries/model/entry-sources.js';
import { PublicMenusService } from './public-menus.service.js';

const text = (description: string) => ({ type: 'string' as const, description });
const texts = (description: string) => ({ type: 'array' as const, items: { type: 'string' as const }, description });

/** Levels that the schema describes; the items of deeper ones have the same members. */
const DESCRIBED_LEVELS = 3;

const itemSchema = (levels: number): object => ({
  type: 'object',
  properties: {
    id: { type: 'integer', description: 'ID of the item.' },
    title: text('Text of the link, HTML.'),
    url: text('Address of the link.'),
    type: text('`custom`, `post_type`, `post_type_archive` or `taxonomy`.'),
    object: text('Post type or taxonomy of the target.'),
    object_id: { type: 'integer', description: 'ID of the target.' },
    target: text('`_blank`, or empty.'),
    classes: texts('CSS classes.'),
    xfn: texts('Relations of the link.'),
    attr_title: text('Text of the title attribute.'),
    description: text('Description of the item.'),
    children: {
      type: 'array',
      description: 'Items below it.',
      items: levels > 1 ? itemSchema(levels - 1) : { type: 'object' },
    },
  },
});

const MENU = new ResourceFields('public-menu', {
  id: { description: 'Menu ID.', type: 'integer', readonly: true },
  name: { description: 'Name of the menu.', type: 'string', readonly: true },
  slug: { description: 'Slug of the menu.', type: 'string', readonly: true },
  location: { description: 'The location that was asked for.', type: 'string', readonly: true },
  items: { description: 'Items of the top level.', type: 'array', items: itemSchema(DESCRIBED_LEVELS), readonly: true },
});

class PublicMenuDto {
  @Arg({ type: 'string', required: true, description: 'Name of a menu location, or `main`: that of the header.' })
  location!: string;

  @Arg({ type: 'string', description: 'Language of the menu, on a site with several.' })
  lang?: string;
}

/** Menus that are assigned to a location are public, as they are on every page of the site. */
@RestController({ namespace: 'nestpress/v1', base: '/menus', fields: MENU })
export class PublicMenusController {
  constructor(private readonly menus: PublicMenusService) {}

  @Route({
    methods: READABLE,
    path: '/(?P<location>[\\w-]*[A-Za-z_-][\\w-]*)',
    args: PublicMenuDto,
    can: PUBLIC,
    cache: ENTRY_TABLES,
  })
  async read(@Ctx() { site }: RequestContext, @Args() { location, lang }: PublicMenuDto): Promise<Item> {
    return new Item({ ...(await this.menus.at(site, location, lang)) });
  }
}
