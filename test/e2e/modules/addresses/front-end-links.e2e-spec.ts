import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const SITE = 'http://site.test/api';
const FRONT = 'https://www.front.test';

anyEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    const env = { ...WEB, VARIANT: 'C', SITE_URL: SITE, FRONT_END_URL: FRONT, FRONT_END_LINKS: 'on' };
    service = await startTestApp(env, engine);
    await service.app
      .get(Database)
      .transaction((tx) => service.app.get(OptionsStore).set(tx, 'permalink_structure', '/%postname%/'));
  });
  afterAll(() => service.close());

  const admin = clientOf(() => service, 'admin', '/wp-json');
  const visitor = clientOf(() => service, undefined, '/wp-json');

  test('links lead to the front end, the API and files stay', async () => {
    const content = [
      `<a class="x" href="${SITE}/about/">own</a> <a href='http://www.site.test/api?p=1'>plain</a> <a href="${SITE}">home</a>`,
      `<a href="${SITE}/wp-content/uploads/a.pdf">file</a> <img src="${SITE}/about.png" alt="">`,
      `<a href="${SITE}/wp-json/">api</a> <a href="http://site.test/apiary/">other</a> <a href="https://else.example/">else</a>`,
    ].join('\n');
    const created = (
      await admin.post('/wp/v2/posts', { title: 'News', slug: 'news', content, status: 'publish' }).expect(201)
    ).body as { id: number; link: string };
    expect(created.link).toBe(`${FRONT}/news/`);
    const { body } = await visitor.get(`/wp/v2/posts/${created.id}`).expect(200);
    const item = body as { link: string; content: { rendered: string }; _links: { self: { href: string }[] } };
    expect(item._links.self[0]!.href).toBe(`${SITE}/wp-json/wp/v2/posts/${created.id}`);
    const html = item.content.rendered;
    for (const expected of [
      `<a class="x" href="${FRONT}/about/">`,
      `<a href='${FRONT}?p=1'>`,
      `<a href="${FRONT}">`,
      `href="${SITE}/wp-content/uploads/a.pdf"`,
      `src="${SITE}/about.png"`,
      `href="${SITE}/wp-json/"`,
      'href="http://site.test/apiary/"',
      'href="https://else.example/"',
    ])
      expect(html).toContain(expected);
    expect((await admin.get(`/wp/v2/posts/${created.id}`, { context: 'edit' }).expect(200)).body).toMatchObject({
      content: { raw: content },
    });
    expect((await visitor.get('/wp/v2/categories/1').expect(200)).body).toMatchObject({
      link: expect.stringContaining(`${FRONT}/category/`),
    });
    expect((await visitor.get('/').expect(200)).body).toMatchObject({ home: FRONT, url: SITE });
    for (const url of ['/news/', `${FRONT}/news/`, `${SITE}/news/`])
      expect((await visitor.get('/nestpress/v1/resolve', { url }).expect(200)).body).toMatchObject({
        kind: 'entry',
        link: `${FRONT}/news/`,
        path: '/news/',
      });
    expect((await visitor.get('/oembed/1.0/embed', { url: `${SITE}/news/` }).expect(200)).body).toMatchObject({
      title: 'News',
    });
    expect((await visitor.get('/nestpress/v1/site').expect(200)).body).toMatchObject({ home: SITE, front_end: FRONT });
  });

  test('links of comments lead there; previews are asked of the service, which has the session of the editor', async () => {
    const post = (await admin.post('/wp/v2/posts', { title: 'Talk', status: 'publish' }).expect(201)).body as {
      id: number;
    };
    const content = `See <a href="${SITE}/talk/">here</a>`;
    const comment = (await admin.post('/wp/v2/comments', { post: post.id, content }).expect(201)).body as {
      id: number;
      link: string;
      content: { rendered: string; raw: string };
    };
    expect(comment.link).toContain(`${FRONT}/talk/#comment-`);
    expect(comment.content.raw).toContain(`href="${SITE}/talk/"`);
    const { body } = await visitor.get(`/wp/v2/comments/${comment.id}`).expect(200);
    expect((body as typeof comment).content.rendered).toContain(`href="${FRONT}/talk/"`);
    const saved = await admin.post(`/wp/v2/posts/${post.id}/autosaves`, { content: 'Typed' }).expect(200);
    expect((saved.body as { preview_link: string }).preview_link).toMatch(
      /^http:\/\/site\.test\/api\/talk\/\?preview_id=\d+&preview_nonce=\w+&preview=true$/,
    );
  });

  test('menus, feeds and the sitemap have addresses of the front end; pages are redirected there', async () => {
    const items = [{ title: 'About', type: 'custom', url: `${SITE}/about/` }];
    await admin.post('/nestpress/v1/menus', { name: 'Top', is_main: true, items }).expect(201);
    expect((await visitor.get('/nestpress/v1/menus/main').expect(200)).body).toMatchObject({
      items: [{ url: `${FRONT}/about/` }],
    });
    const get = (path: string) => request(service.server).get(path);
    expect((await get('/sitemap-post-1.xml').expect(200)).text).toContain(`<loc>${FRONT}/news/</loc>`);
    expect((await get('/feed/').expect(200)).text).toContain(`<link>${FRONT}/news/</link>`);
    await get('/news/?a=b').expect(302).expect('Location', `${FRONT}/news/?a=b`);
    await get('/%ff/').expect(302);
  });
});
