import { Arg } from '../../../rest/args/index.js';
import { ResourceFields } from '../../../rest/fields/index.js';
import { fieldRequest, RequestContext } from '../../../rest/http/index.js';
import { Item } from '../../../rest/response/index.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../../rest/route/index.js';
import { FieldFormsService } from './field-forms.service.js';
import { FieldFormsPolicy } from './field-forms.policy.js';

const FIELDS = new ResourceFields('field-form', {
  groups: {
    description: 'Groups of fields, each with key, title and fields.',
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    readonly: true,
  },
  values: {
    description: 'What a new item starts with.',
    type: 'object',
    additionalProperties: true,
    readonly: true,
  },
});

export class FieldFormDto {
  @Arg({
    type: 'string',
    enum: ['post', 'term', 'user', 'comment', 'options'],
    required: true,
    description: 'What has the fields.',
  })
  kind!: 'post' | 'term' | 'user' | 'comment' | 'options';

  @Arg({ type: 'string', description: 'Post type, taxonomy or name of an options page.' })
  subtype?: string;

  @Arg({ type: 'integer', minimum: 0, default: 0, description: 'ID; zero for a new one.' })
  id!: number;

  @Arg({ type: 'string', description: 'Template of a page that has not been saved with it yet.' })
  template?: string;

  @Arg({ type: 'integer', minimum: 0, description: 'Parent of an entry that has not been saved with it yet.' })
  parent?: number;
}

@RestController({ namespace: 'nestpress/v1', base: '/field-forms', fields: FIELDS })
export class FieldFormsController {
  constructor(private readonly forms: FieldFormsService) {}

  @Route({ methods: READABLE, path: '', args: FieldFormDto, can: can(FieldFormsPolicy, 'read') })
  async read(@Ctx() ctx: RequestContext, @Args() args: FieldFormDto): Promise<Item> {
    return new Item(await this.forms.form(args, fieldRequest(ctx)));
  }
}
