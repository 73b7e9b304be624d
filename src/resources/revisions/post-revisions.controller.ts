import { type Content, type Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, can, Ctx, DELETABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { DeleteRevisionArgs, ListRevisionsArgs, ReadRevisionArgs } from './revisions.args.js';
import { PostRevisionsPolicy } from './revisions.policy.js';
import { POST_REVISIONS } from './revisions.resources.js';
import { RevisionsService } from './revisions.service.js';

@RestController({ namespace: 'wp/v2', base: '/posts/(?P<parent>[\\d]+)/revisions', fields: POST_REVISIONS.fields })
export class PostRevisionsController {
  constructor(private readonly revisions: RevisionsService) {}

  @Route({ methods: READABLE, args: ListRevisionsArgs, can: can(PostRevisionsPolicy, 'read') })
  list(@Ctx() ctx: RequestContext, @Args() args: ListRevisionsArgs): Promise<Item[]> {
    return this.revisions.list(ctx, POST_REVISIONS, args);
  }

  @Route({ methods: READABLE, path: '/(?P<id>[\\d]+)', args: ReadRevisionArgs, can: can(PostRevisionsPolicy, 'read') })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadRevisionArgs): Promise<Item> {
    return this.revisions.read(ctx, POST_REVISIONS, args);
  }

  @Route({
    methods: DELETABLE,
    path: '/(?P<id>[\\d]+)',
    args: DeleteRevisionArgs,
    can: can(PostRevisionsPolicy, 'remove'),
  })
  remove(@Ctx() ctx: RequestContext, @Args() args: DeleteRevisionArgs): Promise<Content> {
    return this.revisions.remove(ctx, POST_REVISIONS, args);
  }
}
