import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import request from 'supertest';
import { WebhookDelivery } from '../../../../src/features/webhooks/webhook.entity.js';
import { WebhookDirectoryService } from '../../../../src/features/webhooks/webhook-directory.service.js';
import { WebhooksModule } from '../../../../src/features/webhooks/webhooks.module.js';
import { Database } from '../../../../src/database/database.js';
import { Job } from '../../../../src/platform/jobs/job.entity.js';
import { JobsService } from '../../../../src/platform/jobs/jobs.service.js';
import { OUTBOUND_OPTIONS, type OutboundOptions } from '../../../../src/platform/outbound/outbound-options.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import { type Receiver, startReceiver } from '../../../support/receiver.js';
import { until } from '../../../support/until.js';

const PATH = '/wp-json/nestpress/v1/webhooks';
const DAY_MS = 24 * 3_600_000;

eachEngine((engine) => {
  let service: TestApp;
  let receiver: Receiver;
  let db: Database;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startTestApp({ ...WEB }, engine);
    db = service.app.get(Database);
  });
  afterAll(async () => {
    await service?.close();
    await receiver?.close();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.status = 200;
  });

  /** The rules for addresses refuse loopback, so they are lifted for the receiver. */
  const openLoopback = () => {
    const options = service.app.select(WebhooksModule).get<OutboundOptions>(OUTBOUND_OPTIONS, { strict: true });
    Object.assign(options, { mayConnect: () => true, ports: new Set([80, 443, receiver.port]) });
  };
  const send = (method: 'get' | 'post' | 'delete', path = '', body?: object) => {
    const sent = request(service.server)[method](PATH + path);
    return sent.auth(ADMIN.user, ADMIN.password).send(body);
  };
  const untilReceived = (count: number) => until(() => Promise.resolve(receiver.received.length >= count));
  const delivery = async (webhook: number) =>
    (await send('get', `/${webhook}/deliveries?per_page=1`).expect(200)).body[0];
  const untilState = (webhook: number, state: string) => until(async () => (await delivery(webhook))?.state === state);
  const runNow = () =>
    db.transaction((tx) => tx.update(Job, { kind: 'webhooks.deliver', state: 'waiting' }, { runAt: 0 }));
  const clean = async () => {
    for (const { id } of (await send('get').expect(200)).body) await send('delete', `/${id}`).expect(200);
  };

  test('without a webhook no event is wanted', () => {
    expect(service.app.select(WebhooksModule).get(WebhookDirectoryService).wants('entry.updated')).toBe(false);
  });

  test('administrators add public URLs, known events and known types', async () => {
    const refused = async (body: object) => (await send('post', '', body).expect(400)).body.data.params;
    const url = 'https://builder.example/hook';
    for (const wrong of [receiver.url, 'ftp://x.example/', 'http://localhost/', 'nonsense'])
      expect(await refused({ url: wrong })).toHaveProperty('url');
    expect(await refused({ url, events: ['no.event'] })).toHaveProperty('events');
    expect(await refused({ url, types: ['no-type'] })).toHaveProperty('types');
    expect((await send('post', '', {}).expect(400)).body.code).toBe('rest_missing_callback_param');
    await createUsers(admin);
    await request(service.server).get(PATH).expect(401);
    await request(service.server).get(PATH).auth('chief', 'a password').expect(403);
    const { body } = await send('post', '', { url, events: ['entry.published'], types: ['post'] }).expect(201);
    expect(body).toMatchObject({ url, events: ['entry.published'], types: ['post'], enabled: true, private: false });
    expect(body.secret).toMatch(/^whsec_/);
    expect((await send('get', `/${body.id}`).expect(200)).body).not.toHaveProperty('secret');
    await clean();
    await send('get', `/${body.id}`).expect(404);
    await send('post', `/${body.id}/test`).expect(404);
  });

  test('an address that is not public is refused when it is connected to', async () => {
    const { body } = await send('post', '', { url: 'http://127.0.0.1/hook' }).expect(201);
    const tested = (await send('post', `/${body.id}/test`).expect(200)).body;
    expect(tested).toMatchObject({ state: 'failed', attempts: [{ status: 0, error: 'No response: network' }] });
    await clean();
  });

  test('a published post is sent once, signed, to the webhooks that are for it', async () => {
    openLoopback();
    const create = async (values: object) => (await send('post', '', { url: receiver.url, ...values })).body;
    const { id, secret } = await create({ events: ['entry.published'], types: ['post'] });
    await create({ events: ['entry.published'], types: ['page'] });
    await create({ events: ['term.created'] });
    await create({ enabled: false });
    const { body: post } = await admin.post('/posts', { title: 'News', status: 'publish' }).expect(201);
    await untilState(id, 'delivered');
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    const message = new Verifier(secret).verify(body, headers);
    expect(message).toMatchObject({
      type: 'entry.published',
      data: { id: post.id, type: 'post', status: 'publish', title: 'News', actor: 1 },
    });
    expect(await delivery(id)).toMatchObject({
      message_id: headers['webhook-id'],
      event: 'entry.published',
      request: body,
      response: 'thank you',
      attempts: [{ status: 200, error: '' }],
    });
    await clean();
  });

  test('a failure is repeated with the same ID; after a day the webhook is disabled, with a warning', async () => {
    const { body: webhook } = await send('post', '', { url: receiver.url, events: ['entry.created'] });
    receiver.status = 500;
    await admin.post('/posts', { title: 'Fails' }).expect(201);
    await untilReceived(1);
    await until(async () => (await delivery(webhook.id)).attempts.length === 1);
    expect(await delivery(webhook.id)).toMatchObject({ state: 'waiting', attempts: [{ status: 500 }] });
    await until(() => db.manager.existsBy(Job, { kind: 'webhooks.deliver', state: 'waiting', claimedUntil: 0 }));
    await db.transaction((tx) =>
      tx.update(WebhookDelivery, { webhook: webhook.id }, { queuedAt: Date.now() - DAY_MS }),
    );
    await runNow();
    await untilState(webhook.id, 'failed');
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    expect((await send('get', `/${webhook.id}`)).body).toMatchObject({
      enabled: false,
      disabled_because: 'It failed for a day: The receiver responded with status 500.',
    });
    const health = await request(service.server)
      .post('/wp-json/nestpress/v1/health')
      .auth(ADMIN.user, ADMIN.password)
      .expect(200);
    expect(health.body.checks).toContainEqual(expect.objectContaining({ name: 'webhooks', state: 'warning' }));

    await admin.post('/posts', { title: 'Not sent' }).expect(201);
    receiver.status = 200;
    await send('post', `/${webhook.id}`, { enabled: true }).expect(200);
    const before = await delivery(webhook.id);
    await send('post', `/${webhook.id}/deliveries/${before.id}`).expect(200);
    await untilState(webhook.id, 'delivered');
    expect(receiver.received.at(-1)!.headers['webhook-id']).toBe(ids[0]);
    expect((await send('get', `/${webhook.id}`)).body).toMatchObject({ enabled: true, disabled_because: '' });
    await clean();
  });

  test('a receiver that is gone is not asked again', async () => {
    const { body: webhook } = await send('post', '', { url: receiver.url });
    receiver.status = 410;
    await admin.post('/categories', { name: 'Gone' }).expect(201);
    await until(async () => !(await send('get', `/${webhook.id}`)).body.enabled);
    expect(receiver.received).toHaveLength(1);
    await clean();
  });

  test('receivers that do not respond delay neither other receivers nor other jobs', async () => {
    const hanging = createServer();
    const sockets: Socket[] = [];
    hanging.on('connection', (socket) => sockets.push(socket.on('error', () => undefined)));
    hanging.listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const { port } = hanging.address() as AddressInfo;
    openLoopback();
    const options = service.app.select(WebhooksModule).get<OutboundOptions>(OUTBOUND_OPTIONS, { strict: true });
    const { timeoutMs } = options;
    Object.assign(options, { ports: new Set([receiver.port, port]), timeoutMs: 600_000 });
    const jobs = service.app.get(JobsService);
    const done: string[] = [];
    jobs.register<string>('test.note', async (text) => void done.push(text));
    try {
      const events = ['term.created'];
      for (let i = 0; i < 3; i++) await send('post', '', { url: `http://127.0.0.1:${port}/${i}`, events }).expect(201);
      await send('post', '', { url: receiver.url, events }).expect(201);
      for (let i = 0; i < 5; i++) await admin.post('/tags', { name: `Slow ${i}` }).expect(201);
      await until(() => sockets.length >= 6, 'two requests wait for each of the receivers');
      await untilReceived(5);
      await db.transaction((tx) => jobs.add(tx, 'test.note', 'mail'));
      await until(() => done.includes('mail'));
      expect(sockets).toHaveLength(6);
    } finally {
      Object.assign(options, { timeoutMs });
      for (const socket of sockets) socket.destroy();
      hanging.close();
      await clean();
    }
  });

  test('after a rotation both secrets verify', async () => {
    const { body: webhook } = await send('post', '', { url: receiver.url });
    const { body: rotated } = await send('post', `/${webhook.id}/secret`).expect(200);
    expect(rotated.secret).not.toBe(webhook.secret);
    expect(Date.parse(rotated.former_secret_until)).toBeGreaterThan(Date.now());
    expect((await send('post', `/${webhook.id}/test`).expect(200)).body).toMatchObject({
      event: 'webhook.test',
      state: 'delivered',
    });
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const secret of [webhook.secret, rotated.secret])
      expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
    await clean();
  });
});
