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
} from '@nestpress/server';
import { CreateSampleDto, ListSamplesDto, ReadSampleDto, SampleIdDto, UpdateSampleDto } from './samples.dto.js';
import { SAMPLE } from './samples.fields.js';
import { SamplesPolicy } from './samples.policy.js';
import { SamplesService } from './samples.service.js';

const ITEM = '/(?P<id>[\\d]+)';

@RestController({ namespace: 'samples/v1', base: '/samples', fields: SAMPLE, embeds: ['users'] })
export class SamplesController {
  constructor(private readonly samples: SamplesService) {}

  @Route({ methods: READABLE, args: ListSamplesDto, can: can(SamplesPolicy, 'read'), cache: ['nestpress_samples'] })
  list(@Ctx() ctx: RequestContext, @Args() args: ListSamplesDto): Promise<Reply> {
    return this.samples.list(ctx, args);
  }

  @Route({ methods: CREATABLE, args: CreateSampleDto, can: can(SamplesPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateSampleDto): Promise<Reply> {
    return this.samples.create(ctx, args);
  }

  @Route({
    methods: READABLE,
    path: ITEM,
    args: ReadSampleDto,
    can: can(SamplesPolicy, 'read'),
    cache: ['nestpress_samples'],
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadSampleDto): Promise<Item> {
    return this.samples.read(ctx, args);
  }

  @Route({ methods: EDITABLE, path: ITEM, args: UpdateSampleDto, can: can(SamplesPolicy, 'update') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdateSampleDto): Promise<Item> {
    return this.samples.update(ctx, args);
  }

  @Route({ methods: DELETABLE, path: ITEM, args: SampleIdDto, can: can(SamplesPolicy, 'update') })
  delete(@Ctx() ctx: RequestContext, @Args() args: SampleIdDto): Promise<JsonValue> {
    return this.samples.delete(ctx, args);
  }
}
