import { Arg } from '../../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../../rest/fields/resource-fields.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { Item } from '../../../rest/response/reply.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../../rest/route/route.decorators.js';
import { cleanTextField } from '../../../text/clean.js';
import { toText } from '../../../text/php/php-values.js';
import { EntriesAdminPolicy } from './entries.admin.policy.js';
import { SeoMetaService } from './seo-meta.service.js';

const SEO_META = new ResourceFields('search-meta', {
  title: { description: 'Title for search engines and social networks; empty: that of the entry.', type: 'string' },
  description: { description: 'Description for them; empty: the excerpt.', type: 'string' },
  image: { description: 'Attachment ID of the image for social networks; 0: the featured image.', type: 'integer' },
  noindex: { description: 'Whether search engines shall not list the entry.', type: 'boolean' },
  canonical: { description: 'URL of the original of the same content; empty: that of the entry.', type: 'string' },
  translations: {
    description: 'URLs of the same content in other languages, by language tag.',
    type: 'object',
    additionalProperties: true,
  },
});

const text = (maxLength: number, description: string) => ({
  type: 'string' as const,
  maxLength,
  sanitize: (value: unknown) => cleanTextField(toText(value)),
  description,
});

class EntryDto {
  @Arg({ type: 'integer', required: true, description: 'Entry ID.' })
  id!: number;
}

class SeoMetaDto extends EntryDto {
  @Arg(text(300, 'Title for search engines and social networks.'))
  title?: string;

  @Arg(text(1000, 'Description for them.'))
  description?: string;

  @Arg({ type: 'integer', minimum: 0, description: 'Attachment ID of the image for social networks.' })
  image?: number;

  @Arg({ type: 'boolean', description: 'Whether search engines shall not list the entry.' })
  noindex?: boolean;

  @Arg(text(2000, 'URL of the original of the same content; empty: that of the entry.'))
  canonical?: string;

  @Arg({
    type: 'object',
    additionalProperties: true,
    description: 'URLs of the same content in other languages, by language tag.',
  })
  translations?: Readonly<Record<string, string>>;
}

/** What an entry says to search engines and social networks. */
@RestController({ namespace: 'nestpress/v1', base: '/entries/(?P<id>[\\d]+)/search-meta', fields: SEO_META })
export class SeoMetaController {
  constructor(private readonly meta: SeoMetaService) {}

  @Route({ methods: READABLE, args: EntryDto, can: can(EntriesAdminPolicy, 'editEntry') })
  async read(@Ctx() { site }: RequestContext, @Args() { id }: EntryDto): Promise<Item> {
    return new Item({ ...(await this.meta.read(site, id)) });
  }

  @Route({ methods: CREATABLE, args: SeoMetaDto, can: can(EntriesAdminPolicy, 'editEntry') })
  async update(@Ctx() { site }: RequestContext, @Args() { id, ...changes }: SeoMetaDto): Promise<Item> {
    return new Item({ ...(await this.meta.update(site, id, changes)) });
  }
}
