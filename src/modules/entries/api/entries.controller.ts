import { type Type } from '@nestjs/common';
import { writeDto } from '../../../rest/fields/resource-fields.js';
import { type Content, type Reply } from '../../../rest/response/reply.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import {
  Args,
  byModel,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../../rest/route/route.decorators.js';
import { ContentModel } from '../../../content-model/content-model.js';
import { type PostType } from '../../../content-model/post-types.js';
import { EntriesService } from './entries.service.js';
import { declaredFilters, type ListEntriesDto, listEntriesDto, typeFilters } from './entry-list.dto.js';
import { type EntryResource, entryResourceOf } from './entry-resource.js';
import { ENTRY_TABLES } from '../model/entry-sources.js';
import { type CreateEntryValues, DeleteEntryDto, EntryIdDto, type UpdateEntryValues } from './entry-write.dto.js';
import { EntryEditingService } from './entry-editing.service.js';
import { entryQuery, ReadEntryDto, ReadExcerptedEntryDto } from './entry.dto.js';
import { type EntryPolicy } from './entry.policy.js';

const ITEM = '/(?P<id>[\\d]+)';

/** The handlers of the routes of one post type. */
export interface EntryRoutes {
  list(ctx: RequestContext, args: ListEntriesDto): Promise<Reply>;
  create(ctx: RequestContext, args: CreateEntryValues): Promise<Reply>;
  read(ctx: RequestContext, args: ReadEntryDto): Promise<Reply>;
  update(ctx: RequestContext, args: UpdateEntryValues): Promise<Content>;
  delete(ctx: RequestContext, args: DeleteEntryDto): Promise<Content>;
}

/** The routes of the entries of one post type: base class of `PostsController`, `PagesController` and those of declared types. */
export function entriesController(
  { name, restNamespace, restBase }: PostType,
  policy: Type<EntryPolicy>,
): Type<EntryRoutes> {
  const byResource = <T>(derive: (resource: EntryResource) => T) =>
    byModel((model) => derive(entryResourceOf(model, name)));
  const ListDto = byModel((model) => {
    const { type, taxonomies } = entryResourceOf(model, name);
    return listEntriesDto(
      type,
      taxonomies,
      model.queries.filtersOf(name),
      model.queries.ordersOf(name),
      model.registeredStatuses,
    );
  });
  const ReadDto = byResource(({ fields }) => ('excerpt' in fields.fields ? ReadExcerptedEntryDto : ReadEntryDto));
  const CreateDto = byResource(({ fields }) => writeDto<CreateEntryValues>(fields, 'create'));
  const UpdateDto = byResource(({ fields }) => writeDto<UpdateEntryValues>(fields, 'update', EntryIdDto));

  @RestController({
    namespace: restNamespace,
    base: `/${restBase!}`,
    fields: byResource(({ fields }) => fields),
    allowsBatch: true,
  })
  class EntriesController implements EntryRoutes {
    private readonly resource: EntryResource;

    constructor(
      private readonly entries: EntriesService,
      private readonly editing: EntryEditingService,
      model: ContentModel,
    ) {
      this.resource = entryResourceOf(model, name);
    }

    @Route({ methods: READABLE, args: ListDto, can: can(policy, 'list'), cache: ENTRY_TABLES })
    list(@Ctx() ctx: RequestContext, @Args() args: ListEntriesDto): Promise<Reply> {
      const { type, taxonomies } = this.resource;
      const query = entryQuery(ctx, this.resource, args);
      return this.entries.list(ctx, this.resource, args, {
        ...query,
        ...typeFilters(args, taxonomies, query, ctx),
        ...declaredFilters(args, type, ctx),
        ...(type.restrictsReading && !ctx.principal.can(type.capabilities.read) && { include: [] }),
      });
    }

    @Route({ methods: CREATABLE, args: CreateDto, can: can(policy, 'create') })
    create(@Ctx() ctx: RequestContext, @Args() args: CreateEntryValues): Promise<Reply> {
      return this.editing.create(ctx, this.resource, args);
    }

    @Route({ methods: READABLE, path: ITEM, args: ReadDto, can: can(policy, 'read'), cache: ENTRY_TABLES })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadEntryDto): Promise<Reply> {
      return this.entries.read(ctx, this.resource, args);
    }

    @Route({ methods: EDITABLE, path: ITEM, args: UpdateDto, can: can(policy, 'update') })
    update(@Ctx() ctx: RequestContext, @Args() args: UpdateEntryValues): Promise<Content> {
      return this.editing.update(ctx, this.resource, args);
    }

    @Route({ methods: DELETABLE, path: ITEM, args: DeleteEntryDto, can: can(policy, 'delete') })
    delete(@Ctx() ctx: RequestContext, @Args() args: DeleteEntryDto): Promise<Content> {
      return this.editing.delete(ctx, this.resource, args);
    }
  }
  return EntriesController;
}
