import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';
import { signIn } from '../../../support/console.js';

const IS_BUILT = existsSync(join(import.meta.dirname, '../../../../packages/graphiql/dist/index.html'));
/** A checkout may have been built without the files of the page. */
const PAGE = IS_BUILT ? 200 : 503;

anyEngine((engine) => {
  let service: TestApp;
  const start = (env: Record<string, string>) => {
    beforeAll(async () => {
      service = await startTestApp({ VARIANT: 'C', CONSOLE: 'on', GRAPHQL: 'on', ...env }, engine);
    });
    afterAll(() => service?.close());
  };
  const open = (path = '/graphiql/', cookie = '') => request(service.server).get(path).set('Cookie', cookie);

  describe('by default', () => {
    start({});

    test('visitors sign in first, and only those who manage the site get the page', async () => {
      expect((await open().expect(302)).headers.location).toBe('../console/graphiql');
      expect((await open('/graphiql').expect(301)).headers.location).toBe('graphiql/');
      await createUsers(clientOf(() => service, 'admin'));
      const { cookie: ofAuthor } = await signIn(service, { login: 'writer', password: PASSWORD });
      await open('/graphiql/', ofAuthor).expect(403);
      const { cookie } = await signIn(service);
      const { headers, text } = await open('/graphiql/', cookie).expect(PAGE);
      expect(headers['cache-control']).toBe('private, no-store');
      if (IS_BUILT) expect(text).toMatch(/data-nonce="[0-9a-f]{10}"/);
    });

    test('scripts come from the service alone', async () => {
      const { cookie } = await signIn(service);
      const policy = (await open('/graphiql/', cookie)).headers['content-security-policy'];
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      for (const path of ['nothing.js', 'index.html', '..%2f..%2fpackage.json'])
        await open(`/graphiql/${path}`).expect(404);
    });
  });

  describe('without the console', () => {
    start({ CONSOLE: 'off' });

    test('says who may open it', async () => {
      const { body } = await open().expect(401);
      expect(body).toMatchObject({ code: 'rest_not_logged_in', message: expect.stringContaining('manage the site') });
    });
  });

  describe('GRAPHIQL=public', () => {
    start({ GRAPHIQL: 'public', CONSOLE: 'off' });

    test('visitors get the page, without a nonce', async () => {
      const { text } = await open().expect(PAGE);
      if (IS_BUILT) expect(text).toContain('data-nonce=""');
    });
  });

  describe.each(['GRAPHIQL', 'GRAPHQL'])('%s=off', (name) => {
    start({ [name]: 'off' });

    test('there is no such page', () => open().expect(404));
  });
});
