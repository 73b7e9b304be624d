import { Arg } from '../../../rest/args/index.js';
import { ResourceFields } from '../../../rest/fields/index.js';
import { fieldRequest, RequestContext } from '../../../rest/http/index.js';
import { Item } from '../../../rest/response/index.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../../rest/route/index.js';
import { OptionsPagesPolicy } from './options-pages.policy.js';
import { OptionsPagesService } from './options-pages.service.js';

const FIELDS = new ResourceFields('options-page', {
  name: { description: 'Name of the page.', type: 'string', readonly: true },
  title: { description: 'Title of the page.', type: 'string', readonly: true },
  acf: { description: 'Values of its fields.', type: 'object', additionalProperties: true },
});

class OptionsPageDto {
  @Arg({ type: 'string', required: true, description: 'Name of the page.' })
  name!: string;
}

class UpdateOptionsPageDto extends OptionsPageDto {
  @Arg({ type: 'object', additionalProperties: true, required: true, description: 'Values of its fields.' })
  acf!: Record<string, unknown>;
}

/** The plugin has no routes for them. */
@RestController({ namespace: 'nestpress/v1', base: '/options-pages', fields: FIELDS })
export class OptionsPagesController {
  constructor(private readonly pages: OptionsPagesService) {}

  @Route({
    methods: READABLE,
    path: '/(?P<name>[\\w-]+)',
    args: OptionsPageDto,
    can: can(OptionsPagesPolicy, 'edit'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() { name }: OptionsPageDto): Promise<Item> {
    const page = this.pages.find(name)!;
    return new Item({ name, title: page.title, acf: await this.pages.read(page, fieldRequest(ctx)) });
  }

  @Route({
    methods: EDITABLE,
    path: '/(?P<name>[\\w-]+)',
    args: UpdateOptionsPageDto,
    can: can(OptionsPagesPolicy, 'edit'),
  })
  async update(@Ctx() ctx: RequestContext, @Args() { name, acf }: UpdateOptionsPageDto): Promise<Item> {
    await this.pages.update(this.pages.find(name)!, acf, fieldRequest(ctx));
    return this.read(ctx, { name });
  }
}
