import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

interface Pattern {
  title: string;
  categories: string[];
}

/** Routes that the block editor asks at its start. */
anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');
  const reader = clientOf(() => service, 'reader');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C', MENU_LOCATIONS: 'primary' }, engine);
    await createUsers(admin);
  });
  afterAll(() => service.close());

  test('authors can read the block types, each with how it is rendered', async () => {
    const { body: types } = await writer.get('/block-types', { _fields: 'name' }).expect(200);
    expect(types.length).toBeGreaterThan(100);
    const { body: dynamic } = await writer.get('/block-types/core/archives').expect(200);
    expect(dynamic).toMatchObject({
      title: 'Archives',
      is_dynamic: true,
      attributes: { showPostCounts: { type: 'boolean', default: false } },
      parent: null,
      style: 'wp-block-archives',
    });
    expect(dynamic._links['wp:render-block'][0].href).toContain('/wp/v2/block-renderer/core/archives?context=edit');
    expect((await writer.get('/block-types/nobody').expect(200)).body).toEqual([]);
    await writer.get('/block-types/core/nope').expect(404);
    expect((await reader.get('/block-types').expect(403)).body.code).toBe('rest_block_type_cannot_view');
  });

  test('a route may end like the address of an embedded view', async () => {
    expect((await admin.get('/block-types/core/embed').expect(200)).body.name).toBe('core/embed');
  });

  test('the label of attachments tells whether they have pages', async () => {
    const label = async () =>
      (await writer.get('/types/attachment?context=edit').expect(200)).body.labels.view_item as string;
    const setPages = (value: string) =>
      service.app
        .get(Database)
        .transaction((tx) => service.app.get(OptionsStore).set(tx, 'wp_attachment_pages_enabled', value));
    await setPages('0');
    expect(await label()).toBe('View Media File');
    await setPages('1');
    expect(await label()).toBe('View Attachment Page');
  });

  test('kinds of widgets and categories of patterns are described', async () => {
    const { body: types } = await admin.get('/widget-types').expect(200);
    const { body: categories } = await admin.get('/block-patterns/categories').expect(200);
    for (const { description } of [...types, ...categories]) expect(description).toMatch(/\.$/);
  });

  test('dynamic blocks are rendered with checked attributes, in the context of a post', async () => {
    const render = (block: string, query: object) =>
      writer.get(`/block-renderer/core/${block}`, { context: 'edit', ...query });
    const { body: post } = await writer.post('/posts', { title: 'Quay "one"', status: 'draft' }).expect(201);
    const { body: title } = await render('post-title', { post_id: post.id }).expect(200);
    expect(title).toEqual({ rendered: '<h2 class="wp-block-post-title">Quay &#8220;one&#8221;</h2>' });
    const hostile = { 'attributes[label]': '--><script>x</script>' };
    expect((await render('search', hostile).expect(200)).body.rendered).not.toContain('<script>');
    const { body: bad } = await render('latest-posts', { 'attributes[postsToShow]': 'x' }).expect(400);
    expect(bad.data.params).toEqual({ attributes: '[postsToShow] is not of type number.' });
    await render('latest-posts', { 'attributes[bogus]': 1 }).expect(400);
    expect((await render('paragraph', {}).expect(404)).body.code).toBe('block_invalid');
    await writer.get('/block-renderer/core/archives').expect(400);
    const { body: foreign } = await admin.post('/posts', { title: 'Not yours', status: 'draft' }).expect(201);
    expect((await render('post-title', { post_id: foreign.id }).expect(403)).body.code).toBe('block_cannot_read');
    await reader.get('/block-renderer/core/archives', { context: 'edit' }).expect(403);
  });

  test('previews of blocks that depend on the theme, the requester or other sites', async () => {
    const render = async (block: string, query: object = {}) =>
      (await writer.get(`/block-renderer/core/${block}`, { context: 'edit', ...query }).expect(200)).body.rendered;
    const content = '<!-- wp:paragraph --><p>Open daily</p><!-- /wp:paragraph -->';
    const part = { slug: 'opening-hours', content, area: 'footer' };
    await admin.post('/template-parts', part).expect(201);
    expect(await render('template-part', { 'attributes[slug]': 'opening-hours' })).toBe(
      '<footer class="wp-block-template-part"><p class="wp-block-paragraph">Open daily</p></footer>',
    );
    const wide = { 'attributes[slug]': 'opening-hours', 'attributes[tagName]': 'section', 'attributes[align]': 'full' };
    expect(await render('template-part', wide)).toMatch(/^<section class="alignfull wp-block-template-part">/);
    expect(await render('template-part', { 'attributes[slug]': 'none' })).toBe('');
    expect(await render('loginout')).toMatch(/^<div class="logged-in wp-block-loginout"><a href="[^"]*action=logout/);
    expect(await render('rss')).toContain('notice-error');
  });

  test('the preview of the comment form belongs to a post with open comments and without a password', async () => {
    const render = async (values: object, attributes: object = {}) => {
      const { body: post } = await writer.post('/posts', { title: 'Quay', status: 'draft', ...values }).expect(201);
      const query = { context: 'edit', post_id: post.id, ...attributes };
      const { body } = await writer.get('/block-renderer/core/post-comments-form', query).expect(200);
      return { id: post.id as number, html: body.rendered as string };
    };
    const { id, html } = await render({}, { 'attributes[className]': 'x' });
    expect(html).toMatch(/^\t<div id="respond" class="comment-respond x wp-block-post-comments-form">/);
    expect(html).toContain(`name='comment_post_ID' value='${id}'`);
    expect((await render({ comment_status: 'closed' })).html).toBe('');
    expect((await render({ password: 'x' })).html).toBe('');
    const { body: none } = await writer.get('/block-renderer/core/post-comments-form', { context: 'edit' }).expect(200);
    expect(none.rendered).toBe('');
  });

  test('patterns of new sites are listed in the language of the site, with the categories that every site has', async () => {
    const { body: categories } = await writer.get('/block-patterns/categories').expect(200);
    const names = (categories as { name: string }[]).map(({ name }) => name);
    const setOption = (name: string, value: string) =>
      service.app.get(Database).transaction((tx) => service.app.get(OptionsStore).set(tx, name, value));
    const list = async () => (await writer.get('/block-patterns/patterns').expect(200)).body as Pattern[];
    const patterns = await list();
    expect(patterns).toHaveLength(10);
    expect(patterns[0]).toEqual({
      name: 'nestpress/opening',
      title: 'Opening',
      description: expect.any(String),
      content: expect.stringMatching(/^<!-- wp:group \{"align":"wide"/),
      viewport_width: 1000,
      inserter: true,
      categories: ['featured', 'banner'],
      source: 'theme',
    });
    expect(patterns.flatMap((pattern) => pattern.categories).filter((name) => !names.includes(name))).toEqual([]);
    await setOption('WPLANG', 'ar');
    expect((await list())[0]!.title).toBe('افتتاحية');
    await setOption('WPLANG', '');
    // A database of WordPress has none but those of its theme.
    const installed = await service.app.get(OptionsStore).text('nestpress_installed');
    await setOption('nestpress_installed', '');
    expect(await list()).toEqual([]);
    await setOption('nestpress_installed', installed);
    expect((await reader.get('/block-patterns/patterns').expect(403)).body.code).toBe('rest_cannot_view');
    expect(categories[0]).toEqual({ name: 'banner', label: 'Banners', description: expect.any(String) });
    expect((await reader.get('/block-patterns/categories').expect(403)).body.code).toBe('rest_cannot_view');
  });

  test('without a menu of blocks, one is made from the primary classic menu, and found the next time', async () => {
    const { body: menu } = await admin.post('/menus', { name: 'Harbour', locations: ['primary'] }).expect(201);
    const item = async (values: object) =>
      (await admin.post('/menu-items', { menus: menu.id, ...values }).expect(201)).body.id as number;
    const { body: page } = await admin.post('/pages', { title: 'Pier', status: 'publish' }).expect(201);
    const top = await item({ type: 'post_type', object_id: page.id });
    await item({ title: 'Out', url: 'https://example.org/', target: '_blank', parent: top, menu_order: 2 });
    const fallback = () => request(service.server).get('/wp-json/wp-block-editor/v1/navigation-fallback');
    const read = () => fallback().query({ _embed: true }).auth('admin', ADMIN.password).expect(200);
    expect((await fallback().expect(401)).body.code).toBe('rest_cannot_create');
    const { body: found } = await read();
    expect((await read()).body.id).toBe(found.id);
    expect(found._embedded.self[0].id).toBe(found.id);
    const { body: navigation } = await admin.get(`/navigation/${found.id}`, { context: 'edit' }).expect(200);
    expect(navigation).toMatchObject({ title: { raw: 'Harbour' }, slug: 'harbour', status: 'publish' });
    expect(navigation.content.raw).toBe(
      `<!-- wp:navigation-submenu {"label":"Pier","type":"page","url":"${page.link}","kind":"post-type","id":${page.id}} -->` +
        '<!-- wp:navigation-link {"label":"Out","type":"custom","url":"https://example.org/","kind":"custom","opensInNewTab":true} /-->' +
        '<!-- /wp:navigation-submenu -->',
    );
  });
});
