import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import {
  createEndPreviewHandler,
  createPassOnHandler,
  createPreviewHandler,
  createWebhookHandler,
  imageOf,
  PREVIEW_COOKIE,
  previewHeaders,
  resolveAddress,
} from '../../../packages/next/index.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';
import { ADMIN_AUTHORIZATION } from '../../support/app.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let site: LiveSite;
beforeAll(async () => {
  const env = { CONSOLE: 'on', SITE_PAGES: 'on', FRONT_END_URL: 'http://front.test', FRONT_END_LINKS: 'on' };
  site = await startLiveSite(env, 'sqlite');
});
afterAll(() => site.close());

/** What Next.js has in `next/headers`. */
function nextHeaders() {
  const jar = new Map<string, string>();
  const mode = {
    isEnabled: false,
    enable: () => void (mode.isEnabled = true),
    disable: () => void (mode.isEnabled = false),
  };
  const store = {
    get: (name: string) => (jar.has(name) ? { value: jar.get(name)! } : undefined),
    set: (name: string, value: string) => jar.set(name, value),
    delete: (name: string) => jar.delete(name),
  };
  return { jar, draftMode: () => mode, cookies: () => Promise.resolve(store) };
}

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${site.root}${path}`, {
    method: 'POST',
    headers: { Authorization: ADMIN_AUTHORIZATION, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as T;
}

test('a preview: from the address that the console opens to the draft, and out again', async () => {
  const { id } = await post<{ id: number }>('wp/v2/posts', { title: 'Soon', slug: 'soon' });
  const { url } = await post<{ url: string }>('nestpress/v1/preview-tokens', { post: id });
  expect(url.startsWith('http://front.test/api/preview?token=')).toBe(true);
  const headers = nextHeaders();
  const preview = createPreviewHandler({ api: site.root, ...headers });
  const refused = await preview(new Request('http://front.test/api/preview?token=1.1.1.0.x'));
  expect([refused.status, headers.draftMode().isEnabled]).toEqual([401, false]);
  const response = await preview(new Request(url));
  expect([response.status, response.headers.get('location')]).toEqual([307, `/?p=${id}`]);
  expect(headers.jar.has(PREVIEW_COOKIE)).toBe(true);
  const sent = await previewHeaders(headers);
  const found = await resolveAddress(`/?p=${id}`, { api: site.root, headers: sent });
  expect(found).toMatchObject({ kind: 'entry', id, item: { title: { rendered: 'Soon' } } });
  expect(await resolveAddress(`/?p=${id}`, { api: site.root })).toBeNull();
  expect((await createEndPreviewHandler(headers)()).headers.get('location')).toBe('/');
  expect([await previewHeaders(headers), headers.jar.size]).toEqual([{}, 0]);
  // A path never leads to another host.
  await post('nestpress/v1/preview-tokens', { post: id });
  const elsewhere = createPreviewHandler({ api: site.root, ...headers, pathOf: () => 'https://evil.example//x' });
  expect((await elsewhere(new Request(url))).headers.get('location')).toBe('/');
});

test('a webhook with a valid signature makes the tags of its message stale', async () => {
  const stale: string[] = [];
  const handler = createWebhookHandler({
    secret: SECRET,
    tagsOfMessage: ({ data }: { data: { id: number } }) => ['/wp/v2/posts', `/wp/v2/posts/${data.id}`],
    revalidateTag: (tag) => stale.push(tag),
  });
  const body = JSON.stringify({ type: 'entry.published', data: { id: 7 } });
  const send = (secret: string, at = new Date()) =>
    handler(
      new Request('http://front.test/api/revalidate', {
        method: 'POST',
        body,
        headers: {
          'webhook-id': 'one',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('one', at, body)}`,
        },
      }),
    );
  expect((await send(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).status).toBe(401);
  expect((await send(SECRET, new Date(Date.now() - 600_000))).status).toBe(401);
  expect(stale).toEqual([]);
  expect((await send(SECRET)).status).toBe(200);
  expect(stale).toEqual(['/wp/v2', '/wp/v2/posts', '/wp/v2/posts/7']);
});

test('the sitemap and feeds are passed on, pages are not', async () => {
  const handler = createPassOnHandler({ site: site.url });
  const sitemap = await handler(new Request('http://front.test/sitemap-post-1.xml'));
  expect([sitemap.status, sitemap.headers.get('content-type')]).toEqual([200, 'application/xml; charset=UTF-8']);
  expect(await sitemap.text()).toContain('<loc>http://front.test/');
  expect((await handler(new Request('http://front.test/feed/'))).status).toBe(200);
  expect((await handler(new Request('http://front.test/sample-page/'))).status).toBe(404);
});

test('images have their sizes of the same shape', () => {
  const media_details = {
    width: 1200,
    height: 800,
    sizes: {
      medium: { width: 300, height: 200, source_url: '/m.jpg' },
      thumbnail: { width: 150, height: 150, source_url: '/t.jpg' },
    },
  };
  expect(imageOf({ source_url: '/a.jpg', alt_text: 'A', media_details })).toEqual({
    src: '/a.jpg',
    alt: 'A',
    width: 1200,
    height: 800,
    srcSet: '/m.jpg 300w, /a.jpg 1200w',
  });
  expect(imageOf({ source_url: '/a.pdf' })).toEqual({ src: '/a.pdf', alt: '' });
});
