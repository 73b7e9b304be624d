import { type Type } from '@nestjs/common';
import { type Content, type Item, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  byModel,
  can,
  Ctx,
  DELETABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { DeleteRevisionDto, ListRevisionsDto, ReadRevisionDto } from './revisions.dto.js';
import { type RevisionsPolicy } from './revisions.policy.js';
import { type RevisionResource, revisionResourceOf } from './revisions.fields.js';
import { RevisionsService } from './revisions.service.js';
import { ContentModel } from '../../content-model/content-model.js';
import { type PostType } from '../../content-model/post-types.js';

const ITEM = '/(?P<id>[\\d]+)';

/** The handlers of the routes of the revisions of one post type. */
export interface RevisionRoutes {
  list(ctx: RequestContext, args: ListRevisionsDto): Promise<Item[] | Reply>;
  read(ctx: RequestContext, args: ReadRevisionDto): Promise<Item>;
  delete(ctx: RequestContext, args: DeleteRevisionDto): Promise<Content>;
}

/** The routes of the revisions of one post type. */
export function revisionsController(
  { name, restNamespace, restBase }: PostType,
  policy: Type<RevisionsPolicy>,
): Type<RevisionRoutes> {
  @RestController({
    namespace: restNamespace,
    base: `/${restBase!}/(?P<parent>[\\d]+)/revisions`,
    fields: byModel((model) => revisionResourceOf(model, name).fields),
  })
  class RevisionsController implements RevisionRoutes {
    private readonly resource: RevisionResource;

    constructor(
      private readonly revisions: RevisionsService,
      model: ContentModel,
    ) {
      this.resource = revisionResourceOf(model, name);
    }

    @Route({ methods: READABLE, args: ListRevisionsDto, can: can(policy, 'read') })
    list(@Ctx() ctx: RequestContext, @Args() args: ListRevisionsDto): Promise<Item[] | Reply> {
      return this.revisions.list(ctx, this.resource, args);
    }

    @Route({ methods: READABLE, path: ITEM, args: ReadRevisionDto, can: can(policy, 'read') })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadRevisionDto): Promise<Item> {
      return this.revisions.read(ctx, this.resource, args);
    }

    @Route({ methods: DELETABLE, path: ITEM, args: DeleteRevisionDto, can: can(policy, 'delete') })
    delete(@Ctx() ctx: RequestContext, @Args() args: DeleteRevisionDto): Promise<Content> {
      return this.revisions.delete(ctx, this.resource, args);
    }
  }
  return RevisionsController;
}
