import { Inject } from '@nestjs/common';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type BlockTypeData } from '../../rendering/blocks/block-type.js';
import { BLOCK_TYPE } from './block-types.fields.js';
import { BlockTypesPolicy } from './block-types.policy.js';
import { BlockTypesService } from './block-types.service.js';

const PATH = '/wp/v2/block-types';
const NAMESPACE = '/(?P<namespace>[a-zA-Z0-9_-]+)';

class ListBlockTypesDto extends ContextDto {
  @Arg({ type: 'string', description: 'First part of the names.' })
  namespace?: string;
}

class ReadBlockTypeDto extends ContextDto {
  @Arg({ type: 'string', description: 'Second part of the name.' })
  name!: string;

  @Arg({ type: 'string', description: 'First part of the name.' })
  namespace!: string;
}

@RestController({ namespace: 'wp/v2', base: '/block-types', fields: BLOCK_TYPE })
export class BlockTypesController {
  constructor(
    private readonly types: BlockTypesService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ListBlockTypesDto, can: can(BlockTypesPolicy, 'list') })
  list(@Ctx() ctx: RequestContext, @Args() args: ListBlockTypesDto): Promise<Item[]> {
    return this.items(ctx, args);
  }

  @Route({
    methods: READABLE,
    path: NAMESPACE,
    args: ListBlockTypesDto,
    can: can(BlockTypesPolicy, 'list'),
    returns: 'list',
  })
  listNamespace(@Ctx() ctx: RequestContext, @Args() args: ListBlockTypesDto): Promise<Item[]> {
    return this.items(ctx, args);
  }

  @Route({
    methods: READABLE,
    path: `${NAMESPACE}/(?P<name>[a-zA-Z0-9_-]+)`,
    args: ReadBlockTypeDto,
    can: can(BlockTypesPolicy, 'read'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() { namespace, name, context }: ReadBlockTypeDto): Promise<Item> {
    const types = await this.types.all(ctx);
    // The policy lets only existing types through.
    return this.item(
      ctx,
      types.find((type) => type.name === `${namespace}/${name}`)!,
      context,
    );
  }

  private async items(ctx: RequestContext, { namespace, context }: ListBlockTypesDto): Promise<Item[]> {
    const types = await this.types.all(ctx);
    const listed = types.filter(({ name }) => !namespace || name.startsWith(`${namespace}/`));
    return listed.map((type) => this.item(ctx, type, context));
  }

  private item({ site, wants }: RequestContext, type: BlockTypeData, context: ContextDto['context']): Item {
    const links = new Links()
      .add('collection', site.rest(PATH))
      .add('self', site.rest(`${PATH}/${type.name}`))
      .add('up', site.rest(`${PATH}/${type.name.split('/', 1)[0]}`));
    if (type.is_dynamic)
      links.add('https://api.w.org/render-block', site.rest(`/wp/v2/block-renderer/${type.name}`, 'context=edit'));
    return new Item(BLOCK_TYPE.projection(this.profile, context, wants)(type, undefined), links);
  }
}
