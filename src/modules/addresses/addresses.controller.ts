import { Arg } from '../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { Args, byModel, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { ENTRY_TABLES } from '../entries/model/entry-sources.js';
import { ADDRESS_KINDS, AddressesService } from './addresses.service.js';

const MAX_LENGTH = 2000;

const ADDRESS = new ResourceFields('address', {
  kind: {
    description: 'What is there: an entry, an archive, the home page with the newest posts, or a redirect.',
    type: 'string',
    enum: ADDRESS_KINDS,
    readonly: true,
  },
  link: {
    description: 'The address to show it at; where to go to, if it is a redirect.',
    type: 'string',
    readonly: true,
  },
  path: { description: 'Path and query of the link below the home address.', type: 'string', readonly: true },
  status: { description: '301 for redirects, otherwise 200.', type: 'integer', readonly: true },
  type: { description: 'Post type or taxonomy.', type: ['string', 'null'], readonly: true },
  id: { description: 'ID of the entry, the term or the author.', type: ['integer', 'null'], readonly: true },
  title: { description: 'Title of the archive, HTML; empty for entries.', type: 'string', readonly: true },
  page: { description: 'Page of the archive.', type: 'integer', readonly: true },
  is_front_page: { description: 'Whether it is at the home address.', type: 'boolean', readonly: true },
  is_posts_page: { description: 'Whether it shows the newest posts.', type: 'boolean', readonly: true },
  item_url: {
    description: 'The entry, term or author in the REST API; `_embed` adds it to the response.',
    type: ['string', 'null'],
    readonly: true,
  },
  entries_url: {
    description: 'The entries of this page of the archive in the REST API.',
    type: ['string', 'null'],
    readonly: true,
  },
});

class AddressDto {
  @Arg({
    type: 'string',
    required: true,
    maxLength: MAX_LENGTH,
    description: 'Path or address on the site or its front end, with its query.',
  })
  url!: string;
}

/** What is at an address, for front ends that show it. */
@RestController({ namespace: 'nestpress/v1', base: '/resolve', fields: ADDRESS })
export class AddressesController {
  constructor(private readonly addresses: AddressesService) {}

  @Route({
    methods: READABLE,
    args: AddressDto,
    can: PUBLIC,
    cache: byModel(({ queries }) => [...ENTRY_TABLES, 'usermeta', 'comments', ...queries.tables]),
    returns: 'item',
  })
  resolve(@Ctx() ctx: RequestContext, @Args() { url }: AddressDto): Promise<Item> {
    return this.addresses.resolve(ctx, url);
  }
}
