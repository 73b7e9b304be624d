import { integer, text } from '../../rest/fields/read-only.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { Item } from '../../rest/response/reply.js';
import { type AuditEntry } from './audit-entry.entity.js';

export const AUDIT_ENTRY = new ResourceFields('audit-entry', {
  id: integer('Entry ID. Later entries have greater ones.'),
  date: { ...text('Time of the event, in UTC.'), format: 'date-time' },
  event: text('Name of the event, such as user.updated.'),
  actor: integer('ID of the user who acted; 0 for the service itself and for requests without valid credentials.'),
  actor_login: text('Login of the user who acted.'),
  via: text('Agent or application password that acted for the user; empty: the user.'),
  address: text('Address of the client; empty if there was no request.'),
  object_type: text('Content type, taxonomy, comment, user, role, webhook or settings.'),
  object_id: integer('ID of what the event is about.'),
  object_name: text('Title, name or login of what the event is about.'),
  details: {
    description: 'What the event changed: names and states, no secrets.',
    type: 'object',
    readonly: true,
    additionalProperties: true,
  },
});

export function auditMembers(entry: AuditEntry) {
  const { id, createdAt, event, actor, actorLogin, via, address, objectType, objectId, objectName, details } = entry;
  return {
    id,
    date: new Date(Number(createdAt)).toISOString(),
    event,
    actor,
    actor_login: actorLogin,
    via,
    address,
    object_type: objectType,
    object_id: objectId,
    object_name: objectName,
    details: JSON.parse(details) as Record<string, unknown>,
  };
}

export const presentAuditEntry = (entry: AuditEntry) => new Item(auditMembers(entry));
