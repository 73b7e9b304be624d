import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const SITE = 'http://site.test/api';
const FRONT = 'https://www.front.test';
const IMAGE = `${SITE}/wp-content/uploads/2026/01/a.jpg`;

const block = (name: string, attributes: object, html = '') =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${html}<!-- /wp:${name} -->`;

/** Every block of WordPress with an address, and one of somebody else's. */
const BLOCKS = [
  block(
    'navigation',
    {},
    block('navigation-link', { label: 'About', url: `${SITE}/about/`, kind: 'custom' }) +
      block('navigation-submenu', { label: 'More', url: `${SITE}/more/` }, block('navigation-link', { url: SITE })),
  ),
  block('social-links', {}, block('social-link', { service: 'feed', url: `${SITE}/feed/` })),
  block(
    'buttons',
    {},
    `<div class="wp-block-buttons">${block('button', {}, `<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="${SITE}/go/">Go</a></div>`)}</div>`,
  ),
  block(
    'image',
    { linkDestination: 'custom' },
    `<figure class="wp-block-image"><a href="${SITE}/linked/"><img src="${IMAGE}" alt=""/></a></figure>`,
  ),
  block(
    'cover',
    { url: IMAGE },
    `<div class="wp-block-cover"><img class="wp-block-cover__image-background" alt="" src="${IMAGE}" data-object-fit="cover"/><div class="wp-block-cover__inner-container"></div></div>`,
  ),
  block(
    'file',
    { href: `${SITE}/wp-content/uploads/2026/01/a.pdf` },
    `<div class="wp-block-file"><a href="${SITE}/wp-content/uploads/2026/01/a.pdf">Programme</a></div>`,
  ),
  block(
    'media-text',
    { mediaLink: `${SITE}/a-jpg/`, mediaType: 'image' },
    `<div class="wp-block-media-text"><figure class="wp-block-media-text__media"><a href="${SITE}/a-jpg/"><img src="${IMAGE}" alt=""/></a></figure><div class="wp-block-media-text__content"></div></div>`,
  ),
  block('paragraph', {}, `<p>See <a href="${SITE}/read/">this</a>.</p>`),
  block('acme/card', { to: { url: `${SITE}/card/`, poster: `${SITE}/card.webp` }, text: `<a href="${SITE}/x/">x</a>` }),
].join('\n\n');

/** What stays at the service: the API, files, where forms are sent to, and identifiers, which never change. */
const STAYS = new RegExp(
  `${SITE}(?:/(?:wp-json|wp-content|wp-includes|wp-comments-post\\.php|wp-login\\.php|wp-admin|forms|graphql|xmlrpc\\.php)\\b[^"<\\s]*|/card\\.webp)`,
  'g',
);

function leftOver(text: string): string[] {
  const plain = text
    .replaceAll('\\/', '/')
    .replaceAll('&#x2F;', '/')
    .replace(/<guid[^>]*>[^<]*<\/guid>/g, '');
  return [...plain.replace(STAYS, '').matchAll(/.{0,60}http:\/\/site\.test.{0,60}/g)].map(([found]) => found);
}

eachEngine((engine) => {
  let service: TestApp;
  let post: number;
  const admin = clientOf(() => service, 'admin', '/wp-json');
  beforeAll(async () => {
    const env = {
      ...{ ...WEB, VARIANT: 'C', GRAPHQL: 'on' },
      ...{ SITE_URL: SITE, FRONT_END_URL: FRONT, FRONT_END_LINKS: 'on' },
    };
    service = await startTestApp(env, engine);
    await service.app
      .get(Database)
      .transaction((tx) => service.app.get(OptionsStore).set(tx, 'permalink_structure', '/%postname%/'));
    const text = `Of <a href="${SITE}/own/">ours</a>`;
    const category = (await admin.post('/wp/v2/categories', { name: 'News', description: text }).expect(201)).body.id;
    const values = { content: BLOCKS, excerpt: text, status: 'publish', slug: 'all', categories: [category] };
    post = (await admin.post('/wp/v2/posts', { title: 'All', ...values }).expect(201)).body.id as number;
    await admin.post('/wp/v2/pages', { title: 'About', slug: 'about', content: BLOCKS, status: 'publish' }).expect(201);
    await admin.post('/wp/v2/comments', { post, content: text }).expect(201);
    await admin.post('/wp/v2/users/me', { description: text }).expect(200);
    await admin
      .post('/wp/v2/widgets', {
        id_base: 'text',
        sidebar: 'sidebar-1',
        instance: { raw: { title: 'T', text, filter: true, visual: true } },
      })
      .expect(({ status }) => expect([201, 400]).toContain(status));
    const items = [{ title: 'About', type: 'custom', url: `${SITE}/about/` }];
    await admin.post('/nestpress/v1/menus', { name: 'Top', is_main: true, items }).expect(201);
    await admin.post('/wp/v2/navigation', { title: 'Main', content: BLOCKS, status: 'publish' }).expect(201);
  });
  afterAll(() => service.close());

  const isGuid = (key: string) => key === 'guid';
  const found = (value: unknown): string[] =>
    leftOver(JSON.stringify(value, (key, item: unknown) => (isGuid(key) ? undefined : item)));

  test.each([
    '/wp/v2/posts?blocks=1&_embed=1',
    '/wp/v2/posts?blocks=rendered',
    '/wp/v2/pages?blocks=1',
    '/wp/v2/categories',
    '/wp/v2/tags',
    '/wp/v2/users',
    '/wp/v2/comments?_embed=1',
    '/wp/v2/search?search=All&_embed=1',
    '/wp/v2/search?search=News&type=term',
    '/wp/v2/navigation',
    '/wp/v2/types',
    '/wp/v2/taxonomies',
    '/nestpress/v1/menus/main',
    '/nestpress/v1/resolve?url=/all/&_embed=1',
    '/nestpress/v1/resolve?url=/category/news/&_embed=1',
    '/nestpress/v1/resolve?url=/author/admin/&_embed=1',
    '/nestpress/v1/resolve?url=/',
    `/oembed/1.0/embed?url=${SITE}/all/`,
    `/oembed/1.0/embed?url=${FRONT}/all/&format=xml`,
  ])('%s', async (path) => {
    const { body, text } = await request(service.server).get(`/wp-json${path}`).expect(200);
    expect(Object.keys(body as object).length > 0 ? found(body) : leftOver(text)).toEqual([]);
    expect(text.replaceAll('\\/', '/')).toMatch(/www\.front\.test|"wp\/v2"|"rest_base"|^\[\]$/);
  });

  test('attributes of blocks: pages are those of the front end, files stay', async () => {
    const { body } = await request(service.server).get(`/wp-json/wp/v2/posts/${post}?blocks=1`).expect(200);
    const attributes = new Map<string, Record<string, unknown>>();
    const read = (blocks: { name: string; attributes: Record<string, unknown>; innerBlocks: [] }[]) => {
      for (const { name, attributes: own, innerBlocks } of blocks) {
        if (!attributes.has(name)) attributes.set(name, own);
        read(innerBlocks);
      }
    };
    read(body.blocks);
    expect(attributes.get('core/navigation-link')).toMatchObject({ url: `${FRONT}/about/` });
    expect(attributes.get('core/navigation-submenu')).toMatchObject({ url: `${FRONT}/more/` });
    expect(attributes.get('core/social-link')).toMatchObject({ url: `${FRONT}/feed/` });
    expect(attributes.get('core/button')).toMatchObject({ url: `${FRONT}/go/` });
    expect(attributes.get('core/image')).toMatchObject({ url: IMAGE, href: `${FRONT}/linked/` });
    expect(attributes.get('core/cover')).toMatchObject({ url: IMAGE });
    expect(attributes.get('core/file')).toMatchObject({ href: `${SITE}/wp-content/uploads/2026/01/a.pdf` });
    expect(attributes.get('core/media-text')).toMatchObject({ mediaLink: `${FRONT}/a-jpg/`, href: `${FRONT}/a-jpg/` });
    expect(attributes.get('acme/card')).toEqual({
      to: { url: `${FRONT}/card/`, poster: `${SITE}/card.webp` },
      text: `<a href="${FRONT}/x/">x</a>`,
    });
    // What is stored stays what it is.
    const stored = (await admin.get(`/wp/v2/posts/${post}`, { context: 'edit' }).expect(200)).body as {
      content: { raw: string };
    };
    expect(stored.content.raw).toBe(BLOCKS);
    const me = (await admin.get('/wp/v2/users/me', { context: 'edit' }).expect(200)).body as { description: string };
    expect(me.description).toContain(`${SITE}/own/`);
  });

  test('redirects that the owner has entered', async () => {
    const file = `${SITE}/wp-content/uploads/2026/01/a.pdf`;
    for (const [source, target] of [
      ['/old/', `${SITE}/about/`],
      ['/paper/', file],
    ])
      await admin.post('/nestpress/v1/redirects', { source, target, status: 301 }).expect(201);
    const target = async (url: string) =>
      ((await admin.get('/nestpress/v1/resolve', { url }).expect(200)).body as { link: string }).link;
    expect(await target('/old/')).toBe(`${FRONT}/about/`);
    expect(await target('/paper/')).toBe(file);
  });

  test.each(['/feed/', '/comments/feed/', '/sitemap.xml', '/sitemap-post-1.xml'])('%s', async (path) => {
    const { text } = await request(service.server).get(path).expect(200);
    expect(text).toContain(FRONT);
    expect(leftOver(text)).toEqual([]);
  });

  test('GraphQL', async () => {
    const query = `{
      posts { nodes { uri link content excerpt guid editorBlocks { name renderedHtml ... on CoreNavigationLink { attributes { url } } }
        author { node { uri description } } categories { nodes { uri link description } } comments { nodes { content } } seo: title } }
      pages { nodes { link content editorBlocks(flat: true) { name renderedHtml } } }
      menuItems { nodes { url uri path } } generalSettings { url } contentNodes { nodes { link } } users { nodes { url uri } }
    }`;
    const { body } = await request(service.server)
      .post('/graphql')
      .auth('admin', ADMIN.password)
      .send({ query })
      .expect(200);
    expect(body.errors).toBeUndefined();
    const { generalSettings, ...data } = body.data;
    expect(JSON.stringify(data)).toContain(`${FRONT}/about/`);
    expect(found(data)).toEqual([]);
    expect(generalSettings).toEqual({ url: SITE });
  });
});
