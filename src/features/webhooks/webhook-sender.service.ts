import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Transaction } from '../../database/index.js';
import { type JobResult, JobsService } from '../../platform/jobs/index.js';
import {
  OUTBOUND_OPTIONS,
  OutboundClient,
  OutboundError,
  type OutboundOptions,
  type OutboundResponse,
  SYSTEM_RESOLVER,
} from '../../platform/outbound/index.js';
import { wallClock } from '../../telemetry/index.js';
import { type Webhook, type WebhookDelivery } from './webhook.entity.js';
import { type Attempt, WebhooksStore } from './webhooks.store.js';

const DELIVER = 'webhooks.deliver';
const CLEAN_UP = 'webhooks.clean-up';
const DAY_MS = 24 * 3_600_000;
/** Deliveries are kept for this long. */
export const RETENTION_DAYS = 30;
/** How long a delivery is repeated. */
export const RETRY_MS = DAY_MS;
/** Time ends the attempts, not their number. */
const MAX_ATTEMPTS = 1000;
const MAX_RESPONSE_BYTES = 4096;
/** A receiver that did not respond gets no requests for a while. */
const REST_MS = 30_000;
/** Concurrent deliveries to each receiver. One that is slow delays its own only. */
const PER_RECEIVER = 2;

/** A receiver that has gone for good. */
const GONE = 410;

/** Event of the message that tests a webhook. */
export const TEST_EVENT = 'webhook.test';

/** Sends deliveries to their receivers, as jobs. */
@Injectable()
export class WebhookSenderService implements OnModuleInit {
  private readonly restingUntil = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly store: WebhooksStore,
    private readonly jobs: JobsService,
    @Inject(OUTBOUND_OPTIONS) private readonly options: OutboundOptions,
  ) {}

  onModuleInit(): void {
    this.jobs.register<{ delivery: number }>(DELIVER, ({ delivery }) => this.deliver(delivery), {
      concurrency: PER_RECEIVER,
    });
    this.jobs.register(CLEAN_UP, () => this.cleanUp());
  }

  /** Adds the job that sends a delivery, in the transaction that stores the delivery. */
  async enqueue(tx: Transaction, delivery: number, webhook: number): Promise<void> {
    await this.jobs.add(tx, DELIVER, { delivery }, { maxAttempts: MAX_ATTEMPTS, subject: String(webhook) });
  }

  /** Stores a delivery, and sends it before it returns. */
  async sendNow(delivery: Parameters<WebhooksStore['addDelivery']>[1]): Promise<number> {
    const { id, job } = await this.database.transaction(async (tx) => {
      const added = await this.store.addDelivery(tx, delivery);
      return {
        id: added,
        job: await this.jobs.addClaimed(
          tx,
          DELIVER,
          { delivery: added },
          { maxAttempts: 3, subject: String(delivery.webhook) },
        ),
      };
    });
    await this.jobs.run(job);
    return id;
  }

  async replay({ id, webhook }: WebhookDelivery): Promise<void> {
    this.restingUntil.delete(webhook);
    await this.database.transaction(async (tx) => {
      await this.store.requeue(tx, id);
      await this.enqueue(tx, id, webhook);
    });
  }

  /** Adds the first clean-up, which adds the next one. */
  async startCleanUp(tx: Transaction): Promise<void> {
    await this.jobs.addUnlessWaiting(tx, CLEAN_UP, {}, { runAt: new Date(Date.now() + DAY_MS) });
  }

  /** Whether a URL has a form that may be requested. */
  accepts(url: string, isPrivate: boolean): boolean {
    if (!URL.canParse(url)) return false;
    return this.clientFor({ url, isPrivate: Number(isPrivate) }).accepts(url);
  }

  private async deliver(id: number): Promise<JobResult | void> {
    const delivery = await this.store.delivery(id);
    // Another job has delivered it, or it was deleted.
    if (delivery?.state !== 'waiting') return;
    const webhook = await this.store.byId(delivery.webhook);
    const isTest = delivery.event === TEST_EVENT;
    if (!webhook || (!webhook.isEnabled && !isTest))
      return (tx) => this.store.record(tx, delivery, { state: 'failed', response: 'The webhook is disabled.' });
    if (!isTest && (this.restingUntil.get(webhook.id) ?? 0) > performance.now())
      throw new Error('The receiver did not respond to an earlier delivery. The next attempt waits for half a minute.');

    const { attempt, response } = await this.attempt(webhook, delivery);
    if (attempt.error === '')
      return async (tx) => {
        await this.store.record(tx, delivery, { attempt, state: 'delivered', response });
        await this.store.noteDelivered(tx, webhook.id);
      };
    if (attempt.status === 0) this.restingUntil.set(webhook.id, performance.now() + REST_MS);
    const isLast = isTest || attempt.status === GONE || wallClock() - delivery.queuedAt >= RETRY_MS;
    if (isLast)
      return async (tx) => {
        await this.store.record(tx, delivery, { attempt, state: 'failed', response });
        if (attempt.status === GONE) await this.store.disable(tx, webhook.id, 'The receiver is gone (410).');
        else if (!isTest)
          await this.store.disable(tx, webhook.id, `It failed for a day: ${attempt.error}`, delivery.queuedAt);
      };
    await this.database.transaction((tx) => this.store.record(tx, delivery, { attempt, state: 'waiting', response }));
    throw new Error(attempt.error);
  }

  private async attempt(
    webhook: Webhook,
    { messageId, body }: WebhookDelivery,
  ): Promise<{ attempt: Attempt; response: string }> {
    const at = Date.now();
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': await sign(webhook, messageId, new Date(at), body),
    };
    const began = performance.now();
    const result = await this.clientFor(webhook)
      .request(webhook.url, {
        method: 'POST',
        accept: '*/*',
        headers,
        body,
        maxBytes: MAX_RESPONSE_BYTES,
        oversize: 'cut',
      })
      .catch((error: unknown) => (error instanceof OutboundError ? error : new OutboundError('connection', error)));
    const ms = Math.round(performance.now() - began);
    if (result instanceof OutboundError)
      return { attempt: { at, status: 0, ms, error: `No response: ${result.reason}` }, response: '' };
    return { attempt: { at, status: result.status, ms, error: errorOf(result) }, response: textOf(result) };
  }

  /** With a limit of its own: many slow receivers must not use up that of other features, or of each other. */
  private clientFor({ url, isPrivate }: Pick<Webhook, 'url' | 'isPrivate'>): OutboundClient {
    if (!isPrivate) return new OutboundClient(this.options);
    return new OutboundClient({ ...this.options, origin: new URL(url).origin, resolver: SYSTEM_RESOLVER });
  }

  private async cleanUp(): Promise<JobResult | void> {
    await this.store.deleteBefore(wallClock() - RETENTION_DAYS * DAY_MS);
    if (await this.store.isUsed()) return (tx) => this.startCleanUp(tx);
  }
}

/** Two signatures while a former secret is valid. */
async function sign(webhook: Webhook, id: string, at: Date, body: string): Promise<string> {
  const { Webhook: Signer } = await import('standardwebhooks');
  const secrets = [webhook.secret, ...(webhook.formerUntil > at.getTime() ? [webhook.formerSecret] : [])];
  return secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' ');
}

function errorOf({ status }: OutboundResponse): string {
  return status >= 200 && status < 300 ? '' : `The receiver responded with status ${status}.`;
}

/** As it can be stored in a text column. */
function textOf({ body }: OutboundResponse): string {
  return body.toString('utf8').replaceAll('\0', '');
}
