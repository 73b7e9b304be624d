import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { MoreThan } from 'typeorm';
import { Logger } from '@nestjs/common';
import { Webhook as Verifier } from 'standardwebhooks';
import { forEachEngine } from '../../../test/support/databases.js';
import { jobsOf } from '../../../test/support/hooks-module.js';
import { type Receiver, startReceiver } from '../../../test/support/receiver.js';
import { type Database } from '../../database/database.js';
import { tableOf } from '../../database/entities/index.js';
import { Job } from '../../platform/jobs/job.entity.js';
import { type JobsService } from '../../platform/jobs/jobs.service.js';
import { DEFAULT_OUTBOUND } from '../../platform/outbound/outbound-options.js';
import { Webhook, WebhookDelivery } from './webhook.entity.js';
import { RETRY_MS, WebhookSenderService } from './webhook-sender.service.js';
import { attemptsOf, WebhooksStore } from './webhooks.store.js';

// Failures of receivers are tested here.
Logger.overrideLogger(false);

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const MESSAGE = { messageId: 'message-1', event: 'entry.published', body: '{"type":"entry.published","data":{}}' };

forEachEngine((_engine, makeDatabase) => {
  let receiver: Receiver;
  let database: Database;
  let jobs: JobsService;
  let store: WebhooksStore;
  let sender: WebhookSenderService;
  let webhook: number;

  beforeAll(async () => {
    receiver = await startReceiver();
    database = await makeDatabase();
    await database.createTables([tableOf(Webhook), tableOf(WebhookDelivery)]);
    jobs = await jobsOf(database);
    store = new WebhooksStore(database);
    sender = new WebhookSenderService(database, store, jobs, DEFAULT_OUTBOUND);
    sender.onModuleInit();
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.status = 200;
    await database.transaction(async (tx) => {
      await tx.delete(WebhookDelivery, { id: MoreThan(0) });
      await tx.delete(Job, { id: MoreThan(0) });
      // As its operator allows it for a receiver on loopback.
      webhook = await store.add(tx, { url: receiver.url, isPrivate: 1, events: '', types: '', secret: secretOf('a') });
    });
  });

  const send = () =>
    database.transaction(async (tx) => {
      const delivery = await store.addDelivery(tx, { webhook, ...MESSAGE });
      await sender.enqueue(tx, delivery, webhook);
      return delivery;
    });
  const set = (changes: Partial<Webhook>) => database.transaction((tx) => store.update(tx, webhook, changes));
  const makeDue = () => database.transaction((tx) => tx.update(Job, { state: 'waiting' }, { runAt: 0 }));
  const age = (id: number, ms: number) =>
    database.transaction((tx) => tx.update(WebhookDelivery, { id }, { queuedAt: Date.now() - ms }));

  test('both secrets sign until the former one ends', async () => {
    await set({ secret: secretOf('b'), formerSecret: secretOf('a'), formerUntil: Date.now() + 60_000 });
    await send();
    await jobs.runDue();
    await set({ formerUntil: Date.now() - 1 });
    await send();
    await jobs.runDue();
    const [during, after] = receiver.received.map(({ body, headers }) => (letter: string) => {
      return new Verifier(secretOf(letter)).verify(body, headers);
    });
    for (const letter of ['a', 'b']) expect(during!(letter)).toEqual(JSON.parse(MESSAGE.body));
    expect(after!('b')).toEqual(JSON.parse(MESSAGE.body));
    expect(() => after!('a')).toThrow('No matching signature');
    expect((await store.byId(webhook))!.deliveredAt).toBeGreaterThan(0);
  });

  test('a failure is repeated later, by the back-off of jobs, with the same ID', async () => {
    receiver.status = 503;
    const id = await send();
    const before = Date.now();
    expect(await jobs.runDue()).toEqual({ done: 0, failed: 1 });
    const job = await database.manager.findOneByOrFail(Job, { state: 'waiting' });
    expect(Number(job.runAt) - before).toBeGreaterThanOrEqual(15_000);
    expect(Number(job.runAt) - Date.now()).toBeLessThanOrEqual(30_000);
    const delivery = (await store.delivery(id))!;
    expect(delivery).toMatchObject({ state: 'waiting', response: 'thank you' });
    expect(attemptsOf(delivery.attempts)).toMatchObject([
      { status: 503, error: 'The receiver responded with status 503.' },
    ]);
    receiver.status = 204;
    await makeDue();
    await jobs.runDue();
    expect(await store.delivery(id)).toMatchObject({ state: 'delivered' });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['message-1', 'message-1']);
  });

  test('after a day of failures the webhook is disabled, unless another message was delivered meanwhile', async () => {
    receiver.status = 500;
    await set({ deliveredAt: Date.now() - 1000 });
    const first = await send();
    await age(first, RETRY_MS);
    await jobs.runDue();
    expect(await store.delivery(first)).toMatchObject({ state: 'failed' });
    expect(await store.byId(webhook)).toMatchObject({ isEnabled: 1, disabledBecause: '' });
    await set({ deliveredAt: 0 });
    const second = await send();
    await age(second, RETRY_MS - 60_000);
    await jobs.runDue();
    expect(await store.delivery(second)).toMatchObject({ state: 'waiting' });
    await age(second, RETRY_MS);
    await makeDue();
    await jobs.runDue();
    expect(await store.delivery(second)).toMatchObject({ state: 'failed' });
    expect(await store.byId(webhook)).toMatchObject({
      isEnabled: 0,
      disabledBecause: 'It failed for a day: The receiver responded with status 500.',
    });
  });

  test('a receiver that is gone is disabled at once, and gets nothing of what waits', async () => {
    receiver.status = 410;
    const ids = [await send(), await send()];
    await jobs.runDue();
    expect(receiver.received).toHaveLength(1);
    const deliveries = await Promise.all(ids.map((id) => store.delivery(id)));
    expect(deliveries.map((delivery) => delivery!.state)).toEqual(['failed', 'failed']);
    expect(await store.byId(webhook)).toMatchObject({ isEnabled: 0, disabledBecause: 'The receiver is gone (410).' });
  });

  test('after a request without a response the receiver gets none for a while', async () => {
    await set({ url: 'http://127.0.0.1:1/' });
    const [first, second] = [await send(), await send()];
    await jobs.runDue();
    await set({ url: receiver.url });
    expect(attemptsOf((await store.delivery(first))!.attempts)).toMatchObject([
      { status: 0, error: 'No response: connection' },
    ]);
    expect(await store.delivery(second)).toMatchObject({ state: 'waiting', attempts: '' });
    await sender.replay((await store.delivery(second))!);
    await jobs.runDue();
    expect(await store.delivery(second)).toMatchObject({ state: 'delivered' });
  });
});
