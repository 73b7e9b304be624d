import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { JobsService } from '../../../../src/platform/jobs/jobs.service.js';
import { OUTBOUND_OPTIONS, type OutboundOptions } from '../../../../src/platform/outbound/outbound-options.js';
import { OutboundModule } from '../../../../src/platform/outbound/outbound.module.js';
import { Database } from '../../../../src/database/database.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { until } from '../../../support/until.js';

const FEED = `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Harbour &amp; Co</title>
<link>https://feeds.test/</link><description>News</description>
<item><title>Ships &lt;b&gt;sail&lt;/b&gt;</title><link>https://feeds.test/?a=1&amp;b=2</link><pubDate>Wed, 05 Feb 2020 23:30:00 GMT</pubDate>
<dc:creator>Ann</dc:creator><description>One &lt;b&gt;two&lt;/b&gt; three &amp;amp; four</description></item>
<item><title></title><pubDate>Tue, 04 Feb 2020 10:00:00 GMT</pubDate></item></channel></rss>`;

anyEngine((engine) => {
  let service: TestApp;
  let other: Server;
  let origin: string;
  let requests: string[] = [];
  /** The feed is sent after `open` was called. */
  let open: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  const guest = clientOf(() => service);
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    other = createServer((incoming, response) => {
      requests.push(incoming.url ?? '');
      if (incoming.url === '/feed')
        void isOpen.then(() => response.writeHead(200, { 'Content-Type': 'text/xml' }).end(FEED));
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    origin = `http://feeds.test:${port}`;
    service = await startTestApp({ VARIANT: 'C', FETCH_EMBEDS: 'on' }, engine);
    const options = service.app.select(OutboundModule).get<OutboundOptions>(OUTBOUND_OPTIONS, { strict: true });
    Object.assign(options, {
      resolver: { addresses: () => Promise.resolve(['127.0.0.1']) },
      mayConnect: () => true,
      ports: new Set([port]),
    });
    await admin.post('/settings', { timezone: 'Europe/Berlin' }).expect(200);
  });
  afterAll(async () => {
    await service.close();
    other.closeAllConnections();
    other.close();
  });

  const block = (attributes: object) => `<!-- wp:rss ${JSON.stringify(attributes)} /-->`;
  const create = async (content: string): Promise<number> =>
    (await admin.post('/posts', { title: 'T', content, status: 'publish' }).expect(201)).body.id;
  const read = async (id: number): Promise<string> =>
    (await guest.get(`/posts/${id}`).expect(200)).body.content.rendered;
  /** Reads a post until feeds that it shows were fetched. */
  const readUntil = async (id: number, holds: (html: string) => boolean): Promise<string> => {
    let html = '';
    await until(async () => {
      await service.app.get(JobsService).runDue();
      html = await read(id);
      return holds(html);
    }, 'the feed is shown');
    return html;
  };

  test('a block shows a feed that was fetched in the background, and fetches it once', async () => {
    const id = await create(
      block({
        feedURL: `${origin}/feed`,
        displayDate: true,
        displayAuthor: true,
        displayExcerpt: true,
        excerptLength: 3,
      }),
    );
    expect(await read(id)).toBe('');
    open();
    const html = await readUntil(id, (shown) => shown !== '');
    expect(html).toBe(
      '<ul class="has-dates has-authors has-excerpts wp-block-rss">' +
        `<li class='wp-block-rss__item'><div class='wp-block-rss__item-title'><a href='https://feeds.test/?a=1&#038;b=2'>Ships sail</a></div>` +
        '<time datetime="2020-02-06T00:30:00+01:00" class="wp-block-rss__item-publish-date">February 6, 2020</time> ' +
        '<span class="wp-block-rss__item-author">by Ann</span>' +
        '<div class="wp-block-rss__item-excerpt">One two three [&hellip;]</div></li>' +
        `<li class='wp-block-rss__item'><div class='wp-block-rss__item-title'>(no title)</div>` +
        '<time datetime="2020-02-04T11:00:00+01:00" class="wp-block-rss__item-publish-date">February 4, 2020</time> </li></ul>',
    );
    const grid = { blockLayout: 'grid', columns: 3, itemsToShow: 1, openInNewTab: true, rel: 'nofollow' };
    const further = await create(block({ feedURL: `${origin}/feed`, ...grid, align: 'wide' }));
    expect(await read(further)).toMatch(
      /^<ul class="is-grid columns-3 alignwide wp-block-rss"><li [^]*' target="_blank" rel="nofollow">Ships sail<\/a><\/div><\/li><\/ul>$/,
    );
    expect(requests).toEqual(['/feed']);
  });

  test('a widget names the feed and links to its site', async () => {
    const raw = { url: `${origin}/feed`, items: 1, show_date: 1 };
    const { body } = await admin.post('/widgets', { id_base: 'rss', sidebar: 'side', instance: { raw } }).expect(201);
    expect(body.rendered).toContain(
      `<a class="rsswidget rss-widget-title" href="https://feeds.test/">Harbour &#038; Co</a>` +
        `<ul><li><a class='rsswidget' href='https://feeds.test/?a=1&#038;b=2'>Ships sail</a> <span class="rss-date">February 5, 2020</span></li></ul>`,
    );
    await admin.post('/settings', { date_format: 'j M H:i T' }).expect(200);
    const { body: zoned } = await admin.get(`/widgets/${body.id}`).expect(200);
    expect(zoned.rendered).toContain('<span class="rss-date">5 Feb 23:30 CET</span>');
  });

  test('neither feeds that cannot be read, nor the site itself, nor other addresses are shown', async () => {
    requests = [];
    const id = await create(
      ['http://site.test/', 'file:///etc/passwd', 'http://10.0.0.1/', `${origin}/gone`]
        .map((feedURL) => block({ feedURL }))
        .join(''),
    );
    await readUntil(id, () => requests.length > 0);
    expect(await read(id)).toMatch(
      /^<div class="components-placeholder">[^<]*<div class="notice notice-error">[^<]*<\/div><\/div>$/,
    );
    expect(requests).toEqual(['/gone']);
    const db = service.app.get(Database);
    const rows = await db.query(
      `SELECT option_name FROM ${db.tables.options} WHERE option_name LIKE 'nestpress_feed_%'`,
      [],
    );
    expect(rows).toHaveLength(2);
  });
});
