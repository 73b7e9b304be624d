import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { MetricsService } from '../../../../src/features/metrics/metrics.service.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { until } from '../../../support/until.js';
import { type FakeWordPress, type ReceivedRequest, startFakeWordPress } from '../../../support/fake-wordpress.js';

const PRICE = '<!-- wp:acme/price {"id":7} /-->';

anyEngine((engine) => {
  let wordpress: FakeWordPress;
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  /** What WordPress renders; by default the requested contents with a price for the block and the shortcode. */
  let render: (id: number) => string;
  let isDown = false;

  beforeAll(async () => {
    wordpress = await startFakeWordPress();
    wordpress.on('/wp/v2/posts', ({ query }, response) => {
      if (isDown) return void response.writeHead(503).end();
      const ids = query.get('include')!.split(',').map(Number);
      void Promise.all(
        ids.map((id) => admin.get(`/posts/${id}`, { context: 'edit', _fields: 'id,modified_gmt' })),
      ).then((found) =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(
          JSON.stringify(
            found.map(({ body }) => ({
              ...body,
              content: { rendered: render(body.id) },
              excerpt: { rendered: '<p>theirs</p>\n' },
            })),
          ),
        ),
      );
    });
    service = await startTestApp(
      {
        VARIANT: 'C',
        WORDPRESS_URL: wordpress.accountUrl,
        METRICS_PORT: '9464',
      },
      engine,
      {},
      { wordpress: { contentWaitMs: 10_000 } },
    );
  });
  afterAll(async () => {
    await service.close();
    await wordpress.close();
  });
  beforeEach(() => {
    render = (id) => `<p>rendered ${id}</p>`;
    wordpress.requests.length = 0;
  });
  afterEach(() => void (isDown = false));

  const asked = (): ReceivedRequest[] => wordpress.requests.filter(({ route }) => route === '/wp/v2/posts');
  const create = async (content: string, more: object = {}): Promise<number> =>
    (await admin.post('/posts', { title: 't', content, status: 'publish', ...more }).expect(201)).body.id as number;
  const read = async (id: number) =>
    (await request(service.server).get(`/wp-json/wp/v2/posts/${id}`).expect(200)).body as {
      content: { rendered: string };
      excerpt: { rendered: string };
    };

  test('an unknown block is rendered by WordPress as for a visitor, once, for all processes and requests', async () => {
    const id = await create(`<!-- wp:paragraph --><p>Costs</p><!-- /wp:paragraph -->${PRICE}`);
    const { content, excerpt } = await read(id);
    expect(content.rendered).toBe(`<p>rendered ${id}</p>`);
    expect(excerpt.rendered).toBe('<p>theirs</p>\n');
    await read(id);
    await request(service.server).get('/wp-json/wp/v2/posts').expect(200);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]!.headers).not.toHaveProperty('authorization');
    expect(await service.app.get(MetricsService).text()).toContain(
      'nestpress_wordpress_requests_total{purpose="content",result="ok"} 1',
    );
  });

  test('links to the internal address are those of the site', async () => {
    render = (id) =>
      `<a href="${wordpress.url}/p/${id}">a</a><a href="/index.php?rest_route=x&#038;include=${id}&#038;p=2">b</a>`;
    const id = await create(PRICE);
    const { rendered } = (await read(id)).content;
    expect(rendered).toBe(`<a href="http://site.test/p/${id}">a</a><a href="?p=2">b</a>`);
  });

  test('a change of the entry makes it stale, another request does not', async () => {
    const id = await create(PRICE);
    await read(id);
    render = () => '<p>second</p>';
    await read(id);
    await admin.put(`/posts/${id}`, { content: `${PRICE}<p>more</p>` }).expect(200);
    expect((await read(id)).content.rendered).toBe('<p>second</p>');
    expect(asked()).toHaveLength(2);
  });

  test('shortcodes that WordPress leaves unchanged are not requested again', async () => {
    render = (id) => `<p>[sic] ${id}</p>`;
    for (const text of ['A quote [sic].', 'Another [sic].'])
      expect((await read(await create(text))).content.rendered).toBe(`<p>${text}</p>\n`);
    expect(asked()).toHaveLength(1);
    const priced = await create('[price]');
    expect((await read(priced)).content.rendered).toBe(`<p>[sic] ${priced}</p>`);
  });

  test('each entry of a list is rendered by a request of its own', async () => {
    isDown = true;
    const ids = [await create(`${PRICE}<p>1</p>`), await create(`${PRICE}<p>2</p>`)];
    isDown = false;
    const before = asked().length;
    // After a failure no request waits; the queue continues in the background.
    await until(async () => (await read(ids[0]!)).content.rendered.includes('rendered'), 'WordPress is asked again');
    const { body } = await request(service.server)
      .get(`/wp-json/wp/v2/posts?include=${ids.join()}&orderby=include`)
      .expect(200);
    expect(body.map((one: { content: { rendered: string } }) => one.content.rendered)).toEqual(
      ids.map((id) => `<p>rendered ${id}</p>`),
    );
    const included = asked()
      .slice(before)
      .map(({ query }) => Number(query.get('include')));
    expect(included.sort((one, other) => one - other)).toEqual(ids);
  });

  test('drafts and entries with a password are rendered here, with their saved HTML', async () => {
    const saved = '<!-- wp:acme/box --><div>kept</div><!-- /wp:acme/box -->';
    const draft = await create(saved, { status: 'draft' });
    const locked = await create(saved, { password: 'x' });
    for (const id of [draft, locked]) {
      const { body } = await admin.get(`/posts/${id}`, { context: 'edit' }).expect(200);
      expect(body.content.rendered).toContain('<div>kept</div>');
    }
    expect(asked()).toHaveLength(0);
  });

  test('what WordPress does not show, or shows in another version, stays as it is saved', async () => {
    wordpress.routes['/wp/v2/pages'] = [];
    const page = (
      await admin
        .post('/pages', {
          title: 'p',
          status: 'publish',
          content: '<!-- wp:acme/box --><i>kept</i><!-- /wp:acme/box -->',
        })
        .expect(201)
    ).body.id as number;
    const { body } = await request(service.server).get(`/wp-json/wp/v2/pages/${page}`).expect(200);
    expect(body.content.rendered).toBe('<i>kept</i>');
    expect(wordpress.requests.filter(({ route }) => route === '/wp/v2/pages')).toHaveLength(1);
  });
});
