import { Inject, Injectable } from '@nestjs/common';
import { type Context, Item, Links, PROFILE, type Profile, type RequestContext } from '@nestpress/server';
import { EVENT } from './events.fields.js';
import { type Event } from './event.entity.js';

@Injectable()
export class EventsPresenter {
  constructor(@Inject(PROFILE) private readonly profile: Profile) {}

  /** With `only`, other members are not computed. */
  item({ site }: RequestContext, event: Event, context: Context, only?: ReadonlySet<string>): Item {
    const links = new Links()
      .add('self', site.rest(`/events/v1/events/${event.id}`))
      .add('collection', site.rest('/events/v1/events'))
      .add('author', site.rest(`/wp/v2/users/${event.author}`), { embed: { source: 'users', id: event.author } });
    return new Item(EVENT.projection(this.profile, context, only)(event, undefined), links);
  }
}
