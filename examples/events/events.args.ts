import { Arg } from '../../src/rest/args/arg.decorator.js';
import { CollectionArgs, type Context, CONTEXT_ARG } from '../../src/rest/args/common.args.js';
import { writeArgs } from '../../src/rest/fields/resource-fields.js';
import { EVENT } from './events.fields.js';

export class ListEventsArgs extends CollectionArgs {
  @Arg({ type: 'string', format: 'date-time', description: 'Keep only events that begin after this moment.' })
  after?: string;
}

export class ReadEventArgs {
  @Arg({ type: 'integer', description: 'Number of the event.' })
  id!: number;

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
