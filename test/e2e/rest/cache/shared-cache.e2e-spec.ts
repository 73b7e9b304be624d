import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PROFILES } from '../../../../src/variant/profiles.js';
import { freePort } from '../../../../tools/free-port.mjs';
import { ADMIN_AUTHORIZATION, startTestApp, type TestApp } from '../../../support/app.js';
import { KEYS, logIn } from '../../../support/logins.js';
import { type Nginx, startNginx } from '../../../support/nginx.js';
import { withProgram } from '../../../support/programs.js';

const BASIC = { authorization: ADMIN_AUTHORIZATION };

/** Successes and errors, which are all personal for an authenticated requester. */
const PATHS = [
  '/wp/v2/users/me',
  '/wp/v2/posts?context=edit',
  '/wp/v2/posts/1',
  '/wp/v2/posts?_envelope',
  '/wp/v2/settings',
  '/wp/v2/posts/999999',
  '/wp/v2/posts?per_page=none',
  '/wp/v2/nowhere',
  '/',
];

withProgram(['nginx'], (program) => {
  describe.each(Object.keys(PROFILES))('variant %s', (variant) => {
    let service: TestApp;
    let nginx: Nginx;
    let front: string;
    let cookies: Record<string, string>;

    beforeAll(async () => {
      const [frontPort, servicePort] = [await freePort(), await freePort()];
      front = `http://127.0.0.1:${frontPort}`;
      service = await startTestApp({ VARIANT: variant, SITE_URL: front, ...KEYS });
      await service.app.listen(servicePort, '127.0.0.1');
      nginx = await startNginx(program, join(import.meta.dirname, '../../../support/shared-cache.conf'), frontPort, {
        '127.0.0.1:3000': `127.0.0.1:${servicePort}`,
        '/var/cache/nginx/shared': 'FOLDER/cache',
      });
      const { cookie, nonce } = await logIn({ ...service, url: front, root: `${front}/wp-json/` });
      cookies = { cookie: `${cookie.name}=${cookie.value}`, 'x-wp-nonce': nonce };
    });
    afterAll(async () => {
      await nginx.stop();
      await service.close();
    });

    async function get(path: string, headers: Record<string, string> = {}) {
      const response = await fetch(`${front}/wp-json${path}`, { headers });
      await response.arrayBuffer();
      return {
        status: response.status,
        stored: response.headers.get('x-front-cache'),
        control: response.headers.get('cache-control'),
      };
    }

    // WordPress 7.1 also sends what forbids to store it at all.
    const control = `no-cache, must-revalidate, max-age=0${variant === 'C' ? ', no-store, private' : ''}`;

    test('a shared cache stores no response to an authenticated request', async () => {
      for (const [name, headers] of Object.entries({ basic: BASIC, cookies })) {
        for (const path of PATHS) {
          const url = `${path}${path.includes('?') ? '&' : '?'}as=${name}`;
          expect([url, (await get(url, headers)).stored]).toEqual([url, 'MISS']);
          expect([url, (await get(url, headers)).stored]).toEqual([url, 'MISS']);
        }
        expect(await get(`/wp/v2/users/me?as=${name}`, headers)).toMatchObject({ status: 200, control });
        expect((await get(`/wp/v2/users/me?as=${name}`)).status).toBe(401);
      }
    });

    test('it does store what the service sends without such a header', async () => {
      const states = [await get('/wp/v2/nothing'), await get('/wp/v2/nothing')].map(({ stored }) => stored);
      expect(states).toEqual(['MISS', 'HIT']);
    });
  });
});
