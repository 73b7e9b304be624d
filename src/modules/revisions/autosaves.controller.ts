import { type Type } from '@nestjs/common';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { type Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type EntryPolicy } from '../entries/api/entry.policy.js';
import { type UpdateEntryValues } from '../entries/api/entry-write.dto.js';
import { type AutosaveResource, AutosavesService } from './autosaves.service.js';
import { CreateAutosaveDto, ListAutosavesDto, ReadAutosaveDto } from './revisions.dto.js';
import { type AutosavesPolicy } from './autosaves.policy.js';

/** The routes of the autosaves of one content type. Users who may update the entry may autosave it. */
export function autosavesController(
  resource: AutosaveResource,
  policy: Type<AutosavesPolicy>,
  entryPolicy: Type<Pick<EntryPolicy, 'update'>>,
): Type<object> {
  const { type, fields } = resource;
  const UpdateDto = writeDto<UpdateEntryValues>(resource.entries.fields, 'update', CreateAutosaveDto);

  @RestController({ namespace: type.restNamespace, base: `/${type.restBase!}`, fields })
  class AutosavesController {
    constructor(private readonly autosaves: AutosavesService) {}

    @Route({
      methods: READABLE,
      path: '/(?P<id>[\\d]+)/autosaves',
      args: ListAutosavesDto,
      can: can(policy, 'list'),
    })
    list(@Ctx() ctx: RequestContext, @Args() args: ListAutosavesDto): Promise<Item[]> {
      return this.autosaves.list(ctx, resource, args);
    }

    @Route({
      methods: CREATABLE,
      path: '/(?P<id>[\\d]+)/autosaves',
      args: UpdateDto,
      can: can(entryPolicy, 'update'),
    })
    create(@Ctx() ctx: RequestContext, @Args() args: UpdateEntryValues): Promise<Item> {
      return this.autosaves.create(ctx, resource, args);
    }

    @Route({
      methods: READABLE,
      path: '/(?P<parent>[\\d]+)/autosaves/(?P<id>[\\d]+)',
      args: ReadAutosaveDto,
      can: can(policy, 'read'),
    })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadAutosaveDto): Promise<Item> {
      return this.autosaves.read(ctx, resource, args);
    }
  }
  return AutosavesController;
}
