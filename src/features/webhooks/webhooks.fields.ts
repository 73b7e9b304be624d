import { dateTime, integer, ResourceFields, text } from '../../rest/fields/index.js';
import { Item } from '../../rest/response/index.js';
import { type Webhook, type WebhookDelivery } from './webhook.entity.js';
import { listOf } from './webhook-directory.service.js';
import { attemptsOf } from './webhooks.store.js';

const names = (description: string) => ({ description, type: 'array' as const, items: { type: 'string' as const } });

export const WEBHOOK = new ResourceFields('webhook', {
  id: integer('Webhook ID.'),
  url: { description: 'Where messages are sent to.', type: 'string', format: 'uri', required: true },
  name: { description: 'What the webhook is for.', type: 'string' },
  events: names('Names of the events; empty: all.'),
  types: names('Content types and taxonomies; empty: all.'),
  enabled: { description: 'Whether it gets messages.', type: 'boolean' },
  disabled_because: text('Why the service disabled it; empty if it did not.'),
  private: {
    description: 'Whether the operator of the service allowed an address that is not public.',
    type: 'boolean',
    readonly: true,
  },
  created: dateTime('Time of creation, in UTC.'),
  last_delivery: dateTime('Time of the last delivered message, in UTC.'),
  former_secret_until: dateTime('Until when messages are signed with the former secret too, in UTC.'),
  secret: { ...text('Secret that signs messages, in the response that creates or rotates it.'), optional: true },
});

export const DELIVERY = new ResourceFields('webhook-delivery', {
  id: integer('Delivery ID.'),
  webhook: integer('Webhook ID.'),
  message_id: text('The same for every attempt: the header `webhook-id`.'),
  event: text('Name of the event.'),
  state: { ...text('What has become of it.'), enum: ['waiting', 'delivered', 'failed'] },
  created: dateTime('Time of the event, in UTC.'),
  request: text('Body of the request.'),
  response: text('Beginning of the last response.'),
  attempts: {
    description: 'The last attempts.',
    type: 'array',
    readonly: true,
    items: {
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        status: { type: 'integer' },
        milliseconds: { type: 'integer' },
        error: { type: 'string' },
      },
    },
  },
});

export function presentWebhook(webhook: Webhook, { withSecret = false } = {}): Item {
  const { id, url, name, events, types, isEnabled, isPrivate, disabledBecause, createdAt, deliveredAt } = webhook;
  return new Item({
    id,
    url,
    name,
    events: listOf(events),
    types: listOf(types),
    enabled: isEnabled === 1,
    disabled_because: disabledBecause,
    private: isPrivate === 1,
    created: utc(createdAt),
    last_delivery: utc(deliveredAt),
    former_secret_until: webhook.formerUntil > Date.now() ? utc(webhook.formerUntil) : null,
    ...(withSecret && { secret: webhook.secret }),
  });
}

export function presentDelivery(delivery: WebhookDelivery): Item {
  const { id, webhook, messageId, event, state, createdAt, body, response, attempts } = delivery;
  return new Item({
    id,
    webhook,
    message_id: messageId,
    event,
    state,
    created: utc(createdAt),
    request: body,
    response,
    attempts: attemptsOf(attempts).map(({ at, status, ms, error }) => ({
      at: utc(at),
      status,
      milliseconds: ms,
      error,
    })),
  });
}

const utc = (ms: number) => (Number(ms) === 0 ? null : new Date(Number(ms)).toISOString());
