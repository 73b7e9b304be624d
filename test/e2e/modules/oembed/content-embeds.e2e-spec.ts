import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { JobsService } from '../../../../src/platform/jobs/jobs.service.js';
import { OUTBOUND_OPTIONS, type OutboundOptions } from '../../../../src/platform/outbound/outbound-options.js';
import { OutboundModule } from '../../../../src/platform/outbound/outbound.module.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { until } from '../../../support/until.js';

interface Shown {
  id: number;
  link: string;
  html: string;
}

anyEngine((engine) => {
  let service: TestApp;
  let provider: Server;
  let origin: string;
  /** Paths of the requests to the provider, which answers once `open` was called. */
  let asked: string[] = [];
  let open: () => void;
  let isOpen: Promise<void>;
  const guest = clientOf(() => service);
  const admin = clientOf(() => service, 'admin');

  const create = async (content: string, fields: object = {}): Promise<Shown> => {
    const { body } = await admin.post('/posts', { title: 'T', content, status: 'publish', ...fields }).expect(201);
    return { id: body.id, link: body.link, html: body.content.rendered };
  };
  const read = async (id: number): Promise<string> =>
    (await guest.get(`/posts/${id}`).expect(200)).body.content.rendered;
  const listed = async (id: number): Promise<string> =>
    (await guest.get('/posts', { include: id }).expect(200)).body[0].content.rendered;
  const cached = async (id: number): Promise<Record<string, string>> => {
    const db = service.app.get(Database);
    const rows = await db.query<{ name: string; value: string }>(
      `SELECT meta_key AS name, meta_value AS value FROM ${db.tables.postmeta} WHERE post_id = ? AND meta_key LIKE '!_oembed!_%' ESCAPE '!'`,
      [id],
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name.replace(/[0-9a-f]{32}$/, '*'), value]));
  };

  beforeAll(async () => {
    service = await startTestApp({ FETCH_EMBEDS: 'on' }, engine);
    provider = createServer((incoming, response) => {
      const url = new URL(incoming.url ?? '/', 'http://provider.test');
      asked.push(url.pathname);
      void isOpen.then(() => {
        if (url.pathname === '/oembed') {
          const { width, height } = {
            width: url.searchParams.get('maxwidth'),
            height: url.searchParams.get('maxheight'),
          };
          const html = `<p>x</p>\n<iframe src="https://provider.test/frame?w=${width}&amp;h=${height}"></iframe>`;
          response.writeHead(200, { 'Content-Type': 'application/json' });
          response.end(JSON.stringify({ version: '1.0', type: 'rich', html }));
        } else if (url.pathname.startsWith('/page')) {
          response.writeHead(200, { 'Content-Type': 'text/html' });
          response.end(`<head><link type="application/json+oembed" href="${origin}/oembed?of=${url.pathname}"></head>`);
        } else response.writeHead(404).end();
      });
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const { port } = provider.address() as AddressInfo;
    origin = `http://provider.test:${port}`;
    const options = service.app.select(OutboundModule).get<OutboundOptions>(OUTBOUND_OPTIONS, { strict: true });
    Object.assign(options, {
      resolver: { addresses: () => Promise.resolve(['127.0.0.1']) },
      mayConnect: () => true,
      ports: new Set([port]),
    });
  });
  beforeEach(() => {
    asked = [];
    isOpen = new Promise((resolve) => {
      open = resolve;
    });
  });
  afterAll(async () => {
    open();
    await service.close();
    provider.closeAllConnections();
    provider.close();
  });

  test('a URL of a post of this site, alone on a line or in [embed], embeds the post', async () => {
    const { link } = await create('x', { title: 'Embedded "one"' });
    const lone = await create(`before\n\n${link}\n\nafter`);
    expect(lone.html).toMatch(
      new RegExp(
        `<blockquote class="wp-embedded-content" data-secret="\\w+"><p><a href="${link}">Embedded &#8220;one&#8221;</a>`,
      ),
    );
    expect(lone.html).toMatch(
      new RegExp(`<iframe [^>]*src="${link}embed/#\\?secret=\\w+"[^>]* width="525" height="296"`),
    );
    const { html } = await create(`[embed width="300"]${link}[/embed]`);
    expect(html).toMatch(/<iframe [^>]* width="300" height="200"/);
    expect((await create(`see ${link} there`)).html).not.toContain('iframe');
    expect(Object.keys(await cached(lone.id))).toEqual([]);
  });

  test('an embed follows the embedded post: its title, its status, its deletion', async () => {
    const { id, link } = await create('x', { title: 'First' });
    const embedding = await create(link);
    const shown = async () => {
      // The second responses come from the caches.
      const [one] = [await read(embedding.id), await listed(embedding.id)];
      expect([await read(embedding.id), await listed(embedding.id)]).toEqual([one, one]);
      return />(First|Second)<\/a>/.exec(one)?.[1];
    };
    expect(await shown()).toBe('First');
    await admin.post(`/posts/${id}`, { title: 'Second' }).expect(200);
    expect(await shown()).toBe('Second');
    await admin.post(`/posts/${id}`, { status: 'private' }).expect(200);
    expect(await shown()).toBeUndefined();
    await admin.post(`/posts/${id}`, { status: 'publish' }).expect(200);
    expect(await shown()).toBe('Second');
    await admin.delete(`/posts/${id}`, { force: true }).expect(200);
    expect(await shown()).toBeUndefined();
    expect(await read(embedding.id)).toBe(`<p>${link}</p>\n`);
    expect(asked).toEqual([]);
  });

  test('a page of posts with embeds of this site costs as many queries as a page with one', async () => {
    const targets = [await create('a'), await create('b'), await create('c'), await create('d')];
    const posts: number[] = [];
    for (const { link } of targets) posts.push((await create(`${link}\n\n${targets[0]!.link}`)).id);
    const cost = (ids: number[]) =>
      // Authenticated answers come from no cache.
      fewestStatements(() => admin.get('/posts', { include: ids.join(), context: 'view' }).expect(200));
    expect(await cost(posts)).toBe(await cost(posts.slice(0, 1)));
  });

  test('a URL of another site is fetched by a job, cached as WordPress does, and shown from then on', async () => {
    const url = `${origin}/page-1`;
    const one = await create(url);
    expect(one.html).toBe(`<p>${url}</p>\n`);
    const two = await create(`[embed]${url}[/embed]\n\n[embed width="300"]${url}[/embed]`);
    await until(() => asked.includes('/page-1'), 'the provider is asked');
    expect(await read(one.id)).toBe(one.html);
    open();
    await until(async () => (await read(one.id)).includes('iframe'), 'the embed of the first post is shown');
    await until(async () => (await read(two.id)).split('iframe class').length === 3, 'those of the second are shown');
    expect(await read(one.id)).toContain('src="https://provider.test/frame?w=525&#038;h=788#?secret=');
    expect(await read(two.id)).toContain('src="https://provider.test/frame?w=300&#038;h=788#?secret=');
    expect(await cached(one.id)).toEqual({
      '_oembed_*': expect.stringMatching(/^<iframe class="wp-embedded-content"[^\n]*<\/iframe>$/),
      '_oembed_time_*': expect.stringMatching(/^\d{10}$/),
    });
    const before = asked.length;
    await read(one.id);
    await service.app.get(JobsService).runDue();
    expect(asked.length).toBe(before);
  });

  test('a URL without an embed is remembered as unknown and stays text or a link', async () => {
    open();
    const { id } = await create(`${origin}/none`);
    await until(async () => (await cached(id))['_oembed_*'] === '{{unknown}}', 'the failure is cached');
    expect(await read(id)).toBe(`<p>${origin}/none</p>\n`);
    const before = asked.length;
    await admin.get(`/posts/${id}`).expect(200);
    await service.app.get(JobsService).runDue();
    expect(asked.length).toBe(before);
  });
});

test('with FETCH_EMBEDS off nothing is queued', async () => {
  const service = await startTestApp({ FETCH_EMBEDS: 'off' });
  try {
    await clientOf(() => service, 'admin')
      .post('/posts', { content: 'https://provider.test/page', status: 'publish' })
      .expect(201);
    expect(await service.app.get(JobsService).list(['waiting', 'done', 'dead'], 10)).toEqual([]);
  } finally {
    await service.close();
  }
});
