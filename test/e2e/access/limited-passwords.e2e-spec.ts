import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { UNRECORDED, UserMetaStore } from '../../../src/access/user-meta.store.js';
import { type PhpValue, toStored } from '../../../src/text/php/index.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../support/app.js';
import { API, clientOf } from '../../support/clients.js';

const KEY = '_application_passwords';
const PATH = '/wp-json/nestpress/v1/users/1/application-passwords';

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine);
  });
  afterAll(() => service.close());

  const create = async (limits: object): Promise<string> => {
    const sent = request(service.server).post(PATH).auth('admin', 'correct horse battery');
    const { body } = await sent.send({ name: 'Limited', ...limits }).expect(201);
    expect(body).toMatchObject({ read_only: false, namespaces: [], ...limits });
    return body.password as string;
  };
  const send = (password: string, method: 'get' | 'post' | 'delete', path: string) =>
    request(service.server)[method](path).auth('admin', password);

  test('a password for reading reads what its account may read, and writes nothing', async () => {
    const password = await create({ read_only: true });
    await send(password, 'get', `${API}/settings`).expect(200);
    await send(password, 'get', '/wp-json/').expect(200);
    const { body } = await send(password, 'post', `${API}/posts`).send({ title: 'No' }).expect(403);
    expect(body.code).toBe('rest_credentials_limited');
    await send(password, 'get', `${API}/posts?_method=POST&title=No`).expect(403);
    await send(password, 'post', `${API}/posts/1`).set('X-HTTP-Method-Override', 'DELETE').expect(403);
    await send(password, 'post', '/wp-json/batch/v1').send({ requests: [] }).expect(403);
  });

  test('a password for a namespace is for nothing else, in batches too', async () => {
    const password = await create({ namespaces: ['nestpress/v1'] });
    await send(password, 'get', '/wp-json/nestpress/v1/counts').expect(200);
    expect((await send(password, 'get', `${API}/posts`).expect(403)).body.code).toBe('rest_credentials_limited');
    const parts = { requests: [{ path: '/wp/v2/posts', body: { title: 'No' } }] };
    const { body } = await send(password, 'post', '/wp-json/batch/v1').send(parts).expect(207);
    expect(body.responses[0].body.code).toBe('rest_credentials_limited');
    const sent = request(service.server).post(PATH).auth('admin', 'correct horse battery');
    expect((await sent.send({ name: 'X', namespaces: ['no/v1'] }).expect(400)).body.data.params.namespaces).toMatch(
      /^There is no namespace "no\/v1"/,
    );
  });

  test('a limited password writes, but cannot lift its limits', async () => {
    const password = await create({ namespaces: ['wp/v2'] });
    await send(password, 'post', `${API}/posts`).send({ title: 'Yes' }).expect(201);
    await send(password, 'post', `${API}/users/me`).send({ password: 'taken over' }).expect(403);
    await send(password, 'post', `${API}/users/me/application-passwords`).send({ name: 'More' }).expect(403);
    await send(password, 'post', PATH).send({ name: 'More' }).expect(403);
  });

  test('WordPress cannot verify it; limits that are lost allow nothing', async () => {
    const password = await create({ read_only: true });
    const meta = service.app.get(UserMetaStore);
    const stored = toStored((await meta.read(1, KEY))!);
    expect(stored).toContain('"$limited$');
    // Each list entry still has the members that WordPress reads.
    expect((await admin.get('/users/me/application-passwords').expect(200)).body.length).toBeGreaterThan(0);
    const withoutLimits = (list: PhpValue | undefined) => {
      for (const entry of (list as unknown as Map<unknown, Map<string, unknown>>).values())
        entry.delete('nestpress_limits');
      return list;
    };
    await meta.change(1, KEY, withoutLimits, UNRECORDED);
    await send(password, 'get', `${API}/settings`).expect(403);
  });
});
