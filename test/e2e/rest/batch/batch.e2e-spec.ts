import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const ROUTE = '/wp-json/batch/v1';

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const batch = (body: object) => request(service.server).post(ROUTE).auth(ADMIN.user, ADMIN.password).send(body);

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
  });
  afterAll(() => service.close());

  test('each part is answered as if it had come alone', async () => {
    const requests = [
      { path: '/wp/v2/tags?_fields=name', body: { name: 'One' } },
      { path: '/wp/v2/tags', body: {} },
      { path: '/wp/v2/settings', body: { title: 'x' } },
      { path: '/wp/v2/nowhere' },
      { path: '/wp/v2/posts/999999', method: 'DELETE' },
      { path: 'nonsense' },
    ];
    const { body } = await batch({ requests }).expect(207);
    expect(body.responses.map(({ status }: { status: number }) => status)).toEqual([201, 400, 400, 404, 404, 400]);
    expect(body.responses[0]).toMatchObject({ body: { name: 'One' }, headers: { Allow: 'GET, POST' } });
    expect(body.responses[2].body.code).toBe('rest_batch_not_allowed');
    expect(body.responses[3].headers).toEqual([]);
    const anonymous = await request(service.server)
      .post(ROUTE)
      .send({ requests: [{ path: '/wp/v2/tags', body: { name: 'Two' } }] });
    expect([anonymous.status, anonymous.body.responses[0].status]).toEqual([207, 401]);
  });

  test('nothing runs if all parts must be valid and one is not', async () => {
    const requests = [
      { path: '/wp/v2/tags', body: { name: 'Never' } },
      { path: '/wp/v2/posts', body: { status: 'bogus' } },
    ];
    const { body } = await batch({ requests, validation: 'require-all-validate' }).expect(207);
    expect(body).toMatchObject({ failed: 'validation', responses: [null, { status: 400, headers: [] }] });
    expect((await admin.get('/tags', { search: 'Never' }).expect(200)).body).toEqual([]);
  });

  test('a batch has at most 25 writes', async () => {
    const many = Array.from({ length: 26 }, () => ({ path: '/wp/v2/tags' }));
    const { body } = await batch({ requests: many }).expect(400);
    expect(body.data.details.requests.code).toBe('rest_too_many_items');
    await batch({ requests: [{ path: '/wp/v2/tags', method: 'GET' }] }).expect(400);
  });

  test('the route exists only where the interface has it', async () => {
    const other = await startTestApp({ VARIANT: 'A' }, engine);
    await request(other.server).post(ROUTE).send({ requests: [] }).expect(404);
    await other.close();
  });
});
