import { Arg } from '../../../rest/args/index.js';
import { ResourceFields } from '../../../rest/fields/index.js';
import { fieldRequest, RequestContext } from '../../../rest/http/index.js';
import { Item } from '../../../rest/response/index.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route, SitePolicy } from '../../../rest/route/index.js';
import { OptionsPagesPolicy } from './options-pages.policy.js';
import { OptionsPagesService } from './options-pages.service.js';

const VALUES = { type: 'object', additionalProperties: true } as const;
const SHOWN = { ...VALUES, description: 'Values of the fields whose groups are shown in the REST API.' } as const;
const FORM = { ...VALUES, description: 'Values of all fields, as forms edit them.' } as const;

const FIELDS = new ResourceFields('options-page', {
  name: { description: 'Name of the page.', type: 'string', readonly: true },
  title: { description: 'Title of the page.', type: 'string', readonly: true },
  acf: SHOWN,
  acf_form: FORM,
});

class OptionsPageDto {
  @Arg({ type: 'string', required: true, description: 'Name of the page.' })
  name!: string;
}

class UpdateOptionsPageDto extends OptionsPageDto {
  @Arg(SHOWN)
  acf?: Record<string, unknown>;

  @Arg(FORM)
  acf_form?: Record<string, unknown>;
}

/** The plugin has no routes for them. */
@RestController({ namespace: 'nestpress/v1', base: '/options-pages', fields: FIELDS })
export class OptionsPagesController {
  constructor(private readonly pages: OptionsPagesService) {}

  /** Lists the pages that the requester may edit, without their values. */
  @Route({ methods: READABLE, can: can(SitePolicy, 'signedIn'), returns: 'list' })
  list(@Ctx() { principal }: RequestContext): Item[] {
    return this.pages.all
      .filter(({ capability }) => principal.can(capability))
      .map(({ slug, title }) => new Item({ name: slug, title }));
  }

  @Route({
    methods: READABLE,
    path: '/(?P<name>[\\w-]+)',
    args: OptionsPageDto,
    can: can(OptionsPagesPolicy, 'edit'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() { name }: OptionsPageDto): Promise<Item> {
    const page = this.pages.find(name)!;
    return new Item({ name, title: page.title, ...(await this.pages.read(page, fieldRequest(ctx))) });
  }

  @Route({
    methods: EDITABLE,
    path: '/(?P<name>[\\w-]+)',
    args: UpdateOptionsPageDto,
    can: can(OptionsPagesPolicy, 'edit'),
  })
  async update(@Ctx() ctx: RequestContext, @Args() { name, ...values }: UpdateOptionsPageDto): Promise<Item> {
    await this.pages.update(this.pages.find(name)!, values, fieldRequest(ctx));
    return this.read(ctx, { name });
  }
}
