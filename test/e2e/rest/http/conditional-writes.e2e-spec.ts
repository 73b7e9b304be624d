import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { API, clientOf } from '../../../support/clients.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { picture } from '../../../support/files.js';

const ROUNDS = 3;

/** Two services on one database stand for two processes: they share no memory. SQLite's single writer needs only one. */
eachEngine((engine) => {
  const services: TestApp[] = [];
  let drop: () => Promise<void> = async () => undefined;
  const admin = clientOf(() => services[0]!, 'admin');
  let number = 0;

  beforeAll(async () => {
    const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const env = { ...WEB, ...(place && { DATABASE_URL: place.url }) };
    services.push(await startTestApp(env));
    services.push(place ? await startTestApp(env) : services[0]!);
    drop = place?.drop ?? drop;
  });
  afterAll(async () => {
    for (const service of services) await service.close();
    await drop();
  });

  const created = async (path: string, body: object): Promise<string> =>
    `${path}/${(await admin.post(path, body).expect(201)).body.id}`;
  const upload = async (): Promise<string> => {
    const sent = request(services[0]!.server).post(`${API}/media`).auth(ADMIN.user, ADMIN.password);
    const { body } = await sent
      .set('Content-Disposition', 'attachment; filename="picture.png"')
      .type('image/png')
      .send(await picture(2, 2))
      .expect(201);
    return `/media/${body.id}`;
  };
  const account = () => ({ username: `user${++number}`, email: `user${number}@site.test`, password: 'a password' });

  const items: Record<string, { path(): Promise<string>; changes: readonly [object, object]; isPermanent?: true }> = {
    posts: {
      path: () => created('/posts', { title: 'Post', status: 'publish' }),
      changes: [{ title: 'A' }, { title: 'B' }],
    },
    pages: { path: () => created('/pages', { title: 'Page' }), changes: [{ content: 'A' }, { excerpt: 'B' }] },
    media: { path: upload, changes: [{ caption: 'A' }, { alt_text: 'B' }] },
    comments: {
      path: async () => created('/comments', { post: 1, content: `Text ${++number}` }),
      changes: [{ content: 'A' }, { author_name: 'B' }],
    },
    terms: {
      path: () => created('/categories', { name: `Term ${++number}` }),
      changes: [{ name: 'A' }, { description: 'B' }],
      isPermanent: true,
    },
    users: {
      path: () => created('/users', account()),
      changes: [{ first_name: 'A' }, { last_name: 'B' }],
      isPermanent: true,
    },
    settings: { path: async () => '/settings', changes: [{ title: 'A' }, { description: 'B' }] },
  };

  const versionOf = async (path: string): Promise<string> =>
    (await admin.get(path, { context: 'edit' }).expect(200)).headers.etag!;
  const send = (service: TestApp, method: 'put' | 'post' | 'delete', path: string, tag: string) => {
    const sent = request(service.server)[method](API + path);
    return sent.auth(ADMIN.user, ADMIN.password).set('If-Match', tag);
  };

  test.each(Object.entries(items))('of two concurrent changes to one version, one succeeds: %s', async (_, item) => {
    for (let round = 0; round < ROUNDS; round++) {
      const path = await item.path();
      const tag = await versionOf(path);
      const [first, second] = item.changes.map((change) =>
        Object.fromEntries(Object.entries(change).map(([name, value]) => [name, `${value} ${++number}`])),
      );
      const answers = await Promise.all([
        send(services[0]!, 'post', path, tag).send(first!),
        send(services[1]!, 'put', path, tag).send(second!),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const [lost, won] = answers.sort((a, b) => b.status - a.status);
      expect(lost!.body.code).toBe('rest_precondition_failed');
      if (won!.headers.etag !== undefined) expect(won!.headers.etag).toBe(await versionOf(path));
      else expect(path).toBe('/settings');
    }
  });

  const deletable = Object.entries(items).filter(([name]) => name !== 'settings');
  test.each(deletable)('of a concurrent change and deletion, one succeeds: %s', async (_, item) => {
    const path = await item.path();
    const tag = await versionOf(path);
    const query = item.isPermanent ? { force: true, reassign: 1 } : {};
    const answers = await Promise.all([
      send(services[0]!, 'delete', path, tag).query(query),
      send(services[1]!, 'post', path, tag).send(item.changes[0]),
    ]);
    const [won, lost] = answers.map(({ status }) => status).sort();
    expect(won).toBe(200);
    // 404 if the deletion was over before the change began.
    expect([404, 412]).toContain(lost);
  });
});
