import { type Type } from '@nestjs/common';
import { writeArgs } from '../../rest/fields/resource-fields.js';
import { type Item, type JsonValue, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { type CacheTag } from '../../rest/route/route.types.js';
import { DeleteTermArgs, listTermsArgs, type ListTermsArgs, ReadTermArgs, TermIdArgs } from './terms.dto.js';
import { type TermResource, type TermValues } from './terms.fields.js';
import { type TermsPolicy } from './terms.policy.js';
import { TermsService } from './terms.service.js';
import { TermsWritingService } from './terms-writing.service.js';

const ITEM = '/(?P<id>[\\d]+)';
/** A list can be limited to a post, which the requester must be able to read. */
const TABLES: readonly CacheTag[] = ['terms', 'term_taxonomy', 'term_relationships', 'termmeta', 'posts'];

/** The routes of the terms of one taxonomy. */
export function termsController(resource: TermResource, policy: Type<TermsPolicy>): Type<object> {
  const { taxonomy, fields } = resource;
  const ListArgs = listTermsArgs(taxonomy);
  const CreateArgs = writeArgs<TermValues>(fields, 'create');
  const UpdateArgs = writeArgs<TermValues>(fields, 'update', TermIdArgs);

  @RestController({ namespace: taxonomy.restNamespace, base: `/${resource.base}`, fields, allowsBatch: true })
  class TermsController {
    constructor(
      private readonly terms: TermsService,
      private readonly writing: TermsWritingService,
    ) {}

    @Route({ methods: READABLE, args: ListArgs, can: can(policy, 'list'), cache: TABLES })
    list(@Ctx() ctx: RequestContext, @Args() args: ListTermsArgs): Promise<Reply> {
      return this.terms.list(ctx, resource, args);
    }

    @Route({ methods: CREATABLE, args: CreateArgs, can: can(policy, 'create') })
    create(@Ctx() ctx: RequestContext, @Args() args: TermValues): Promise<Reply> {
      return this.writing.create(ctx, resource, args);
    }

    @Route({ methods: READABLE, path: ITEM, args: ReadTermArgs, can: can(policy, 'read'), cache: TABLES })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadTermArgs): Promise<Item> {
      return this.terms.read(ctx, resource, args);
    }

    @Route({ methods: EDITABLE, path: ITEM, args: UpdateArgs, can: can(policy, 'update') })
    update(@Ctx() ctx: RequestContext, @Args() args: TermIdArgs & Partial<TermValues>): Promise<Item> {
      return this.writing.update(ctx, resource, args.id, args);
    }

    @Route({ methods: DELETABLE, path: ITEM, args: DeleteTermArgs, can: can(policy, 'delete') })
    delete(@Ctx() ctx: RequestContext, @Args() args: DeleteTermArgs): Promise<JsonValue> {
      return this.writing.delete(ctx, resource, args.id, args.force);
    }
  }
  return TermsController;
}
