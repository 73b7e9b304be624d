import { ResourceFields } from '../../rest/fields/index.js';
import { RequestContext } from '../../rest/http/index.js';
import { Item } from '../../rest/response/index.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../rest/route/index.js';
import { ReadPanelDto, RunActionDto } from './extension-parts.dto.js';
import { ExtensionPartsPolicy } from './extension-parts.policy.js';
import { ExtensionPartsService } from './extension-parts.service.js';

const NAME = '[a-z][a-z0-9-]*';
const EXTENSION = `/(?P<extension>${NAME})`;

const PART = new ResourceFields('extension-part', {
  done: { description: 'How many entries an action was run with.', type: 'integer', readonly: true, optional: true },
  rows: {
    description: 'Lines of a panel.',
    type: 'array',
    items: {
      type: 'object',
      properties: {
        label: { type: 'string' },
        value: { type: ['string', 'number'] },
        url: { type: 'string' },
      },
    },
    readonly: true,
    optional: true,
  },
});

/** Actions and panels that modules declare for the console. */
@RestController({ namespace: 'nestpress/v1', base: '/extensions', fields: PART })
export class ExtensionPartsController {
  constructor(private readonly parts: ExtensionPartsService) {}

  @Route({
    methods: CREATABLE,
    path: `${EXTENSION}/actions/(?P<name>${NAME})`,
    args: RunActionDto,
    can: can(ExtensionPartsPolicy, 'run'),
  })
  async run(@Ctx() ctx: RequestContext, @Args() args: RunActionDto): Promise<Item> {
    await this.parts.run(ctx, args);
    return new Item({ done: args.ids.length });
  }

  @Route({
    methods: READABLE,
    path: `${EXTENSION}/panels/(?P<name>${NAME})`,
    args: ReadPanelDto,
    can: can(ExtensionPartsPolicy, 'read'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() args: ReadPanelDto): Promise<Item> {
    return new Item({ rows: await this.parts.rows(ctx, args) });
  }
}
