import { Arg, CollectionArgs, type Context, CONTEXT_ARG, writeArgs } from 'nestpress';
import { EVENT } from './events.fields.js';

export class ListEventsArgs extends CollectionArgs {
  @Arg({ type: 'string', format: 'date-time', description: 'Keep only events that begin after this moment.' })
  after?: string;
}

export class EventIdArgs {
  @Arg({ type: 'integer', description: 'Number of the event.' })
  id!: number;
}

export class ReadEventArgs extends EventIdArgs {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

interface EventValues {
  title: string;
  place: string;
  starts_at: string;
  seats: number;
}

export class CreateEventArgs extends writeArgs<EventValues>(EVENT, 'create') {}

export class UpdateEventArgs extends writeArgs<EventValues & EventIdArgs>(EVENT, 'update', EventIdArgs) {
  declare id: number;
}
