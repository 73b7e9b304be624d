import { type Type } from '@nestjs/common';
import { ENTRY_TABLES } from '../entries/entry-sources.js';
import { writeArgs } from '../../rest/fields/resource-fields.js';
import { type Content, type Reply } from '../../rest/response/reply.js';
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
import { EntriesService } from '../entries/entries.service.js';
import { type EntryPolicy } from '../entries/entry.policy.js';
import { entryQuery, ReadEntryArgs, ReadExcerptedEntryArgs } from '../entries/entry.dto.js';
import { type EntryResource } from '../entries/entry-resource.js';
import {
  type CreateEntryValues,
  DeleteEntryArgs,
  EntryIdArgs,
  type UpdateEntryValues,
} from '../entries/entry-write.dto.js';
import { EntryWriteService } from '../entries/entry-write.service.js';
import { type ContentListArgs, contentListArgs, contentListQuery } from './content-type.dto.js';

const ITEM = '/(?P<id>[\\d]+)';

/** The routes of one content type. */
export function contentTypeController(resource: EntryResource, policy: Type<EntryPolicy>): Type<object> {
  const { type, taxonomies } = resource;
  const ListArgs = contentListArgs(type, taxonomies);
  const ReadArgs = 'excerpt' in resource.fields.fields ? ReadExcerptedEntryArgs : ReadEntryArgs;
  const CreateArgs = writeArgs<CreateEntryValues>(resource.fields, 'create');
  const UpdateArgs = writeArgs<UpdateEntryValues>(resource.fields, 'update', EntryIdArgs);

  @RestController({
    namespace: type.restNamespace,
    base: `/${type.restBase!}`,
    fields: resource.fields,
    allowsBatch: true,
  })
  class ContentTypeController {
    constructor(
      private readonly entries: EntriesService,
      private readonly writing: EntryWriteService,
    ) {}

    @Route({ methods: READABLE, args: ListArgs, can: can(policy, 'list'), cache: ENTRY_TABLES })
    list(@Ctx() ctx: RequestContext, @Args() args: ContentListArgs): Promise<Reply> {
      const query = entryQuery(ctx, resource, args);
      return this.entries.list(ctx, resource, args, {
        ...query,
        ...contentListQuery(args, taxonomies, query, ctx),
        ...(type.restrictsReading && !ctx.principal.can(type.capabilities.read) && { include: [] }),
      });
    }

    @Route({ methods: CREATABLE, args: CreateArgs, can: can(policy, 'create') })
    create(@Ctx() ctx: RequestContext, @Args() args: CreateEntryValues): Promise<Reply> {
      return this.writing.create(ctx, resource, args);
    }

    @Route({ methods: READABLE, path: ITEM, args: ReadArgs, can: can(policy, 'read'), cache: ENTRY_TABLES })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadEntryArgs): Promise<Reply> {
      return this.entries.read(ctx, resource, args);
    }

    @Route({ methods: EDITABLE, path: ITEM, args: UpdateArgs, can: can(policy, 'update') })
    update(@Ctx() ctx: RequestContext, @Args() args: UpdateEntryValues): Promise<Content> {
      return this.writing.update(ctx, resource, args);
    }

    @Route({ methods: DELETABLE, path: ITEM, args: DeleteEntryArgs, can: can(policy, 'delete') })
    delete(@Ctx() ctx: RequestContext, @Args() args: DeleteEntryArgs): Promise<Content> {
      return this.writing.delete(ctx, resource, args);
    }
  }
  return ContentTypeController;
}
