import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ChangeFeedStore } from '../../../../src/features/change-feed/change-feed.store.js';
import { Webhook, WebhookDelivery } from '../../../../src/features/webhooks/webhook.entity.js';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { FormSubmission } from '../../../../src/modules/forms/submission/submission.entities.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';

const ROWS = 95;

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let webhook: number;

  const addSubmissions = (count: number) =>
    db.transaction((tx) =>
      tx.insert(
        FormSubmission,
        Array.from({ length: count }, () => ({
          form: 1,
          status: 'received',
          fields: '{}',
          about: '{}',
          receivedAt: 1,
        })),
      ),
    );
  const addDeliveries = (count: number) =>
    db.transaction((tx) =>
      tx.insert(
        WebhookDelivery,
        Array.from({ length: count }, (_, index) => ({
          webhook,
          state: index % 5 === 0 ? ('failed' as const) : ('delivered' as const),
          body: '{}',
          attempts: '',
          response: '',
        })),
      ),
    );

  const addImages = (count: number) =>
    db.transaction(async (tx) => {
      const image = { author: 1, type: 'attachment', status: 'inherit', mimeType: 'image/png', title: 'x' };
      const texts = { content: '', excerpt: '', toPing: '', pinged: '', contentFiltered: '' };
      for (let i = 0; i < count; i++) await tx.insert(Post, { ...image, ...texts });
    });

  beforeAll(async () => {
    service = await startTestApp({ ...WEB }, engine);
    db = service.app.get(Database);
    const row = { url: 'https://receiver.test/', events: '', types: '', isEnabled: 0 };
    webhook = (await db.transaction((tx) => tx.insert(Webhook, row))).insertId;
    await addSubmissions(ROWS);
    await addDeliveries(ROWS);
  });
  afterAll(() => service?.close());

  const get = (url: string, headers: Record<string, string> = {}) =>
    request(service.server).get(url).set(headers).auth(ADMIN.user, ADMIN.password);
  const nextOf = ({ headers }: request.Response) =>
    /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1];

  /** Follows the links from the beginning to the end, adding rows on the way. */
  const walk = async (path: string, add: () => Promise<unknown>) => {
    const ids: number[] = [];
    for (let url: string | undefined = path; url !== undefined;) {
      const reply: request.Response = await get(url).expect(200);
      ids.push(...(reply.body as { id: number }[]).map(({ id }) => id));
      expect(reply.headers['x-wp-total']).toBeUndefined();
      await add();
      url = nextOf(reply);
    }
    return ids;
  };
  const descending = (ids: readonly number[]) => [...ids].sort((a, b) => b - a);

  test('a list that is read by cursor has every item once, whatever is added meanwhile', async () => {
    const submissions = '/wp-json/nestpress/v1/submissions';
    const ids = await walk(`${submissions}?cursor=&per_page=20`, () => addSubmissions(3));
    expect(ids).toHaveLength(ROWS);
    expect(ids).toEqual(descending([...new Set(ids)]));
    const rising = await walk(`${submissions}?cursor=&per_page=50&order=asc&status=received`, () => Promise.resolve());
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    expect(rising.length).toBeGreaterThan(ROWS);
    const deliveries = `/wp-json/nestpress/v1/webhooks/${webhook}/deliveries`;
    const sent = await walk(`${deliveries}?cursor=&per_page=20`, () => addDeliveries(3));
    expect(sent).toHaveLength(ROWS);
    expect(sent).toEqual(descending([...new Set(sent)]));
    const failed = await walk(`${deliveries}?cursor=&per_page=7&state=failed`, () => Promise.resolve());
    expect(failed.length).toBeGreaterThanOrEqual(ROWS / 5);
    await addImages(25);
    const images = await walk('/wp-json/nestpress/v1/media/without-alt?cursor=&per_page=10', () => addImages(2));
    expect(images).toHaveLength(25);
    expect(images).toEqual(descending([...new Set(images)]));
  });

  test('a cursor of no list is an error, and pages work as before', async () => {
    const path = `/wp-json/nestpress/v1/webhooks/${webhook}/deliveries`;
    expect((await get(`${path}?cursor=x`).expect(400)).body.code).toBe('rest_invalid_param');
    await get('/wp-json/nestpress/v1/submissions?cursor=-1').expect(400);
    const page = await get(`${path}?page=2&per_page=10`).expect(200);
    expect(Number(page.headers['x-wp-total'])).toBeGreaterThanOrEqual(ROWS);
  });

  test('a page beyond what the engine can count is not an error of the service', async () => {
    const refused = new Set<number>();
    for (const path of ['submissions', 'media/without-alt', `webhooks/${webhook}/deliveries`]) {
      const { status } = await get(`/wp-json/nestpress/v1/${path}?page=99999999999999999999999`);
      refused.add(status);
    }
    expect(refused).not.toContain(500);
  });

  test('If-None-Match saves what the client knows', async () => {
    await service.app.get(ChangeFeedStore).build();
    const { cursor } = (await get('/wp-json/nestpress/v1/changes').expect(200)).body as { cursor: string };
    const paths = [
      'submissions?cursor=',
      'media/without-alt?cursor=',
      `webhooks/${webhook}/deliveries?per_page=5`,
      `changes?since=${cursor}`,
    ];
    for (const path of paths) {
      const first = await get(`/wp-json/nestpress/v1/${path}`).expect(200);
      const etag = first.headers.etag as string;
      const again = await get(`/wp-json/nestpress/v1/${path}`, { 'if-none-match': etag }).expect(304);
      expect(again.text).toBe('');
      await get(`/wp-json/nestpress/v1/${path}`, { 'if-none-match': '"another"' }).expect(200);
    }
    const etag = (await get('/wp-json/nestpress/v1/submissions?cursor=').expect(200)).headers.etag as string;
    await addSubmissions(1);
    await get('/wp-json/nestpress/v1/submissions?cursor=', { 'if-none-match': etag }).expect(200);
  });
});
