import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { SITE, withPagesSite } from '../../../support/pages-site.js';
import { until } from '../../../support/until.js';

eachEngine((engine) => {
  const { service, admin, own, get, create, upload } = withPagesSite(engine);

  test('every link of the interface opens a page', async () => {
    for (const base of ['posts', 'pages', 'categories', 'tags', 'users']) {
      const { body } = await admin.get(`/${base}`, { per_page: 3 }).expect(200);
      for (const { link } of body as { link: string }[]) {
        const page = await get(link).expect(200);
        expect(page.headers['content-type']).toBe('text/html; charset=UTF-8');
        expect(page.text).toContain(`<link rel="canonical" href="${link}" />`);
      }
    }
  });

  test('a post has its rendered content, its terms and a link to the REST item; titles are escaped', async () => {
    const { id, link } = await create('posts', {
      title: 'Fish & <em>chips</em> “now”',
      content: 'First.\n\n<script>bad()</script>',
      status: 'publish',
      categories: [1],
    });
    const { body: item } = await admin.get(`/posts/${id}`);
    const { text, headers } = await get(link).expect(200);
    expect(text).toContain(item.content.rendered);
    expect(text).toContain('<title>Fish &#038; chips “now” – Nestpress</title>');
    expect(text).toContain(`<link rel="alternate" type="application/json" href="${SITE}/wp-json/wp/v2/posts/${id}" />`);
    expect(text).toContain('>Uncategorized</a>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('script-src');
    await get(`/?p=${id}`).expect(301).expect('Location', link);
    await get(link.replace(/\/$/, '')).expect(301).expect('Location', link);
  });

  test('pages are compressed from the first response on, missing ones too', async () => {
    const { link } = await create('posts', {
      title: 'Long lines',
      content: `<pre>code</pre><pre class="wp-block-code"><code>more</code></pre>${'text '.repeat(400)}`,
      status: 'publish',
    });
    for (const [url, status] of [
      [link, 200],
      ['/nothing-here/', 404],
    ] as const) {
      const zip = () => get(url).set('Accept-Encoding', 'gzip').expect(status).expect('Content-Encoding', 'gzip');
      await zip();
      // From the cache.
      const zipped = await zip();
      const plain = await get(url).set('Accept-Encoding', 'identity').expect(status);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers.vary).toContain('Accept-Encoding');
      expect(zipped.text).toBe(plain.text);
      expect(Number(zipped.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2);
    }
    // Keys scroll long lines.
    const { text } = await get(link);
    expect(text).toContain('<pre tabindex="0">code</pre>');
    expect(text).toContain('<pre tabindex="0" class="wp-block-code">');
  });

  test('a URL that stands for an embed which no host sent is a link', async () => {
    const url = 'http://127.0.0.1/watch?a=1&b=2';
    const { link } = await create('posts', { title: 'Film', content: `Look:\n\n${url}`, status: 'publish' });
    expect((await get(link).expect(200)).text).toMatch(
      /<p><a href="http:\/\/127\.0\.0\.1\/watch\?a=1&#038;b=2">http:[^<]+<\/a><\/p>/,
    );
  });

  test('a post shows its featured image, unless a password protects it', async () => {
    const media = await upload('quay', 40, 30);
    await admin.post(`/media/${media.id}`, { alt_text: 'A "quay"' }).expect(200);
    const fields = { title: 'Illustrated', status: 'publish', featured_media: media.id };
    const open = await create('posts', fields);
    const shown = await get(open.link).expect(200);
    expect(shown.text).toMatch(/<figure class="featured">\s*<img\s/);
    for (const part of [`src="${media.source_url}"`, 'alt="A &quot;quay&quot;"', 'width="40"', 'height="30"'])
      expect(shown.text).toContain(part);
    expect(shown.text).toContain(`<meta property="og:image" content="${media.source_url}" />`);
    expect((await get('/').expect(200)).text).toContain(media.source_url);
    expect((await get('/sitemap-post-1.xml').expect(200)).text).toContain(`<image:loc>${media.source_url}</image:loc>`);
    const locked = await create('posts', { ...fields, password: 'x' });
    expect((await get(locked.link).expect(200)).text).not.toContain('class="featured"');
  });

  test('cropped images show their focal point: in cards, as featured image, in contents and galleries', async () => {
    const media = await upload('mole', 400, 200);
    const content = `<p><img class="wp-image-${media.id}" src="${media.source_url}"></p>[gallery ids="${media.id}" size="full"]`;
    const { link } = await create('posts', { title: 'Cropped', status: 'publish', featured_media: media.id, content });
    const positions = async (url: string) =>
      [...(await get(url).expect(200)).text.matchAll(/<img[^>]*mole[^>]*>/g)].map(
        ([img]) => /object-position:([^;"]+)/.exec(img)?.[1],
      );
    expect(await positions(link)).toEqual([undefined, undefined, undefined]);
    await own.post(`/media/${media.id}/image`, { focal_point: { x: 0.8, y: 0.25 } }).expect(200);
    expect(await positions(link)).toEqual(['80% 25%', '80% 25%', '80% 25%']);
    expect(await positions('/')).toEqual(['80% 25%']);
  });

  test('the theme is served with a URL that browsers may keep', async () => {
    const { text } = await get('/').expect(200);
    const url = /href="http:\/\/site\.test(\/site-assets\/theme\.css\?v=[\w-]+)"/.exec(text)![1]!;
    const style = await get(url)
      .expect(200)
      .expect('Cache-Control', /immutable/);
    expect(style.headers['content-type']).toContain('text/css');
    await get('/site-assets/none.css').expect(404);
  });

  test('approved comments are shown below a post, answers inside of what they answer', async () => {
    const { id: post, link } = await create('posts', { title: 'Discussed', status: 'publish' });
    expect((await get(link).expect(200)).text).toContain('No comments yet');
    const add = (content: string, more: object = {}) =>
      create('comments', {
        post,
        content,
        status: 'approved',
        author_name: 'A <b> & C',
        author_email: 'ann@site.test',
        ...more,
      });
    const first = await add('The first');
    await add('An answer', { parent: first.id, author_url: 'https://ann.test/"x' });
    await add('Not yet seen', { status: 'hold' });
    const { text } = await get(link).expect(200);
    expect(text).toContain('>2 comments</h2>');
    expect(text).toMatch(/id="comment-\d+">[^]*The first[^]*<ol>\s*<li>\s*<article[^]*An answer/);
    expect(text).not.toContain('Not yet seen');
    expect(text).not.toContain('A <b>');
    expect(text).not.toContain('test/"x');
    const locked = await create('posts', { title: 'Locked', status: 'publish', password: 'x' });
    await add('Behind the password', { post: locked.id });
    expect((await get(locked.link).expect(200)).text).not.toContain('Behind the password');
  });

  test('pages are cached, revalidated by their ETag, and follow changes', async () => {
    const { id, link } = await create('posts', { title: 'Before', status: 'publish' });
    const first = await get(link).expect(200);
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    await get(link).set('If-None-Match', first.headers.etag!).expect(304);
    await until(async () => (await get(link)).headers['x-nestpress-cache'] === 'hit', 'the page is cached');
    await admin.post(`/posts/${id}`, { title: 'After' }).expect(200);
    expect((await get(link).expect(200)).text).toContain('<h1>After</h1>');
  });

  test('a protected post shows its content only with its password', async () => {
    const { id, link } = await create('posts', {
      title: 'Secret',
      content: 'Hidden words',
      status: 'publish',
      password: 'open',
    });
    const closed = await get(link).expect(200);
    expect(closed.text).not.toContain('Hidden words');
    expect(closed.text).toContain('name="post_password"');
    const unlock = (password: string) =>
      request(service.server)
        .post('/wp-login.php?action=postpass')
        .type('form')
        .send({ post_password: password, post_id: id });
    const cookieOf = ({ headers }: request.Response) => headers['set-cookie']![0]!.split(';', 1)[0]!;
    const wrong = await unlock('shut').expect(303);
    expect((await get(link).set('Cookie', cookieOf(wrong))).text).not.toContain('Hidden words');
    const opened = await get(link)
      .set('Cookie', cookieOf(await unlock('open')))
      .expect(200);
    expect(opened.text).toContain('Hidden words');
    expect(opened.headers['cache-control']).toBe('private, no-cache');
    expect((await get(link)).text).not.toContain('Hidden words');
  });

  test('unknown and hostile addresses are answered with a page or plainly, never with a failure', async () => {
    const missing = await get('/no/such/page/').expect(404);
    expect(missing.text).toContain('<h1>Page not found</h1>');
    for (const url of [
      '/%',
      '/%ff/',
      '/?p=99999999999999999999',
      '/category//',
      '/author/%00/',
      `/${'a/'.repeat(500)}`,
      '/?author=1%27',
    ])
      expect((await get(url)).status).toBeLessThan(500);
  });
});
describe('without pages', () => {
  let service: TestApp | undefined;
  afterEach(() => service?.close());

  test('SITE_PAGES=off answers permalinks with 404 and keeps the front door', async () => {
    service = await startTestApp({ ...WEB, SITE_PAGES: 'off' });
    await request(service.server)
      .get('/sample-page/')
      .expect(404)
      .expect('Content-Type', /text\/plain/);
    expect((await request(service.server).get('/').expect(200)).text).toContain('Index of the REST API');
    await request(service.server).get('/favicon.ico').expect(204);
  });

  test('FRONT_END_URL redirects permalinks to the same path', async () => {
    service = await startTestApp({ ...WEB, FRONT_END_URL: 'https://www.site.test' });
    await request(service.server).get('/a/b/?c=d').expect(302).expect('Location', 'https://www.site.test/a/b/?c=d');
    await request(service.server).get('/wp-json/').expect(200);
  });
});
