import { type Item, type Reply } from '../../src/rest/response/reply.js';
import { RequestContext } from '../../src/rest/route/context.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../src/rest/route/route.decorators.js';
import { CreateEventArgs, ListEventsArgs, ReadEventArgs } from './events.args.js';
import { EVENT } from './events.fields.js';
import { EventsPolicy } from './events.policy.js';
import { EventsService } from './events.service.js';

@RestController({ namespace: 'events/v1', base: '/events', fields: EVENT })
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Route({ methods: READABLE, args: ListEventsArgs, can: can(EventsPolicy, 'read'), cache: ['nestpress_events'] })
  list(@Ctx() ctx: RequestContext, @Args() args: ListEventsArgs): Promise<Reply> {
    return this.events.list(ctx, args);
  }

  @Route({ methods: CREATABLE, args: CreateEventArgs, can: can(EventsPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateEventArgs): Promise<Reply> {
    return this.events.create(ctx, args);
  }

  @Route({
    methods: READABLE,
    path: '/(?P<id>[\\d]+)',
    args: ReadEventArgs,
    can: can(EventsPolicy, 'read'),
    cache: ['nestpress_events'],
  })
  read(@Ctx() ctx: RequestContext, @Args() args: ReadEventArgs): Promise<Item> {
    return this.events.read(ctx, args);
  }
}
