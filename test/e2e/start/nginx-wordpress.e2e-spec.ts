import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../../../tools/free-port.mjs';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';
import { type Nginx, startNginx } from '../../support/nginx.js';
import { withProgram } from '../../support/programs.js';

/** Stands where WordPress is: what matters here is only who is asked. */
function startNeighbour(port: number): Promise<Server> {
  const server = createServer((request, response) =>
    response.setHeader('X-Neighbour', '1').end(`${request.method} ${request.url} ${request.headers.host}`),
  );
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done(server)));
}

withProgram(['nginx'], (program) => {
  let site: LiveSite;
  let neighbour: Server;
  let nginx: Nginx;
  let front: string;

  beforeAll(async () => {
    const [frontPort, neighbourPort] = [await freePort(), await freePort()];
    front = `http://127.0.0.1:${frontPort}`;
    site = await startLiveSite({ TRUSTED_PROXIES: '127.0.0.1' });
    neighbour = await startNeighbour(neighbourPort);
    nginx = await startNginx(program, 'alongside-wordpress.conf', frontPort, {
      '127.0.0.1:3000': new URL(site.url).host,
      '127.0.0.1:8080': `127.0.0.1:${neighbourPort}`,
    });
  });
  afterAll(async () => {
    await nginx.stop();
    await new Promise((done) => neighbour.close(done));
    await site.close();
  });

  async function owner(path: string, init: RequestInit = {}): Promise<string> {
    const { headers } = await fetch(front + path, { redirect: 'manual', ...init });
    const backend = headers.get('x-content-backend');
    expect(headers.get('x-neighbour') === '1').toBe(backend === 'wordpress');
    return backend ?? '';
  }

  test.each([
    '/wp-json/',
    '/wp-json',
    '/wp-json/wp/v2/posts',
    '/wp-json/wp/v2/posts/1?_embed',
    '/wp-json/wp/v2/posts/1/revisions',
    '/wp-json/wp/v2/pages/2/',
    '/wp-json/wp/v2/users/me',
    '/wp-json/wp/v2/types/post',
    '/wp-json/wp/v2/settings',
    '/wp-json/wp/v2/%70osts',
  ])('%s is ours', async (path) => expect(await owner(path)).toBe('nestpress'));

  test.each([
    '/',
    '/?p=1',
    '/wp-login.php',
    '/wp-admin/',
    '/hello-world/',
    '/wp-json/contact-form-7/v1/x',
    '/wp-json/wp/v2/posts/1/autosaves',
    '/wp-json/wp/v2/users/1/application-passwords',
    '/wp-json/wp/v2/blocks',
    '/wp-json/wp/v2/postsx',
    '/wp-jsonx',
    '/?rest_route=/wp/v2/posts',
  ])('%s stays with WordPress', async (path) => expect(await owner(path)).toBe('wordpress'));

  test('a route can be moved for readers only', async () => {
    expect(await owner('/wp-json/wp/v2/media')).toBe('nestpress');
    expect(await owner('/wp-json/wp/v2/media', { method: 'POST' })).toBe('wordpress');
    expect(await owner('/wp-json/wp/v2/posts', { method: 'POST' })).toBe('nestpress');
  });

  test('pages of wp-admin keep to WordPress', async () => {
    expect(await owner('/wp-json/wp/v2/posts', { headers: { 'x-wp-nonce': 'n' } })).toBe('wordpress');
  });

  test('WordPress sees the address and the host as the visitor sent them', async () => {
    expect(await (await fetch(`${front}/a%20b?x=%2F`)).text()).toBe(`GET /a%20b?x=%2F ${new URL(front).host}`);
  });

  test('while Nestpress is gone, WordPress answers for it', async () => {
    await site.app.close();
    const answer = await fetch(`${front}/wp-json/wp/v2/posts`);
    expect([answer.status, answer.headers.get('x-neighbour')]).toEqual([200, '1']);
  });
});
