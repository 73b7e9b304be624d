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
import { CreateEventDto, EventIdDto, ListEventsDto, ReadEventDto, UpdateEventDto } from './events.dto.js';
import { EVENT } from './events.fields.js';
import { EventsPolicy } from './events.policy.js';
import { EventsService } from './events.service.js';

const ITEM = '/(?P<id>[\\d]+)';

@RestController({ namespace: 'events/v1', base: '/events', fields: EVENT, embeds: ['users'] })
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Route({ methods: READABLE, args: ListEventsDto, can: can(EventsPolicy, 'read'), cache: ['nestpress_events'] })
  list(@Ctx() ctx: RequestContext, @Args() args: ListEventsDto): Promise<Reply> {
    return this.events.list(ctx, args);
  }

  @Route({ methods: CREATABLE, args: CreateEventDto, can: can(EventsPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateEventDto): Promise<Reply> {
    return this.events.create(ctx, args);
  }

  @Route({
    methods: READABLE,
    path: ITEM,
    args: ReadEventDto,
    can: can(EventsPolicy, 'read'),
    cache: ['nestpress_events'],
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadEventDto): Promise<Item> {
    return this.events.read(ctx, args);
  }

  @Route({ methods: EDITABLE, path: ITEM, args: UpdateEventDto, can: can(EventsPolicy, 'update') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdateEventDto): Promise<Item> {
    return this.events.update(ctx, args);
  }

  @Route({ methods: DELETABLE, path: ITEM, args: EventIdDto, can: can(EventsPolicy, 'update') })
  delete(@Ctx() ctx: RequestContext, @Args() args: EventIdDto): Promise<JsonValue> {
    return this.events.delete(ctx, args);
  }
}
