import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { ADMIN, type EngineName, eachEngine, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { startPluginSite, storeOptions } from '../../../support/plugin-site.js';

const PLUGIN = 'wordpress-seo/wp-seo.php';
const TITLES = {
  separator: 'sc-dash',
  'post_types-post-maintax': 'category',
  'title-post': '%%title%% %%page%% %%sep%% %%sitename%%',
  'metadesc-page': 'Page: %%title%% %%unknown_variable%%',
  company_or_person: 'company',
  company_name: 'Harbour Ltd',
};

/** The columns that are read and written here. */
async function createIndexables(database: Database): Promise<void> {
  const table = `${database.tablePrefix}yoast_indexable`;
  await database.transaction(async (tx) => {
    await tx.execute(
      `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, object_id BIGINT, object_type VARCHAR(32), ` +
        'open_graph_image TEXT, open_graph_image_id VARCHAR(191), open_graph_image_source TEXT)',
      [],
      table,
    );
    await tx.execute(
      `INSERT INTO ${table} VALUES (1, 1, 'post', 'http://site.test/found.png', NULL, 'first-content-image'), (2, 2, 'post', NULL, NULL, NULL)`,
      [],
      table,
    );
  });
}

const uploads = mkdtempSync(join(tmpdir(), 'nestpress-uploads-'));
afterAll(() => rmSync(uploads, { recursive: true, force: true }));

const start = (engine: EngineName) =>
  startPluginSite(
    engine,
    PLUGIN,
    { wpseo: { version: '28.4' }, wpseo_titles: TITLES, wpseo_social: { opengraph: true, twitter: true } },
    { env: { ...WEB, UPLOADS_DIR: uploads }, fill: createIndexables },
  );

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const get = async (path: string, status = 200) =>
    (await request(service.server).get(`/wp-json${path}`).expect(status)).body;
  const head = async (path: string) => (await get(path)).yoast_head_json;
  const indexables = () =>
    service.app
      .get(Database)
      .query<{ id: number }>(
        `SELECT object_id AS id FROM ${service.app.get(Database).tablePrefix}yoast_indexable ORDER BY id`,
      );

  beforeAll(async () => {
    service = await start(engine);
  });
  afterAll(() => service.close());

  test('a post has the head that its meta, the templates and the plugin’s row make', async () => {
    const { title, og_image: images, robots, schema } = await head('/wp/v2/posts/1');
    expect(title).toMatch(/ - \S/);
    expect(images).toEqual([{ url: 'http://site.test/found.png', type: '', width: '', height: '' }]);
    expect(robots.index).toBe('index');
    const types = schema['@graph'].map((node: Record<string, unknown>) => node['@type']);
    expect(types).toEqual(expect.arrayContaining(['Article', 'WebPage', 'WebSite', 'Person']));
    // A company without a logo.
    expect(types).not.toContain('Organization');
    expect(schema['@graph'][0]).not.toHaveProperty('publisher');
    const { yoast_head: html } = await get('/wp/v2/posts/1');
    expect(html).toContain('<meta property="og:type" content="article" />');
  });

  test('a write changes the head and deletes the row, so that the plugin builds it again', async () => {
    expect((await indexables()).map(({ id }) => Number(id))).toEqual([1, 2]);
    const meta = { _yoast_wpseo_title: 'Own %%sep%% <b>title</b>', _yoast_wpseo_metadesc: 'Own text' };
    await admin.post('/posts/1', { meta }).expect(200);
    expect(await head('/wp/v2/posts/1')).toMatchObject({
      title: 'Own - title',
      description: 'Own text',
      og_title: 'Own - title',
    });
    expect((await indexables()).map(({ id }) => Number(id))).toEqual([2]);
    expect((await get('/wp/v2/posts/1')).meta).not.toHaveProperty('_yoast_wpseo_title');
    expect((await admin.get('/posts/1').expect(200)).body.meta._yoast_wpseo_title).toBe('Own %%sep%% <b>title</b>');
  });

  test('addresses in tags are readable, those in the graph are encoded', async () => {
    const { body } = await admin.post('/posts', { title: 'Küste', slug: 'küste-🌊', status: 'publish' }).expect(201);
    const { canonical, og_url: url, schema } = await head(`/wp/v2/posts/${body.id}`);
    expect([canonical, url]).toEqual([expect.stringContaining('🌊'), canonical]);
    expect(schema['@graph'][0]['@id']).toContain('%f0%9f%8c%8a');
  });

  test('a list takes as many queries for many entries as for one', async () => {
    for (let number = 0; number < 12; number++)
      await admin.post('/posts', { title: `Post ${number}`, content: 'Text', status: 'publish' }).expect(201);
    const queriesOf = (perPage: number) =>
      fewestStatements(() => admin.get(`/posts?per_page=${perPage}&_fields=id,yoast_head_json`).expect(200));
    expect(await queriesOf(12)).toBe(await queriesOf(2));
  });

  test('a manual excerpt describes a post as it was written, an automatic one is typeset once', async () => {
    const publish = async (values: object) =>
      head(`/wp/v2/posts/${(await admin.post('/posts', { status: 'publish', ...values }).expect(201)).body.id}`);
    const manual = await publish({ title: 'Manual', content: 'Text', excerpt: 'A "quote" -- & <b>more</b>' });
    expect(manual.og_description).toBe('A "quote" -- & more');
    const automatic = await publish({ title: 'Automatic', content: '"Text" <code>a -- "b"</code>' });
    expect(automatic.og_description).toBe('&#8220;Text&#8221; a -- "b"');
  });

  test('zero counts as no value', async () => {
    const meta = { _yoast_wpseo_title: '0', _yoast_wpseo_metadesc: '0' };
    const { body } = await admin.post('/posts', { title: 'Zero', status: 'publish', meta }).expect(201);
    const found = await head(`/wp/v2/posts/${body.id}`);
    expect(found.title).toMatch(/^Zero - /);
    expect(found).not.toHaveProperty('description');
  });

  test('the deepest of several terms is the trail of a post', async () => {
    const category = async (values: object) => (await admin.post('/categories', values).expect(201)).body.id as number;
    const [top, other] = [await category({ name: 'Top' }), await category({ name: 'Another' })];
    const middle = await category({ name: 'Middle', parent: top });
    const low = await category({ name: 'Low', parent: middle });
    const { body } = await admin
      .post('/posts', { title: 'Deep', status: 'publish', categories: [other, low] })
      .expect(201);
    const { schema } = await head(`/wp/v2/posts/${body.id}`);
    const trail = schema['@graph'].find((node: Record<string, unknown>) => node['@type'] === 'BreadcrumbList');
    const names = trail.itemListElement.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Home', 'Top', 'Middle', 'Low', 'Deep']);
  });

  test('an image of a content is found by its file', async () => {
    const { body: media } = await request(service.server)
      .post('/wp-json/wp/v2/media')
      .auth(ADMIN.user, ADMIN.password)
      .set('content-type', 'image/png')
      .set('content-disposition', 'attachment; filename="boat.png"')
      .send(
        await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      )
      .expect(201);
    const content = `<img src="${(media.source_url as string).replace('.png', '-300x200.png')}">`;
    const { body } = await admin.post('/posts', { title: 'Image', content, status: 'publish' }).expect(201);
    const { og_image: images, schema } = await head(`/wp/v2/posts/${body.id}`);
    expect(images[0].url).toContain('-300x200.png');
    const image = schema['@graph'].find((node: Record<string, unknown>) => node['@type'] === 'ImageObject');
    expect(image.url).toBe(media.source_url);
  });

  test('terms, users, types and single pages have heads', async () => {
    expect((await head('/wp/v2/categories/1')).schema['@graph'][0]['@type']).toBe('CollectionPage');
    expect((await head('/wp/v2/users/1')).og_type).toBe('profile');
    expect((await head('/wp/v2/types/post')).title).not.toBe('');
    expect((await get('/wp/v2/types/page')).yoast_head_json).toBeNull();
    const { body: page } = await admin.post('/pages', { title: 'About', status: 'publish' }).expect(201);
    expect(await head(`/wp/v2/pages/${page.id}`)).toMatchObject({ description: 'Page: About' });
  });

  test('what a password protects stays out of the head', async () => {
    const { body } = await admin
      .post('/posts', { title: 'Hidden', content: 'The secret text', status: 'publish', password: 'p' })
      .expect(201);
    const found = await get(`/wp/v2/posts/${body.id}`);
    expect(found.yoast_head_json.title).toContain('Hidden');
    expect(JSON.stringify(found.yoast_head_json) + found.yoast_head).not.toContain('secret');
  });

  test('get_head finds pages by their addresses', async () => {
    const link = encodeURIComponent((await get('/wp/v2/posts/1')).link as string);
    expect(await get(`/yoast/v1/get_head?url=${link}`)).toMatchObject({ status: 200, json: { title: 'Own - title' } });
    const missing = await get('/yoast/v1/get_head?url=http://site.test/nothing/', 404);
    expect(missing).toMatchObject({ status: 404, json: { robots: { index: 'noindex' } } });
    const { body: draft } = await admin.post('/posts', { title: 'Draft', slug: 'a-draft' }).expect(201);
    await get(`/yoast/v1/get_head?url=${encodeURIComponent(`http://site.test/${draft.slug}/`)}`, 404);
    for (const url of ['', '?url=', '?url=/relative/', '?url=zzz', '?url[]=a', `?url=http://${'x'.repeat(3000)}`])
      await get(`/yoast/v1/get_head${url}`, 400);
  });

  test('pages of the site and the console’s fields read and write the meta of the plugin', async () => {
    const { body: post } = await admin.post('/posts', { title: 'On a page', status: 'publish' }).expect(201);
    const database = service.app.get(Database);
    const table = `${database.tablePrefix}yoast_indexable`;
    await database.transaction((tx) =>
      tx.execute(
        `INSERT INTO ${table} (id, object_id, object_type) VALUES (900, ?, 'post')`,
        [post.id as number],
        table,
      ),
    );
    const console = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
    const path = `/entries/${post.id}/search-meta`;
    await console.post(path, { title: '%%title%% & more', description: 'Of the page' }).expect(200);
    expect(await head(`/wp/v2/posts/${post.id}`)).toMatchObject({ description: 'Of the page' });
    expect((await console.get(path).expect(200)).body).toMatchObject({ title: '%%title%% & more', image: 0 });
    expect((await indexables()).map(({ id }) => Number(id))).not.toContain(post.id);
    const { text } = await request(service.server)
      .get(new URL(post.link as string).pathname)
      .expect(200);
    expect(text).toContain('<title>On a page &amp; more</title>');
    expect(text).toContain('<meta name="description" content="Of the page" />');
    expect(text).toContain('<meta name="robots" content="index, follow, ');
    expect(text).toContain('<meta property="og:title" content="On a page &amp; more" />');
  });

  test('where attachments have pages, their files are the addresses of these, below the terms of their posts', async () => {
    const { body: category } = await admin.post('/categories', { name: 'Quays' }).expect(201);
    const { body: post } = await admin
      .post('/posts', { title: 'Parent', status: 'publish', categories: [category.id] })
      .expect(201);
    const [media] = await get('/wp/v2/media?_fields=id,source_url');
    await admin.post(`/media/${media.id}`, { post: post.id }).expect(200);
    expect(await get(`/wp/v2/media/${media.id}`)).not.toHaveProperty('yoast_head_json');
    await storeOptions(service.app.get(Database), { wpseo_titles: { ...TITLES, 'disable-attachment': false } });
    const { canonical, og_image: images, schema } = await head(`/wp/v2/media/${media.id}`);
    expect([canonical, images[0].url]).toEqual([media.source_url, media.source_url]);
    const trail = schema['@graph'].find((node: Record<string, unknown>) => node['@type'] === 'BreadcrumbList');
    const names = trail.itemListElement.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 3)).toEqual(['Home', 'Quays', 'Parent']);
  });

  test('malformed settings and values are read as missing ones', async () => {
    const database = service.app.get(Database);
    await storeOptions(database, {
      wpseo_titles: 'a:3:{broken',
      wpseo_social: [1, 2],
      wpseo_taxonomy_meta: { category: 'x' },
    });
    await admin
      .post('/posts/1', { meta: { _yoast_wpseo_title: '%%%%title%% %%cf_%% %%ct_%%', _yoast_wpseo_metadesc: '%%' } })
      .expect(200);
    expect((await get('/wp/v2/posts/1')).yoast_head_json).toMatchObject({ robots: { index: 'index' } });
    await get('/wp/v2/categories/1');
    await get('/wp/v2/users/1');
  });

  test('where the plugin is switched off, its members are missing', async () => {
    await storeOptions(service.app.get(Database), { active_plugins: [] });
    expect(await get('/wp/v2/posts/1')).not.toHaveProperty('yoast_head_json');
    await get('/yoast/v1/get_head?url=http://site.test/', 404);
  });
});
