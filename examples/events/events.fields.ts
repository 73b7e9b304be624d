import { mysqlToRfc3339, ResourceFields } from 'nestpress';
import { type Event } from './event.entity.js';

const everywhere = ['view', 'edit', 'embed'] as const;
const shown = ['view', 'edit'] as const;
const editing = ['edit'] as const;

/** Every member an event has: schema, contexts, how it is read, how it is written. */
export const EVENT = new ResourceFields<Event, undefined>('event', {
  id: {
    description: 'Number of the event.',
    type: 'integer',
    context: everywhere,
    readonly: true,
    value: (event) => event.id,
  },
  title: {
    description: 'What happens.',
    type: 'string',
    context: everywhere,
    required: true,
    value: (event) => event.title,
  },
  place: {
    description: 'Where it happens.',
    type: 'string',
    context: shown,
    default: '',
    value: (event) => event.place,
  },
  starts_at: {
    description: 'When it begins, in UTC.',
    type: 'string',
    format: 'date-time',
    context: everywhere,
    required: true,
    value: (event) => mysqlToRfc3339(event.startsAt),
  },
  seats: {
    description: 'How many can come.',
    type: 'integer',
    context: shown,
    default: 0,
    arg: { minimum: 0, maximum: 100_000 },
    value: (event) => event.seats,
  },
  author: {
    description: 'Who announced it.',
    type: 'integer',
    context: editing,
    readonly: true,
    value: (event) => event.author,
  },
});
