import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import { Database, deleteInChunks, skipped, type Transaction } from '../../database/index.js';
import { type DeliveryState, Webhook, WebhookDelivery } from './webhook.entity.js';

export interface Attempt {
  /** Milliseconds since 1970. */
  at: number;
  /** HTTP status; 0 without a response. */
  status: number;
  ms: number;
  error: string;
}

/** Attempts that are stored with a delivery. */
const MAX_STORED_ATTEMPTS = 20;

const LIST = {
  id: true,
  webhook: true,
  messageId: true,
  event: true,
  body: true,
  state: true,
  attempts: true,
  response: true,
  createdAt: true,
} as const;

@Injectable()
export class WebhooksStore {
  constructor(private readonly database: Database) {}

  all(): Promise<Webhook[]> {
    return this.database.manager.find(Webhook, { order: { id: 'ASC' } });
  }

  enabled(tx?: Transaction): Promise<Webhook[]> {
    return (tx ?? this.database).manager.find(Webhook, { where: { isEnabled: 1 }, order: { id: 'ASC' } });
  }

  byId(id: number): Promise<Webhook | null> {
    return this.database.manager.findOneBy(Webhook, { id });
  }

  async add(tx: Transaction, webhook: Partial<Webhook>): Promise<number> {
    return (await tx.insert(Webhook, { ...webhook, createdAt: Date.now() })).insertId;
  }

  async update(tx: Transaction, id: number, changes: Partial<Webhook>): Promise<void> {
    await tx.update(Webhook, { id }, changes);
  }

  /** Before the webhook itself is deleted: there may be many. */
  async deleteDeliveries(id: number): Promise<void> {
    await deleteInChunks(this.database, WebhookDelivery, 'id', { webhook: id });
  }

  async delete(tx: Transaction, id: number): Promise<void> {
    await tx.delete(WebhookDelivery, { webhook: id });
    await tx.delete(Webhook, { id });
  }

  async addDelivery(
    tx: Transaction,
    delivery: Pick<WebhookDelivery, 'webhook' | 'messageId' | 'event' | 'body'>,
  ): Promise<number> {
    const now = Date.now();
    return (await tx.insert(WebhookDelivery, { ...delivery, createdAt: now, queuedAt: now })).insertId;
  }

  delivery(id: number): Promise<WebhookDelivery | null> {
    return this.database.manager.findOneBy(WebhookDelivery, { id });
  }

  async deliveries(
    webhook: number,
    { state, limit, offset }: { state?: DeliveryState; limit: number; offset: number },
  ): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
    const where = { webhook, ...(state && { state }) };
    const [deliveries, total] = await Promise.all([
      this.database.manager.find(WebhookDelivery, {
        select: LIST,
        where,
        order: { id: 'DESC' },
        take: limit,
        skip: skipped(offset),
      }),
      this.database.manager.countBy(WebhookDelivery, where),
    ]);
    return { deliveries, total };
  }

  /** The newest deliveries before this ID. Costs the same at any depth. */
  deliveriesBefore(
    webhook: number,
    { state, limit, before }: { state?: DeliveryState; limit: number; before?: number },
  ): Promise<WebhookDelivery[]> {
    return this.database.manager.find(WebhookDelivery, {
      select: LIST,
      where: { webhook, ...(state && { state }), ...(before !== undefined && { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** Records an attempt of a delivery, and what has become of the delivery. */
  async record(
    tx: Transaction,
    { id, attempts }: WebhookDelivery,
    { attempt, state, response = '' }: { attempt?: Attempt; state: DeliveryState; response?: string },
  ): Promise<void> {
    const latest = attempt ? [...attemptsOf(attempts), attempt].slice(-MAX_STORED_ATTEMPTS) : attemptsOf(attempts);
    await tx.update(WebhookDelivery, { id }, { state, response, attempts: JSON.stringify(latest) });
  }

  async requeue(tx: Transaction, id: number): Promise<void> {
    await tx.update(WebhookDelivery, { id }, { state: 'waiting', queuedAt: Date.now() });
  }

  async noteDelivered(tx: Transaction, webhook: number): Promise<void> {
    await tx.update(Webhook, { id: webhook }, { deliveredAt: Date.now() });
  }

  /** Disables a webhook, unless a message has been delivered since. */
  async disable(tx: Transaction, id: number, because: string, unlessSince?: number): Promise<void> {
    const isWorking =
      unlessSince !== undefined && (await tx.manager.existsBy(Webhook, { id, deliveredAt: MoreThan(unlessSince) }));
    if (!isWorking) await tx.update(Webhook, { id }, { isEnabled: 0, disabledBecause: because });
  }

  /** Deletes deliveries that were created before this time. */
  async deleteBefore(time: number): Promise<void> {
    await deleteInChunks(this.database, WebhookDelivery, 'id', { createdAt: LessThan(time) });
  }

  count(tx: Transaction): Promise<number> {
    return tx.manager.count(Webhook);
  }

  isUsed(): Promise<boolean> {
    return this.database.manager.exists(Webhook);
  }
}

export function attemptsOf(json: string): Attempt[] {
  return json === '' ? [] : (JSON.parse(json) as Attempt[]);
}
