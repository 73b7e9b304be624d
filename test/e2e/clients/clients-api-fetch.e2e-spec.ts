import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import imported, { type APIFetchMiddleware } from '@wordpress/api-fetch';
import { picture } from '../../support/files.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';
import { type BrowserLogin, KEYS, logIn } from '../../support/logins.js';

interface Post {
  id: number;
  status: string;
  title: { raw?: string; rendered: string };
}

/** The package's types describe its CommonJS build, where the function is a member; Node runs the other one. */
const apiFetch = imported as unknown as typeof imported.default;
const MANY = 230;

describe.each(['A', 'B'])('@wordpress/api-fetch, VARIANT=%s', (variant) => {
  let site: LiveSite;
  let login: BrowserLogin;
  let root: APIFetchMiddleware;
  const used: APIFetchMiddleware[] = [];
  const nodeFetch = globalThis.fetch;
  /** Method and path of what went over the wire. */
  let sent: string[] = [];

  function use<T extends APIFetchMiddleware>(middleware: T): T {
    apiFetch.use(middleware);
    used.push(middleware);
    return middleware;
  }

  beforeAll(async () => {
    site = await startLiveSite({ ...KEYS, VARIANT: variant });
    login = await logIn(site);
    // Node's fetch has no cookie jar: this is a browser's that holds the one cookie.
    globalThis.fetch = (input, init) => {
      sent.push(`${init?.method ?? 'GET'} ${String(input).replace(site.url, '')}`);
      return nodeFetch(input, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), cookie: `${login.cookie.name}=${login.cookie.value}` },
      });
    };
    root = use(apiFetch.createRootURLMiddleware(site.root));
    apiFetch.nonceMiddleware = use(apiFetch.createNonceMiddleware(login.nonce));
    apiFetch.nonceEndpoint = `${site.url}/wp-admin/admin-ajax.php?action=rest-nonce`;
    use(apiFetch.mediaUploadMiddleware);
  });
  afterAll(async () => {
    globalThis.fetch = nodeFetch;
    used.splice(0).forEach((middleware) => apiFetch.unregister(middleware));
    await site.close();
  });
  beforeEach(() => {
    sent = [];
    apiFetch.nonceMiddleware!.nonce = login.nonce;
  });

  const thrown = (request: Promise<unknown>) =>
    request.then(
      () => Promise.reject(new Error('it was allowed')),
      (error: unknown) => error,
    );

  test('signs in by cookie and nonce; the nonce comes back fresh', async () => {
    expect(await apiFetch({ path: '/wp/v2/users/me?context=edit' })).toMatchObject({
      id: 1,
      capabilities: { manage_options: true },
    });
    const response = await apiFetch<unknown, false>({ path: '/wp/v2/settings', parse: false });
    expect(response.headers.get('x-wp-nonce')).toBe(login.nonce);
    expect(response.headers.get('allow')).toBe('GET, POST, PUT, PATCH');
  });

  test('changes and deletes by POST with a method override', async () => {
    const made = await apiFetch<Post>({
      path: '/wp/v2/posts',
      method: 'POST',
      data: { title: 'Draft', content: 'Words' },
    });
    expect(made).toMatchObject({ status: 'draft', title: { raw: 'Draft' } });
    const path = `/wp/v2/posts/${made.id}`;
    expect(await apiFetch({ path, method: 'PUT', data: { status: 'publish' } })).toMatchObject({ status: 'publish' });
    expect(await apiFetch({ path, method: 'PATCH', data: { title: 'Better' } })).toMatchObject({
      title: { raw: 'Better' },
    });
    expect(await apiFetch({ path, method: 'DELETE' })).toMatchObject({ status: 'trash' });
    expect(await apiFetch({ path: `${path}?force=true`, method: 'DELETE' })).toMatchObject({ deleted: true });
    expect(new Set(sent.map((line) => line.split(' ')[0]))).toEqual(new Set(['POST']));
  });

  test('per_page=-1 brings everything, page after page', async () => {
    for (let made = 0; made < MANY; made += 10) {
      const names = Array.from({ length: 10 }, (_, index) => `Tag ${made + index}`);
      await Promise.all(names.map((name) => apiFetch({ path: '/wp/v2/tags', method: 'POST', data: { name } })));
    }
    sent = [];
    const tags = await apiFetch<Array<{ id: number; name: string }>>({ path: '/wp/v2/tags?per_page=-1&orderby=id' });
    const total = await apiFetch<unknown, false>({ path: '/wp/v2/tags?per_page=1', parse: false });
    expect(String(tags.length)).toBe(total.headers.get('x-wp-total'));
    expect(new Set(tags.map(({ id }) => id)).size).toBe(tags.length);
    expect(sent.filter((line) => line.includes('orderby=id'))).toHaveLength(Math.ceil(tags.length / 100));
  });

  test('uploads a file; a refused one throws the error of the interface', async () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await picture(30, 20))], { type: 'image/png' }), 'tiny.png');
    body.append('title', 'Tiny');
    const media = await apiFetch<{ id: number; source_url: string }>({ path: '/wp/v2/media', method: 'POST', body });
    expect(media).toMatchObject({ title: { raw: 'Tiny' }, media_details: { width: 30, height: 20 } });
    expect((await nodeFetch(media.source_url)).status).toBe(200);
    const bad = new FormData();
    bad.append('file', new Blob(['<?php']), 'bad.php');
    expect(await thrown(apiFetch({ path: '/wp/v2/media', method: 'POST', body: bad }))).toMatchObject({
      code: 'rest_upload_unknown_error',
      data: { status: 500 },
    });
  });

  test('errors are thrown as their bodies', async () => {
    expect(await thrown(apiFetch({ path: '/wp/v2/posts/999999' }))).toEqual({
      code: 'rest_post_invalid_id',
      message: expect.any(String),
      data: { status: 404 },
    });
    expect(
      await thrown(apiFetch({ path: '/wp/v2/posts', method: 'POST', data: { status: 'nonsense' } })),
    ).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400, params: { status: expect.any(String) } },
    });
    expect(await thrown(apiFetch({ path: '/wp/v2/nowhere' }))).toMatchObject({
      code: 'rest_no_route',
      data: { status: 404 },
    });
  });

  test('a page left open overnight gets a new nonce and keeps working', async () => {
    apiFetch.nonceMiddleware!.nonce = login.staleNonce;
    expect(await apiFetch({ path: '/wp/v2/posts', method: 'POST', data: { title: 'Morning' } })).toMatchObject({
      title: { raw: 'Morning' },
    });
    expect(apiFetch.nonceMiddleware!.nonce).toBe(login.nonce);
    expect(sent.map((line) => line.replace(/[?&]_locale=user/, ''))).toEqual([
      'POST /wp-json/wp/v2/posts',
      'GET /wp-admin/admin-ajax.php?action=rest-nonce',
      'POST /wp-json/wp/v2/posts',
    ]);
  });

  test('anonymous requests get no nonce', async () => {
    const asked = (query: string, cookie?: string) =>
      nodeFetch(`${site.url}/wp-admin/admin-ajax.php${query}`, {
        headers: { origin: site.url, ...(cookie && { cookie }) },
      });
    const good = `${login.cookie.name}=${login.cookie.value}`;
    const fresh = await asked('?action=rest-nonce', good);
    expect([fresh.status, await fresh.text()]).toEqual([200, login.nonce]);
    expect(fresh.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(fresh.headers.get('cache-control')).toBe('no-store');
    expect(fresh.headers.get('access-control-allow-origin')).toBeNull();
    const refusals = [
      await asked('?action=rest-nonce'),
      await asked('?action=rest-nonce', `${good}0`),
      await asked('?action=heartbeat', good),
      await asked('', good),
    ];
    for (const refusal of refusals) expect([refusal.status, await refusal.text()]).toEqual([400, '0']);
  });

  test('works where the root is a query parameter', async () => {
    apiFetch.unregister(root);
    root = use(apiFetch.createRootURLMiddleware(`${site.url}/?rest_route=/`));
    expect(await apiFetch({ path: '/wp/v2/posts?per_page=2&context=edit' })).toHaveLength(2);
  });
});
