import { dateTime, integer, ResourceFields } from '../../rest/fields/index.js';
import { Item } from '../../rest/response/index.js';
import { type Redirect } from './redirect.entity.js';

export const SOURCE = { type: 'string', description: 'Former address: its path and query on the site.' } as const;
export const TARGET = { type: 'string', description: 'Where it leads: a path on the site, or a URL.' } as const;
export const STATUS = { type: 'integer', description: '301: for good; 302: for a while.' } as const;

export const REDIRECT = new ResourceFields('redirect', {
  id: integer('Redirect ID.'),
  source: { ...SOURCE, required: true },
  target: { ...TARGET, required: true },
  status: STATUS,
  created: dateTime('Time of creation, in UTC.'),
});

export function presentRedirect({ id, source, target, status, createdAt }: Redirect): Item {
  return new Item({ id, source, target, status, created: new Date(Number(createdAt)).toISOString() });
}
