import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { importNow } from '../../../../src/features/wordpress-bridge/schema-import/import-before-start.js';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { type Config, CONFIG } from '../../../../src/platform/config/config.js';
import { PhpArray } from '../../../../src/text/php/index.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import {
  bookRoutes,
  type FakeRoutes,
  type FakeWordPress,
  type ReceivedRequest,
  startFakeWordPress,
} from '../../../support/fake-wordpress.js';

const SELF = [{ href: 'http://site.test' }];

/** A template or part of a file of the theme `shop`, as WordPress shows it. */
const file = (slug: string, own: object = {}) => ({
  id: `shop//${slug}`,
  theme: 'shop',
  content: { raw: `<p>${slug}</p>`, block_version: 0 },
  slug,
  source: 'theme',
  origin: null,
  description: `About ${slug}`,
  title: { raw: `The ${slug} -- file`, rendered: `The ${slug} -- file` },
  status: 'publish',
  wp_id: 0,
  has_theme_file: true,
  is_custom: false,
  author: 0,
  modified: null,
  date: null,
  author_text: 'The Shop',
  original_source: 'theme',
  _links: { self: SELF },
  ...own,
});

const WIDE = file('wide', { is_custom: true });
const CHANGED = file('single', { source: 'custom', origin: 'theme', wp_id: 7 });

function themeRoutes(): FakeRoutes {
  return {
    ...bookRoutes(),
    'GET /wp/v2/templates': ({ query }: ReceivedRequest) => {
      if (query.get('post_type') === 'post') return [];
      return query.has('post_type') ? [{ id: WIDE.id }] : [CHANGED, file('page'), WIDE];
    },
    'GET /wp/v2/templates/shop//single': file('single'),
    'GET /wp/v2/template-parts': [file('top', { area: 'header' }), file('end', { area: 'footer' })],
    'GET /wp/v2/block-patterns/patterns': [
      { name: 'shop/hero', title: 'Hero', content: '<p>Hero</p>', categories: ['banner'], unknown: 1, _links: {} },
    ],
    'GET /wp/v2/block-patterns/categories': [{ name: 'shelf', label: 'Shelves', description: 'Of the shop.' }],
    'GET /wp/v2/global-styles/themes/shop': { settings: { color: {} }, styles: { css: 'a{}' }, _links: { self: SELF } },
    'GET /wp/v2/global-styles/themes/shop/variations': [{ title: 'Night', version: 3 }],
    'GET /wp/v2/block-types': [
      {
        name: 'core/quote',
        title: 'Quote',
        description: 'Said by others.',
        attributes: {},
        example: { viewportWidth: 350 },
        styles: [{ name: 'plain', label: 'Plain' }],
        variations: [{ name: 'short' }],
        style_handles: ['wp-block-quote', 'more'],
        editor_style_handles: [],
        _links: { self: SELF },
      },
      { name: 'shop/price', title: 'Price', attributes: {}, is_dynamic: true, editor_script_handles: ['price'] },
    ],
    'GET /wp/v2/sidebars': [
      { id: 'side', name: 'Beside', description: 'On the left.', status: 'active', ...MARKUP, widgets: [] },
      // As with a block theme.
      { id: 'below', name: 'Below', status: 'inactive', ...MARKUP, widgets: [] },
      { id: 'wp_inactive_widgets', name: 'Unused', status: 'inactive', widgets: ['x-1'] },
    ],
    'GET /wp/v2/plugins': [
      { plugin: 'one/one', status: 'inactive', name: 'One', version: '1.0', _links: { self: SELF } },
      { plugin: 'two/two', status: 'inactive', name: 'Two' },
    ],
  };
}

/** Of a sidebar. */
const MARKUP = {
  before_widget: '<li id="%1$s" class="box %2$s">',
  after_widget: '</li>',
  before_title: '<h2>',
  after_title: '</h2>',
};

anyEngine((engine) => {
  let wordpress: FakeWordPress;
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');

  const setOption = (name: string, value: string | PhpArray) =>
    service.app.get(Database).transaction((tx) => service.app.get(OptionsStore).set(tx, name, value));

  beforeAll(async () => {
    wordpress = await startFakeWordPress(themeRoutes(), { needsAccount: true });
    service = await startTestApp({ VARIANT: 'C', WORDPRESS_URL: wordpress.accountUrl }, engine);
    await createUsers(admin);
  });
  beforeEach(async () => {
    await setOption('stylesheet', 'shop');
  });
  afterAll(async () => {
    await service?.close();
    await wordpress?.close();
  });

  const slugs = async (path: string) =>
    (await admin.get(path).expect(200)).body.map(({ slug }: { slug: string }) => slug);

  test('templates are the stored ones, then the files that WordPress told about', async () => {
    await admin.post('/templates', { slug: 'landing', title: 'Landing', content: 'x' }).expect(201);
    expect(await slugs('/templates')).toEqual(['landing', 'single', 'page', 'wide']);
    const { body: page } = await admin.get('/templates/shop//page?context=edit').expect(200);
    const { _links, ...members } = file('page');
    expect(page).toMatchObject(members);
    expect(Object.keys(page._links)).toEqual([
      'self',
      'collection',
      'about',
      'wp:action-publish',
      'wp:action-unfiltered-html',
      'curies',
    ]);
    expect((await writer.get('/templates/shop//page').expect(200)).body.content).toEqual({ raw: '<p>page</p>' });
    expect(await slugs('/templates?post_type=post')).toEqual(['landing']);
    expect(await slugs('/templates?post_type=book')).toEqual(['landing', 'wide']);
    expect(await slugs('/template-parts?area=footer')).toEqual(['end']);
    expect((await admin.get('/templates/lookup?slug=page-about').expect(200)).body.id).toBe('shop//page');
    expect((await admin.get('/templates/lookup?slug=single-post').expect(200)).body.id).toBe('shop//single');
  });

  test('a file has neither versions nor a row to delete', async () => {
    for (const path of ['/templates/shop//page/revisions', '/templates/shop//page/autosaves'])
      expect((await admin.get(path).expect(400)).body.code).toBe('rest_invalid_template');
    expect((await admin.delete('/templates/shop//page').expect(400)).body.code).toBe('rest_invalid_template');
  });

  test('the first change of a file stores a copy, and resetting it deletes the copy', async () => {
    const { body: changed } = await admin.put('/templates/shop//single', { content: 'mine' }).expect(200);
    expect(changed).toMatchObject({
      id: 'shop//single',
      source: 'custom',
      origin: 'theme',
      has_theme_file: true,
      content: { raw: 'mine' },
      title: { raw: 'The single -- file' },
      description: 'About single',
      author_text: 'The Shop',
      original_source: 'theme',
    });
    expect(changed.wp_id).toBeGreaterThan(0);
    expect(await slugs('/templates')).toEqual(['single', 'landing', 'page', 'wide']);
    expect((await admin.get('/templates/shop//single?source=theme').expect(200)).body).toMatchObject({
      source: 'theme',
      wp_id: 0,
      content: { raw: '<p>single</p>' },
    });
    const { body: reset } = await admin.put('/templates/shop//single', { source: 'theme' }).expect(200);
    expect(reset).toMatchObject({ source: 'theme', wp_id: 0, content: { raw: '<p>single</p>', block_version: 0 } });
    expect(await slugs('/templates')).toEqual(['landing', 'single', 'page', 'wide']);
    const { body: part } = await admin.put('/template-parts/shop//top', { content: 'x' }).expect(200);
    expect(part).toMatchObject({ area: 'header', source: 'custom' });
  });

  test('patterns, styles of the theme and plugins are those of WordPress', async () => {
    expect((await writer.get('/block-patterns/patterns').expect(200)).body).toEqual([
      { name: 'shop/hero', title: 'Hero', content: '<p>Hero</p>', categories: ['banner'] },
    ]);
    expect((await writer.get('/block-patterns/categories').expect(200)).body).toEqual([
      { name: 'shelf', label: 'Shelves', description: 'Of the shop.' },
    ]);
    const { body: styles } = await writer.get('/global-styles/themes/shop').expect(200);
    expect(styles).toMatchObject({ settings: { color: {} }, styles: { css: 'a{}' } });
    expect(styles._links.self[0].href).toMatch(/\/wp\/v2\/global-styles\/themes\/shop$/);
    expect((await writer.get('/global-styles/themes/shop/variations').expect(200)).body).toEqual([
      { title: 'Night', version: 3 },
    ]);
    expect((await admin.get('/global-styles/themes/other').expect(404)).body.code).toBe('rest_theme_not_found');
    await setOption('active_plugins', PhpArray.list(['two/two.php', 'new.php']));
    expect((await admin.get('/plugins').expect(200)).body).toMatchObject([
      { plugin: 'one/one', status: 'inactive', name: 'One', version: '1.0' },
      { plugin: 'two/two', status: 'active', name: 'Two' },
      { plugin: 'new', status: 'active' },
    ]);
    expect((await admin.get('/plugins?status=inactive').expect(200)).body).toHaveLength(1);
  });

  test('block types and sidebars are those of WordPress', async () => {
    const { body: types } = await writer.get('/block-types').expect(200);
    expect(types).toMatchObject([
      {
        name: 'core/quote',
        description: 'Said by others.',
        example: { viewportWidth: 350 },
        styles: [{ name: 'plain' }],
        variations: [{ name: 'short' }],
        style_handles: ['wp-block-quote', 'more'],
        style: 'wp-block-quote',
        editor_style_handles: [],
        editor_style: null,
      },
      { name: 'shop/price', editor_script: 'price' },
    ]);
    expect((await writer.get('/block-types/core/quote').expect(200)).body.description).toBe('Said by others.');
    await writer.get('/block-types/core/paragraph').expect(404);
    expect((await admin.get('/sidebars').expect(200)).body).toMatchObject([
      { id: 'wp_inactive_widgets', name: 'Unused', status: 'inactive', widgets: [] },
      { id: 'side', name: 'Beside', description: 'On the left.', status: 'active', ...MARKUP, widgets: [] },
      { id: 'below', name: 'Below', status: 'inactive', ...MARKUP, widgets: [] },
    ]);
    expect((await admin.get('/sidebars/side').expect(200)).body.name).toBe('Beside');
  });

  test('entries take the templates that WordPress has for their type', async () => {
    const write = (type: string, template: string) => admin.post(`/${type}`, { title: 'x', template });
    await write('books', 'wide').expect(201);
    await write('books', 'landing').expect(201);
    expect((await write('books', 'nowhere').expect(400)).body.code).toBe('rest_invalid_param');
    await write('posts', 'wide').expect(400);
    await write('posts', '').expect(201);
    await admin.put('/templates/shop//wide', { content: 'changed' }).expect(200);
    await write('posts', 'wide').expect(400);
    await write('books', 'wide').expect(201);
    await admin.put('/templates/shop//wide', { source: 'theme' }).expect(200);
  });

  test('filters of templates apply to the kind of template that has them', async () => {
    expect(await slugs('/templates?area=header')).toEqual(['landing', 'single', 'page', 'wide']);
    expect(await slugs('/template-parts?post_type=post')).toEqual(['top', 'end']);
    expect(await slugs('/templates?post_type=unknown')).toEqual(['landing']);
    expect(await slugs('/templates?wp_id=0')).toEqual(['landing']);
  });

  test('what belongs to another theme is not shown', async () => {
    await setOption('stylesheet', 'other');
    expect(await slugs('/templates')).toEqual([]);
    expect((await admin.get('/block-patterns/patterns').expect(200)).body).toEqual([]);
    await admin.get('/global-styles/themes/other').expect(404);
  });

  test('a part that WordPress does not show stays as it was', async () => {
    wordpress.routes = { ...themeRoutes(), 'GET /wp/v2/templates': 403, 'GET /wp/v2/template-parts': [] };
    await importNow(service.app.get<Config>(CONFIG));
    service.app.get(OptionsStore).forget();
    expect(await slugs('/templates')).toContain('page');
    expect(await slugs('/template-parts')).toEqual(['top']);
  });

  test('widgets are shown in the markup of their sidebar, with their titles', async () => {
    const rendered = async (id_base: string, raw: object, sidebar = 'side') => {
      const { body } = await admin.post('/widgets', { id_base, sidebar, instance: { raw } }).expect(201);
      return [body.rendered.replaceAll(body.id, '<id>'), body.id];
    };
    const { body: category } = await admin.post('/categories', { name: 'Rivers & Seas' }).expect(201);
    const { body: tag } = await admin.post('/tags', { name: 'tide' }).expect(201);
    const entry = { title: 'The “Elbe”', status: 'publish', date: '2020-02-03T00:00:00' };
    const { body: post } = await admin
      .post('/posts', { ...entry, categories: [category.id], tags: [tag.id] })
      .expect(201);
    const html = async (...of: Parameters<typeof rendered>) => (await rendered(...of))[0];
    expect(await html('text', { title: 'A & "B"', text: 'One\n\nTwo', filter: true, visual: true })).toBe(
      '<li id="<id>" class="box widget_text"><h2>A &#038; &#8220;B&#8221;</h2>\t\t\t<div class="textwidget"><p>One</p>\n<p>Two</p>\n</div>\n\t\t</li>',
    );
    expect(await html('text', { text: '<b>plain</b>' })).toContain('<div class="textwidget"><b>plain</b></div>');
    expect(await html('custom_html', { content: '<i>x</i>' })).toBe(
      '<li id="<id>" class="widget_text box widget_custom_html"><div class="textwidget custom-html-widget"><i>x</i></div></li>',
    );
    const archives = await html('archives', { count: 1 });
    expect(archives).toMatch(
      /^<li id="<id>" class="box widget_archive"><h2>Archives<\/h2>\n\t\t\t<ul>\n\t\t\t\t\t<li>/,
    );
    expect(archives).toMatch(/\/2020\/02\/'>February 2020<\/a>&nbsp;\(1\)<\/li>\n\t\t\t<\/ul>\n\n\t\t\t<\/li>$/);
    expect(await html('categories', { count: 1 })).toContain(
      `<li class="cat-item cat-item-${category.id}"><a href="${category.link}">Rivers &amp; Seas</a> (1)\n</li>`,
    );
    expect(await html('tag_cloud', {})).toMatch(
      /<h2>Tags<\/h2><div class="tagcloud"><a href="[^]*>tide<\/a>\n<a [^>]*>Writing<\/a><\/div>\n<\/li>$/,
    );
    expect(await html('recent-posts', { number: 30, show_date: true })).toContain(
      `\t\t\t\t\t<a href="${post.link}">The “Elbe”</a>\n\t\t\t\t\t\t\t\t\t\t\t<span class="post-date">February 3, 2020</span>`,
    );
    expect(await html('search', { title: 'Find' })).toMatch(
      /^<li id="<id>" class="box widget_search"><h2>Find<\/h2><form role="search"/,
    );
    const paragraph = '<!-- wp:paragraph -->\n<p>Hi</p>\n<!-- /wp:paragraph -->';
    expect(await html('block', { content: paragraph })).toBe(
      '<li id="<id>" class="box widget_block widget_text">\n<p class="wp-block-paragraph">Hi</p>\n</li>',
    );
    // A feed that was not read yet has a title only.
    expect(await html('rss', { url: 'http://x.test/feed' })).toMatch(/>Unknown Feed<\/a><\/h2><\/li>$/);
    // Sidebars of block themes are inactive, and their widgets are shown.
    expect((await rendered('block', { content: paragraph }, 'below'))[0]).toContain('>Hi</p>');
    expect((await rendered('block', { content: paragraph }, 'wp_inactive_widgets'))[0]).toBe('');
    // WordPress renders nothing for a sidebar that it has not registered.
    expect((await rendered('block', { content: paragraph }, 'unregistered'))[0]).toBe('');
  });
});
