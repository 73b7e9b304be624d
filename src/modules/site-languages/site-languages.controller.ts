import { Arg } from '../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type ListedLanguage, SiteLanguagesService } from './site-languages.service.js';
import { SiteLanguagesPolicy } from './site-languages.policy.js';

const LANGUAGE = new ResourceFields('language', {
  locale: { type: 'string', description: 'WordPress’s name of the language, such as `de_DE`.', readonly: true },
  name: { type: 'string', description: 'Name of the language in itself.', readonly: true },
  direction: { type: 'string', enum: ['ltr', 'rtl'], description: 'Direction of its script.', readonly: true },
  translated: {
    type: 'boolean',
    description: 'Whether the console and the pages of the site have its texts.',
    readonly: true,
  },
  installed: { type: 'boolean', description: 'Whether users and the site can choose it.', readonly: true },
});

class AddLanguageDto {
  @Arg({ type: 'string', required: true, description: 'Locale of the language; see `translated`.' })
  locale!: string;
}

/** Languages that users and the site can choose, and those that can be added. */
@RestController({ namespace: 'nestpress/v1', base: '/languages', fields: LANGUAGE })
export class SiteLanguagesController {
  constructor(private readonly languages: SiteLanguagesService) {}

  @Route({ methods: READABLE, can: can(SiteLanguagesPolicy, 'list'), returns: 'list' })
  list(@Ctx() { site }: RequestContext): Item[] {
    return this.languages.list(site).map(present);
  }

  @Route({ methods: CREATABLE, args: AddLanguageDto, can: can(SiteLanguagesPolicy, 'add') })
  async add(@Ctx() { site }: RequestContext, @Args() { locale }: AddLanguageDto): Promise<Reply> {
    return new Reply(present(await this.languages.add(site, locale)), 201);
  }
}

const present = (language: ListedLanguage) => new Item({ ...language });
