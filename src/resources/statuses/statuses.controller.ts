import { Inject } from '@nestjs/common';
import { POST_STATUSES, type PostStatus } from '../../content/types/statuses.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context, ContextArgs } from '../../rest/args/common.args.js';
import { Links } from '../../rest/response/links.js';
import { Item, ItemMap } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { STATUS } from './statuses.fields.js';
import { StatusesPolicy } from './statuses.policy.js';

class ReadStatusArgs {
  @Arg({ type: 'string', description: 'Name of the status.' })
  status!: string;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

@RestController({ namespace: 'wp/v2', base: '/statuses', fields: STATUS })
export class StatusesController {
  constructor(
    private readonly policy: StatusesPolicy,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ContextArgs, can: can(StatusesPolicy, 'list'), cache: [], answers: 'map' })
  list(@Ctx() ctx: RequestContext, @Args() args: ContextArgs): ItemMap {
    return new ItemMap(
      new Map(this.policy.visible(ctx).map((status) => [status.name, this.present(ctx, status, args.context)])),
    );
  }

  @Route({
    methods: READABLE,
    path: '/(?P<status>[\\w-]+)',
    args: ReadStatusArgs,
    can: can(StatusesPolicy, 'read'),
    cache: [],
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadStatusArgs): Item {
    return this.present(ctx, POST_STATUSES.get(args.status)!, args.context);
  }

  private present(ctx: RequestContext, status: PostStatus, context: Context): Item {
    const posts = ctx.site.rest('/wp/v2/posts', status.name === 'publish' ? '' : `status=${status.name}`);
    return new Item(STATUS.projection(this.profile, context)(status, undefined), new Links().add('archives', posts));
  }
}
