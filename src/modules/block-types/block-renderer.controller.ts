import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, RestController, Route } from '../../rest/route/route.decorators.js';
import { RenderBlockDto } from './block-renderer.dto.js';
import { BlockRendererPolicy } from './block-renderer.policy.js';
import { BlockRendererService } from './block-renderer.service.js';

const RENDERED_BLOCK = new ResourceFields<string, undefined>(
  'rendered-block',
  {
    rendered: {
      description: 'The block as HTML.',
      type: 'string',
      required: true,
      context: ['edit'],
      value: (html) => html,
    },
  },
  undefined,
  'http://json-schema.org/schema#',
);

@RestController({ namespace: 'wp/v2', base: '/block-renderer', fields: RENDERED_BLOCK })
export class BlockRendererController {
  constructor(private readonly blocks: BlockRendererService) {}

  @Route({
    methods: ['GET', 'POST'],
    path: '/(?P<name>[a-z0-9-]+/[a-z0-9-]+)',
    args: RenderBlockDto,
    can: can(BlockRendererPolicy, 'render'),
  })
  async render(@Ctx() ctx: RequestContext, @Args() args: RenderBlockDto): Promise<Item> {
    const { name, attributes, post_id: post = 0 } = args;
    return new Item({ rendered: await this.blocks.render(ctx, name, attributes, post) });
  }
}
