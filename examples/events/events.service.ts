import { Injectable } from '@nestjs/common';
import {
  cleanTextField,
  invalidParams,
  type Item,
  type JsonValue,
  pagedReply,
  parseRestDate,
  Reply,
  type RequestContext,
  RequestLoader,
  RestError,
} from '@nestpress/server';
import {
  type CreateEventDto,
  type EventIdDto,
  type ListEventsDto,
  type ReadEventDto,
  type UpdateEventDto,
} from './events.dto.js';
import { EventsPresenter } from './events.presenter.js';
import { type Event } from './event.entity.js';
import { EventsStore } from './events.store.js';

export const unknownEvent = () => new RestError('event_invalid_id', 'There is no such event.', 404);

/** What happens: takes plain values, throws `RestError`. */
@Injectable()
export class EventsService {
  private readonly byId = new RequestLoader((id: number) => this.events.byId(id));

  constructor(
    private readonly events: EventsStore,
    private readonly presenter: EventsPresenter,
  ) {}

  async list(ctx: RequestContext, args: ListEventsDto): Promise<Reply> {
    const { page, per_page: perPage, search, context } = args;
    const after = args.after === undefined ? undefined : moment('after', args.after);
    const { events, total } = await this.events.list({ search, after, limit: perPage, offset: (page - 1) * perPage });
    const items = events.map((event) => this.presenter.item(ctx, event, context, ctx.wants));
    return pagedReply(ctx, '/events/v1/events', items, { total, page, perPage, args });
  }

  async read(ctx: RequestContext, { id, context }: ReadEventDto): Promise<Item> {
    return this.presenter.item(ctx, await this.existing(ctx, id), context, ctx.wants);
  }

  async create(
    ctx: RequestContext,
    { title = '', place = '', starts_at: begins = '', seats = 0 }: CreateEventDto,
  ): Promise<Reply> {
    const event = {
      title: cleanTextField(title),
      place: cleanTextField(place),
      startsAt: moment('starts_at', begins),
      seats,
      author: ctx.principal.id,
    };
    const id = await this.events.add(event);
    return new Reply(this.presenter.item(ctx, await this.existing(ctx, id), 'edit'), 201, {
      Location: ctx.site.rest(`/events/v1/events/${id}`),
    });
  }

  async update(ctx: RequestContext, { id, title, place, starts_at: begins, seats }: UpdateEventDto): Promise<Item> {
    const isFound = await this.events.update(id, {
      ...(title !== undefined && { title: cleanTextField(title) }),
      ...(place !== undefined && { place: cleanTextField(place) }),
      ...(begins !== undefined && { startsAt: moment('starts_at', begins) }),
      ...(seats !== undefined && { seats }),
    });
    if (!isFound) throw unknownEvent();
    ctx.forget();
    return this.presenter.item(ctx, await this.existing(ctx, id), 'edit');
  }

  /** Events have no trash; the answer has what was deleted. */
  async delete(ctx: RequestContext, { id }: EventIdDto): Promise<JsonValue> {
    const previous = this.presenter.item(ctx, await this.existing(ctx, id), 'edit');
    if (!(await this.events.delete(id))) throw unknownEvent();
    return { deleted: true, previous: previous.members };
  }

  /** The event a request is about; policy and operation see the same object. */
  find(ctx: RequestContext, id: number): Promise<Event | undefined> {
    return this.byId.of(ctx, id);
  }

  private async existing(ctx: RequestContext, id: number): Promise<Event> {
    const event = await this.find(ctx, id);
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
