import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { eachEngine, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { startPluginSite, storeOptions } from '../../../support/plugin-site.js';

const TITLES = {
  title_separator: '|',
  robots_global: ['index'],
  advanced_robots_global: { 'max-snippet': '-1', 'max-image-preview': 'large' },
  pt_post_title: '%title% %page% %sep% %sitename%',
  pt_post_description: '%excerpt%',
  pt_page_description: 'Page: %title% %unknown%',
  tax_category_title: '%term% %sep% Topics',
  author_archive_title: 'By %name%',
  homepage_title: 'Home %sep% %sitename%',
};

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const console = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
  const get = async (path: string) => (await request(service.server).get(`/wp-json${path}`).expect(200)).body;
  const create = async (path: string, values: object) =>
    (await admin.post(path, { status: 'publish', ...values }).expect(201)).body;
  const setMeta = async (id: number, values: Record<string, string>) => {
    const database = service.app.get(Database);
    const { postmeta } = database.tables;
    await database.transaction(async (tx) => {
      for (const [key, value] of Object.entries(values))
        await tx.execute(
          `INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, ?, ?)`,
          [id, `rank_math_${key}`, value],
          postmeta,
        );
    });
  };

  beforeAll(async () => {
    service = await startPluginSite(
      engine,
      'seo-by-rank-math/rank-math.php',
      {
        'rank-math-options-titles': TITLES,
        'rank-math-options-general': { headless_support: 'on' },
        permalink_structure: '/%postname%/',
        blogname: 'Harbour &amp; Quay',
      },
      { env: WEB },
    );
  });
  afterAll(() => service.close());

  test('a post has what templates and its meta say', async () => {
    const post = await create('/posts', { title: 'Tides', content: '<p>High and low.</p>' });
    expect((await get(`/wp/v2/posts/${post.id}`)).seo).toMatchObject({
      title: 'Tides | Harbour &amp; Quay',
      description: 'High and low.',
      robots: {
        index: 'index',
        follow: 'follow',
        'max-snippet': 'max-snippet:-1',
        'max-image-preview': 'max-image-preview:large',
      },
      canonical: post.link,
      og_type: 'article',
      twitter_card: 'summary_large_image',
    });
    await setMeta(post.id, {
      title: 'Own %sep% %title%',
      description: 'Own text',
      robots: 'a:2:{i:0;s:7:"noindex";i:1;s:8:"nofollow";}',
      canonical_url: 'https://elsewhere.test/',
      facebook_title: 'Shared',
      facebook_image: 'https://cdn.test/a.png',
      twitter_use_facebook: 'off',
      twitter_title: 'Short',
    });
    const { seo } = await get(`/wp/v2/posts/${post.id}`);
    expect(seo).toMatchObject({
      title: 'Own | Tides',
      description: 'Own text',
      robots: { index: 'noindex', follow: 'nofollow' },
      og_title: 'Shared',
      og_url: 'https://elsewhere.test/',
      og_image: [{ url: 'https://cdn.test/a.png' }],
      twitter_title: 'Short',
    });
    expect(seo).not.toHaveProperty('canonical');
  });

  test('pages, terms and users have heads, and unknown variables vanish', async () => {
    const page = await create('/pages', { title: 'About' });
    expect((await get(`/wp/v2/pages/${page.id}`)).seo.description).toBe('Page: About');
    expect((await get('/wp/v2/categories/1')).seo.title).toBe('Uncategorized | Topics');
    expect((await get('/wp/v2/users/1')).seo.title).toBe('By admin');
  });

  test('pages of the site and the console’s fields have them, too', async () => {
    const post = await create('/posts', { title: 'Shown' });
    const path = `/entries/${post.id}/search-meta`;
    await console.post(path, { title: 'Written here', description: 'By us' }).expect(200);
    expect((await console.get(path).expect(200)).body).toMatchObject({ title: 'Written here', description: 'By us' });
    expect((await get(`/wp/v2/posts/${post.id}`)).seo).toMatchObject({ title: 'Written here', description: 'By us' });
    const { text } = await request(service.server).get('/shown/').expect(200);
    expect(text).toContain('<title>Written here</title>');
    expect(text).toContain('<meta name="description" content="By us" />');
    expect((await request(service.server).get('/').expect(200)).text).toContain(
      '<title>Home | Harbour &amp; Quay</title>',
    );
  });

  test('getHead has the tags of the page at an address, where the settings switch it on', async () => {
    const post = await create('/posts', { title: 'Headed "so"' });
    const headOf = (url: string) =>
      request(service.server).get(`/wp-json/rankmath/v1/getHead?url=${encodeURIComponent(url)}`);
    const { body } = await headOf(post.link).expect(200);
    expect(body.success).toBe(true);
    expect(body.head).toContain('<title>Headed &quot;so&quot; | Harbour');
    const draft = await create('/posts', { title: 'Draft', slug: 'a-draft', status: 'draft' });
    expect(draft.status).toBe('draft');
    await headOf('http://site.test/a-draft/').expect(404);
    await headOf('http://site.test/nothing/').expect(404);
    for (const url of ['', 'zzz', `http://${'x'.repeat(3000)}`]) await headOf(url).expect(400);
  });

  test('what a password protects stays out, and a list takes as many queries for many as for one', async () => {
    const hidden = await create('/posts', { title: 'Hidden', content: 'The secret text', password: 'p' });
    expect(JSON.stringify((await get(`/wp/v2/posts/${hidden.id}`)).seo)).not.toContain('secret');
    for (let number = 0; number < 8; number++) await create('/posts', { title: `Post ${number}` });
    const queriesOf = (perPage: number) =>
      fewestStatements(() => admin.get(`/posts?per_page=${perPage}&_fields=id,seo`).expect(200));
    expect(await queriesOf(8)).toBe(await queriesOf(2));
  });

  test('malformed settings and values are read as missing ones', async () => {
    const post = await create('/posts', { title: 'Broken' });
    await setMeta(post.id, { robots: 'a:1:{broken', advanced_robots: 'x', facebook_image_id: '-1' });
    expect((await get(`/wp/v2/posts/${post.id}`)).seo.robots.index).toBe('index');
    await storeOptions(service.app.get(Database), {
      'rank-math-options-titles': 'a:3:{broken',
      'rank-math-options-general': [1],
    });
    expect((await get(`/wp/v2/posts/${post.id}`)).seo.title).toBe('Broken - Harbour &amp; Quay');
    await request(service.server).get('/wp-json/rankmath/v1/getHead?url=http://site.test/').expect(404);
  });
});
