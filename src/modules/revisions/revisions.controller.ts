import { type Type } from '@nestjs/common';
import { type Content, type Item, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, can, Ctx, DELETABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { DeleteRevisionArgs, ListRevisionsArgs, ReadRevisionArgs } from './revisions.dto.js';
import { type RevisionsPolicy } from './revisions.policy.js';
import { type RevisionResource, RevisionsService } from './revisions.service.js';

const ITEM = '/(?P<id>[\\d]+)';

/** The routes of the revisions of one content type. */
export function revisionsController(resource: RevisionResource, policy: Type<RevisionsPolicy>): Type<object> {
  const { type, fields } = resource;

  @RestController({ namespace: type.restNamespace, base: `/${type.restBase!}/(?P<parent>[\\d]+)/revisions`, fields })
  class RevisionsController {
    constructor(private readonly revisions: RevisionsService) {}

    @Route({ methods: READABLE, args: ListRevisionsArgs, can: can(policy, 'read') })
    list(@Ctx() ctx: RequestContext, @Args() args: ListRevisionsArgs): Promise<Item[] | Reply> {
      return this.revisions.list(ctx, resource, args);
    }

    @Route({ methods: READABLE, path: ITEM, args: ReadRevisionArgs, can: can(policy, 'read') })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadRevisionArgs): Promise<Item> {
      return this.revisions.read(ctx, resource, args);
    }

    @Route({ methods: DELETABLE, path: ITEM, args: DeleteRevisionArgs, can: can(policy, 'delete') })
    delete(@Ctx() ctx: RequestContext, @Args() args: DeleteRevisionArgs): Promise<Content> {
      return this.revisions.delete(ctx, resource, args);
    }
  }
  return RevisionsController;
}
