import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { ContentModel } from '../../content-model/index.js';
import { Database, type Transaction } from '../../database/index.js';
import {
  CONTENT_EVENTS,
  type ContentEvent,
  type ContentEventName,
  ContentEvents,
  type EventOutbox,
} from '../../hooks/index.js';
import { invalidParams, RestError } from '../../rest/errors/index.js';
import { cleanTextField } from '../../text/index.js';
import { AuditLogService } from '../audit-log/audit-log.service.js';
import { type DeliveryState, type Webhook, type WebhookDelivery } from './webhook.entity.js';
import { listOf, WebhookDirectoryService } from './webhook-directory.service.js';
import { TEST_EVENT, WebhookSenderService } from './webhook-sender.service.js';
import { WebhooksStore } from './webhooks.store.js';

/** How long the former secret signs too after a rotation. */
const ROTATION_MS = 24 * 3_600_000;
const MAX_WEBHOOKS = 100;

export interface WebhookValues {
  url: string;
  name: string;
  /** Empty: all. */
  events: readonly string[];
  /** Content types and taxonomies; empty: all. */
  types: readonly string[];
  isEnabled: boolean;
}

const unknownWebhook = () => new RestError('rest_webhook_invalid_id', 'There is no such webhook.', 404);
const unknownDelivery = () => new RestError('rest_delivery_invalid_id', 'There is no such delivery.', 404);
const tooManyWebhooks = () =>
  new RestError('rest_too_many_webhooks', `A site has at most ${MAX_WEBHOOKS} webhooks.`, 409);

/** The webhooks of the site. */
@Injectable()
export class WebhooksService implements OnModuleInit, EventOutbox {
  constructor(
    private readonly database: Database,
    private readonly rows: WebhooksStore,
    private readonly directory: WebhookDirectoryService,
    private readonly sender: WebhookSenderService,
    private readonly events: ContentEvents,
    private readonly model: ContentModel,
    private readonly audit: AuditLogService,
  ) {}

  onModuleInit(): void {
    this.events.addOutbox(this);
  }

  wants(event: ContentEventName): boolean {
    return this.directory.wants(event);
  }

  /** Reads the webhooks in the transaction, so that one that was just deleted or disabled gets nothing. */
  async store(tx: Transaction, event: ContentEvent): Promise<void> {
    const receivers = (await this.rows.enabled(tx)).filter((webhook) => isFor(webhook, event));
    if (receivers.length === 0) return;
    const { event: type, eventId, at, cause: _cause, ...data } = event;
    const body = JSON.stringify({ type, timestamp: at, data });
    for (const { id: webhook } of receivers) {
      const delivery = await this.rows.addDelivery(tx, { webhook, messageId: eventId, event: type, body });
      await this.sender.enqueue(tx, delivery, webhook);
    }
  }

  list(): Promise<Webhook[]> {
    return this.rows.all();
  }

  async find(id: number): Promise<Webhook> {
    const webhook = await this.rows.byId(id);
    if (!webhook) throw unknownWebhook();
    return webhook;
  }

  /** `isPrivate`: also for addresses that are not public, which only the operator of the service may allow. */
  async create(values: WebhookValues, by: Principal, { isPrivate = false } = {}): Promise<Webhook> {
    const columns = this.columnsOf(values, isPrivate);
    const id = await this.database.transaction(async (tx) => {
      if ((await this.rows.count(tx)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
      await this.sender.startCleanUp(tx);
      const added = await this.rows.add(tx, { ...columns, isPrivate: Number(isPrivate), secret: newSecret() });
      await this.log(tx, 'created', by, { id: added, name: values.name, url: values.url });
      return added;
    });
    await this.directory.load();
    return this.find(id);
  }

  async update(id: number, values: Partial<WebhookValues>, by: Principal): Promise<Webhook> {
    const webhook = await this.find(id);
    const isPrivate = webhook.isPrivate;
    // A private address is for the URL that the operator named.
    const isElsewhere = values.url !== undefined && isPrivate === 1;
    const columns = this.columnsOf(values, isPrivate === 1 && !isElsewhere);
    const changed = Object.keys(columns).map((name) => (name === 'isEnabled' ? 'enabled' : name));
    if (changed.length > 0)
      await this.database.transaction(async (tx) => {
        await this.rows.update(tx, id, {
          ...columns,
          ...(isElsewhere && { isPrivate: 0 }),
          ...(values.isEnabled !== undefined && { disabledBecause: '' }),
        });
        await this.log(tx, 'updated', by, webhook, { changed });
      });
    await this.directory.load();
    return this.find(id);
  }

  async delete(id: number, by: Principal): Promise<Webhook> {
    const webhook = await this.find(id);
    await this.rows.deleteDeliveries(id);
    await this.database.transaction(async (tx) => {
      await this.rows.delete(tx, id);
      await this.log(tx, 'deleted', by, webhook);
    });
    await this.directory.load();
    return webhook;
  }

  /** A new secret; both sign until the receiver has had a day to learn it. */
  async rotate(id: number, by: Principal): Promise<Webhook> {
    const webhook = await this.find(id);
    const formerUntil = Date.now() + ROTATION_MS;
    await this.database.transaction(async (tx) => {
      await this.rows.update(tx, id, { secret: newSecret(), formerSecret: webhook.secret, formerUntil });
      await this.log(tx, 'updated', by, webhook, { changed: ['secret'] });
    });
    return this.find(id);
  }

  /** Sends a message now and returns what became of it; it is not repeated. */
  async test(id: number): Promise<WebhookDelivery> {
    await this.find(id);
    const body = JSON.stringify({ type: TEST_EVENT, timestamp: new Date().toISOString(), data: { webhook: id } });
    const message = { webhook: id, messageId: randomUUID(), event: TEST_EVENT, body };
    return this.findDelivery(id, await this.sender.sendNow(message));
  }

  async deliveries(
    id: number,
    page: { state?: DeliveryState; limit: number; offset: number },
  ): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
    await this.find(id);
    return this.rows.deliveries(id, page);
  }

  async deliveriesAfter(
    id: number,
    part: { state?: DeliveryState; limit: number; before?: number },
  ): Promise<WebhookDelivery[]> {
    await this.find(id);
    return this.rows.deliveriesBefore(id, part);
  }

  async findDelivery(webhook: number, id: number): Promise<WebhookDelivery> {
    const delivery = await this.rows.delivery(id);
    if (delivery?.webhook !== webhook) throw unknownDelivery();
    return delivery;
  }

  /** Sends a delivery again, with the same message ID. */
  async replay(webhook: number, id: number): Promise<WebhookDelivery> {
    await this.sender.replay(await this.findDelivery(webhook, id));
    return this.findDelivery(webhook, id);
  }

  /** In the audit log. A URL may contain secrets: a webhook without a name is known by its host. */
  private log(
    tx: Transaction,
    action: 'created' | 'updated' | 'deleted',
    by: Principal,
    { id, name, url }: Pick<Webhook, 'id' | 'name' | 'url'>,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const objectName = cleanTextField(name) || new URL(url).host;
    return this.audit.add(tx, `webhook.${action}`, by, { objectType: 'webhook', objectId: id, objectName, details });
  }

  private columnsOf({ url, name, events, types, isEnabled }: Partial<WebhookValues>, isPrivate: boolean) {
    if (url !== undefined && !this.sender.accepts(url, isPrivate))
      throw invalidParams({ url: `${url} is not an http or https URL of a public host on port 80 or 443.` });
    const event = events?.find((event) => !CONTENT_EVENTS.includes(event));
    if (event !== undefined)
      throw invalidParams({ events: `There is no event "${event}". Events: ${CONTENT_EVENTS.join(', ')}.` });
    const registered = [...this.model.types.keys(), ...this.model.taxonomies.keys()];
    const type = types?.find((type) => !registered.includes(type));
    if (type !== undefined)
      throw invalidParams({ types: `There is no content type or taxonomy "${type}": ${registered.join(', ')}.` });
    return {
      ...(url !== undefined && { url }),
      ...(name !== undefined && { name: cleanTextField(name) }),
      ...(events && { events: [...new Set(events)].join(',') }),
      ...(types && { types: [...new Set(types)].join(',') }),
      ...(isEnabled !== undefined && { isEnabled: Number(isEnabled) }),
    };
  }
}

/** Events without a type, such as those of users, are not limited by types. */
export function isFor(webhook: Pick<Webhook, 'events' | 'types'>, event: ContentEvent): boolean {
  const events = listOf(webhook.events);
  const types = listOf(webhook.types);
  const type = 'type' in event ? event.type : 'taxonomy' in event ? event.taxonomy : undefined;
  const isNamed = events.length === 0 || events.includes(event.event);
  return isNamed && (types.length === 0 || type === undefined || types.includes(type));
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
