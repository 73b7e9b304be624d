import { Database } from '../../database/database.js';
import { EntriesStore } from '../../modules/entries/entries.store.js';
import {
  readSearchMeta,
  SEARCH_META_KEYS,
  type SearchMeta,
  searchMetaRows,
  translationsProblem,
} from '../../modules/entries/search-meta.js';
import { MetaWriter } from '../../modules/meta/meta.writer.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type Site } from '../../site/site.js';
import { cleanTextField } from '../../text/clean.js';
import { toText } from '../../text/php-values.js';
import { findEdited, NestpressPolicy, unknownPost } from './nestpress.policy.js';

const SEARCH_META = new ResourceFields('search-meta', {
  title: { description: 'Title for search engines and social networks; empty: that of the entry.', type: 'string' },
  description: { description: 'Description for them; empty: the excerpt.', type: 'string' },
  image: { description: 'Attachment ID of the image for social networks; 0: the featured image.', type: 'integer' },
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

class SearchMetaDto extends EntryDto {
  @Arg(text(300, 'Title for search engines and social networks.'))
  title?: string;

  @Arg(text(1000, 'Description for them.'))
  description?: string;

  @Arg({ type: 'integer', minimum: 0, description: 'Attachment ID of the image for social networks.' })
  image?: number;

  @Arg({
    type: 'object',
    additionalProperties: true,
    description: 'URLs of the same content in other languages, by language tag.',
  })
  translations?: Readonly<Record<string, string>>;
}

/** Title, description, image and translations of an entry for search engines and social networks. */
@RestController({ namespace: 'nestpress/v1', base: '/entries/(?P<id>[\\d]+)/search-meta', fields: SEARCH_META })
export class SearchMetaController {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
  ) {}

  @Route({ methods: READABLE, args: EntryDto, can: can(NestpressPolicy, 'editEntry') })
  async read(@Ctx() { site }: RequestContext, @Args() { id }: EntryDto): Promise<Item> {
    return new Item({ ...(await this.find(site, id)).stored });
  }

  @Route({ methods: CREATABLE, args: SearchMetaDto, can: can(NestpressPolicy, 'editEntry') })
  async update(@Ctx() { site }: RequestContext, @Args() { id, ...sent }: SearchMetaDto): Promise<Item> {
    const { entryId, stored } = await this.find(site, id);
    const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    const changed: SearchMeta = { ...stored, ...changes };
    if (changed.image > 0 && (await this.entries.byId(changed.image, { content: false }))?.type !== 'attachment')
      throw invalidParams({ image: `There is no file ${changed.image}.` });
    const problem = translationsProblem(changed.translations);
    if (problem !== undefined) throw invalidParams({ translations: problem });
    await this.database.transaction(async (tx) => {
      const meta = new MetaWriter(tx, 'post');
      for (const [key, value] of searchMetaRows(changed)) {
        if (value === '') await meta.delete(entryId, key);
        else await meta.setText(entryId, key, value);
      }
    });
    return new Item({ ...changed });
  }

  private async find(site: Site, id: number): Promise<{ entryId: number; stored: SearchMeta }> {
    const entry = await findEdited(this.entries, site, id);
    if (!entry) throw unknownPost();
    return { entryId: entry.id, stored: readSearchMeta(await this.entries.meta(entry.id, SEARCH_META_KEYS)) };
  }
}
