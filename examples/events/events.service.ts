import { Injectable } from '@nestjs/common';
import { cleanTextField } from '../../src/text/clean.js';
import { parseRestDate } from '../../src/text/dates.js';
import { invalidParams } from '../../src/rest/errors/catalogue.js';
import { RestError } from '../../src/rest/errors/rest-error.js';
import { pagedReply } from '../../src/rest/response/paging.js';
import { type Item, Reply } from '../../src/rest/response/reply.js';
import { type RequestContext } from '../../src/rest/route/context.js';
import { type CreateEventArgs, type ListEventsArgs, type ReadEventArgs } from './events.args.js';
import { EventsPresenter } from './events.presenter.js';
import { type Event } from './event.entity.js';
import { EventsStore } from './events.store.js';

const unknownEvent = () => new RestError('event_invalid_id', 'There is no such event.', 404);

/** What happens: takes plain values, throws `RestError`. */
@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsStore,
    private readonly presenter: EventsPresenter,
  ) {}

  async list(ctx: RequestContext, args: ListEventsArgs): Promise<Reply> {
    const { page, per_page: perPage, search, context } = args;
    const after = args.after === undefined ? undefined : moment('after', args.after);
    const { events, total } = await this.events.list({ search, after, limit: perPage, offset: (page - 1) * perPage });
    const items = events.map((event) => this.presenter.item(ctx, event, context, ctx.wants));
    return pagedReply(ctx, '/events/v1/events', items, { total, page, perPage, args });
  }

  async read(ctx: RequestContext, { id, context }: ReadEventArgs): Promise<Item> {
    return this.presenter.item(ctx, await this.existing(id), context, ctx.wants);
  }

  async create(
    ctx: RequestContext,
    { title = '', place = '', starts_at: begins = '', seats = 0 }: CreateEventArgs,
  ): Promise<Reply> {
    const event = {
      title: cleanTextField(title),
      place: cleanTextField(place),
      startsAt: moment('starts_at', begins),
      seats,
      author: ctx.principal.id,
    };
    const id = await this.events.add(event);
    return new Reply(this.presenter.item(ctx, await this.existing(id), 'edit'), 201, {
      Location: ctx.site.rest(`/events/v1/events/${id}`),
    });
  }

  private async existing(id: number): Promise<Event> {
    const event = await this.events.byId(id);
    if (!event) throw unknownEvent();
    return event;
  }
}

/** As the database keeps it: UTC, without a zone. */
function moment(name: string, date: string): string {
  const seconds = parseRestDate(date);
  if (seconds === undefined) throw invalidParams({ [name]: `${name} is not a date.` });
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
