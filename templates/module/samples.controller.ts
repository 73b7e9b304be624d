import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  type Item,
  type JsonValue,
  READABLE,
  type Reply,
  RequestContext,
  RestController,
  Route,
} from 'nestpress';
import { CreateSampleArgs, ListSamplesArgs, ReadSampleArgs, SampleIdArgs, UpdateSampleArgs } from './samples.dto.js';
import { SAMPLE } from './samples.fields.js';
import { SamplesPolicy } from './samples.policy.js';
import { SamplesService } from './samples.service.js';

const ITEM = '/(?P<id>[\\d]+)';

@RestController({ namespace: 'samples/v1', base: '/samples', fields: SAMPLE })
export class SamplesController {
  constructor(private readonly samples: SamplesService) {}

  @Route({ methods: READABLE, args: ListSamplesArgs, can: can(SamplesPolicy, 'read'), cache: ['nestpress_samples'] })
  list(@Ctx() ctx: RequestContext, @Args() args: ListSamplesArgs): Promise<Reply> {
    return this.samples.list(ctx, args);
  }

  @Route({ methods: CREATABLE, args: CreateSampleArgs, can: can(SamplesPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateSampleArgs): Promise<Reply> {
    return this.samples.create(ctx, args);
  }

  @Route({
    methods: READABLE,
    path: ITEM,
    args: ReadSampleArgs,
    can: can(SamplesPolicy, 'read'),
    cache: ['nestpress_samples'],
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadSampleArgs): Promise<Item> {
    return this.samples.read(ctx, args);
  }

  @Route({ methods: EDITABLE, path: ITEM, args: UpdateSampleArgs, can: can(SamplesPolicy, 'update') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdateSampleArgs): Promise<Item> {
    return this.samples.update(ctx, args);
  }

  @Route({ methods: DELETABLE, path: ITEM, args: SampleIdArgs, can: can(SamplesPolicy, 'update') })
  delete(@Ctx() ctx: RequestContext, @Args() args: SampleIdArgs): Promise<JsonValue> {
    return this.samples.delete(ctx, args);
  }
}
