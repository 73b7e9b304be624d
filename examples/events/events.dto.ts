import { Arg, CollectionDto, type Context, CONTEXT_ARG, writeDto } from '@nestpress/server';
import { EVENT } from './events.fields.js';

export class ListEventsDto extends CollectionDto {
  @Arg({ type: 'string', format: 'date-time', description: 'Keep only events that begin after this moment.' })
  after?: string;
}

export class EventIdDto {
  @Arg({ type: 'integer', description: 'Number of the event.' })
  id!: number;
}

export class ReadEventDto extends EventIdDto {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

interface EventValues {
  title: string;
  place: string;
  starts_at: string;
  seats: number;
}

export class CreateEventDto extends writeDto<EventValues>(EVENT, 'create') {}

export class UpdateEventDto extends writeDto<EventValues & EventIdDto>(EVENT, 'update', EventIdDto) {
  declare id: number;
}
