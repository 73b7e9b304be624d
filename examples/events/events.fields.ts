import { editOnly, everywhere, field, mysqlToRfc3339, readOnly, ResourceFields, viewAndEdit } from '@nestpress/server';
import { type Event } from './event.entity.js';

/** Every member an event has: schema, contexts, how it is read, how it is written. */
export const EVENT = new ResourceFields<Event, undefined>('event', {
  id: readOnly('integer', 'Number of the event.', everywhere, (event) => event.id),
  title: field('string', 'What happens.', everywhere, (event) => event.title, { required: true }),
  place: field('string', 'Where it happens.', viewAndEdit, (event) => event.place, { default: '' }),
  starts_at: field('date-time', 'When it begins, in UTC.', everywhere, (event) => mysqlToRfc3339(event.startsAt), {
    required: true,
  }),
  seats: field('integer', 'How many can come.', viewAndEdit, (event) => event.seats, {
    default: 0,
    arg: { minimum: 0, maximum: 100_000 },
  }),
  author: readOnly('integer', 'Who announced it.', editOnly, (event) => event.author),
});
