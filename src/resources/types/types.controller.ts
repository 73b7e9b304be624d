import { Inject } from '@nestjs/common';
import { type PostType, REST_TYPES } from '../../content/types/post-types.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context, ContextArgs } from '../../rest/args/common.args.js';
import { Item, ItemMap } from '../../rest/response/reply.js';
import { Links } from '../../rest/response/links.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, can, Ctx, PUBLIC, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { TYPE } from './types.fields.js';
import { mayEditType, TypesPolicy } from './types.policy.js';

class ReadTypeArgs {
  @Arg({ type: 'string', description: 'Name of the type.' })
  type!: string;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

@RestController({ namespace: 'wp/v2', base: '/types', fields: TYPE })
export class TypesController {
  constructor(
    private readonly policy: TypesPolicy,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ContextArgs, can: can(TypesPolicy, 'list'), cache: [], answers: 'map' })
  list(@Ctx() ctx: RequestContext, @Args() args: ContextArgs): ItemMap {
    const types = REST_TYPES.filter((type) => args.context !== 'edit' || mayEditType(ctx.principal, type));
    return new ItemMap(new Map(types.map((type) => [type.name, this.present(ctx, type, args.context)])));
  }

  @Route({ methods: READABLE, path: '/(?P<type>[\\w-]+)', args: ReadTypeArgs, can: PUBLIC, cache: [] })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadTypeArgs): Item {
    return this.present(ctx, this.policy.readable(ctx, args.type, args.context), args.context);
  }

  private present(ctx: RequestContext, type: PostType, context: Context): Item {
    const links = new Links()
      .add('collection', ctx.site.rest('/wp/v2/types'))
      .add('https://api.w.org/items', ctx.site.rest(`/wp/v2/${type.restBase}`));
    return new Item(TYPE.projection(this.profile, context)(type, undefined), links);
  }
}
