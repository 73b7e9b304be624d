import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { API, clientOf } from '../../../support/clients.js';
import { signIn } from '../../../support/console.js';
import { picture } from '../../../support/files.js';
import { until } from '../../../support/until.js';

const SITE = 'http://site.test';

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
  });
  afterAll(() => service.close());

  const admin = clientOf(() => service, 'admin');
  const get = (url: string) => request(service.server).get(url.replace(SITE, ''));
  const create = async (base: string, body: object) =>
    (await admin.post(`/${base}`, body).expect(201)).body as { id: number; link: string };
  const setOption = (name: string, value: string | number) =>
    service.app.get(Database).transaction((tx) => service.app.get(OptionsStore).set(tx, name, value));

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

  test('the settings of the public site change its look, its front page and the addresses of posts', async () => {
    const path = '/wp-json/nestpress/v1/public-site';
    const asAdmin = (method: 'get' | 'post') => request(service.server)[method](path).auth(ADMIN.user, ADMIN.password);
    const { body: before } = await asAdmin('get').expect(200);
    expect(before).toMatchObject({ colour: 'blue', font: 'mixed', front_page: 0, posts_page: 0, logo: 0, icon: 0 });
    await get(path).expect(401);
    const page = await create('pages', { title: 'Welcome', status: 'publish' });
    const draft = await create('pages', { title: 'Later' });
    const post = await create('posts', { title: 'By the sea', status: 'publish' });
    try {
      const changes = { colour: 'teal', font: 'serif', front_page: page.id, permalinks: '/read/%postname%/' };
      await asAdmin('post')
        .send(changes)
        .expect(200, { ...before, ...changes });
      const front = await get('/').expect(200);
      expect(front.text).toContain('Welcome');
      expect(front.text).toContain('data-colour="teal"');
      await get('/read/by-the-sea/').expect(200);
      await get(post.link).expect(301).expect('Location', `${SITE}/read/by-the-sea/`);
      for (const wrong of [
        { colour: 'mud' },
        { front_page: draft.id },
        { posts_page: page.id },
        { permalinks: '/%year%/' },
        { permalinks: '/%postname%/%secret%/' },
        { permalinks: '%postname%' },
        { logo: page.id },
      ]) {
        const { body } = await asAdmin('post').send(wrong).expect(400);
        expect(Object.keys(body.data.params)).toEqual(Object.keys(wrong));
      }
    } finally {
      await asAdmin('post').send(before).expect(200, before);
    }
    await get(post.link).expect(200);
  });

  test('own colours must be readable; layout, header and footer are those of the settings, and a preview shows them unsaved', async () => {
    const path = '/wp-json/nestpress/v1/public-site';
    const asAdmin = (method: 'get' | 'post') => request(service.server)[method](path).auth(ADMIN.user, ADMIN.password);
    const { body: before } = await asAdmin('get').expect(200);
    for (const [wrong, member] of [
      [{ accent: '#ffcc00' }, 'accent'],
      [{ accent: 'teal' }, 'accent'],
      [{ background: '#333333' }, 'background'],
      [{ text: '#eeeeee', background: '#ffffff' }, 'text'],
      [{ layout: 'rows' }, 'layout'],
      [{ social: 'https://a.test\njavascript:alert(1)' }, 'social'],
      [{ footer_image: 999_999 }, 'footer_image'],
    ] as const) {
      const { body } = await asAdmin('post').send(wrong).expect(400);
      expect(Object.keys(body.data.params)).toEqual([member]);
    }
    const { text: plain } = await get('/').expect(200);
    expect(plain).toContain('class="lead"');
    const look = { accent: '#8a1c4a', background: '#fff8f0', layout: 'list', cards: 'framed', header: 'centred' };
    const footer = {
      footer_text: 'Harbour Street 1\n<b>Port</b>',
      social: 'https://www.github.com/a\nhttps://my.test/me',
    };
    const unsaved = `/?site_preview=${encodeURIComponent(JSON.stringify({ ...look, ...footer, blogname: 'Taken' }))}`;
    // Only those who may change the settings see what is not saved.
    expect((await get(unsaved).expect(200)).text).not.toContain('data-layout="list"');
    const { cookie } = await signIn(service);
    const { text: preview, headers } = await get(unsaved).set('Cookie', cookie).expect(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(preview).not.toContain('Taken');
    for (const broken of ['{', '[1]', '{"layout":{}}'])
      await get(`/?site_preview=${encodeURIComponent(broken)}`)
        .set('Cookie', cookie)
        .expect(200);
    expect((await get('/').expect(200)).text).toBe(plain);
    try {
      await asAdmin('post')
        .send({ ...look, ...footer })
        .expect(200, { ...before, ...look, ...footer });
      const { text } = await get('/').expect(200);
      expect(preview).toBe(text);
      for (const attribute of ['data-layout="list"', 'data-cards="framed"', 'data-header="centred"'])
        expect(text).toContain(attribute);
      expect(text).toContain('--accent:#8a1c4a;--on-accent:#fff');
      expect(text).not.toContain('class="lead"');
      expect(text).toContain('<p dir="auto">&lt;b&gt;Port&lt;/b&gt;</p>');
      expect(text).toContain('<a rel="me" href="https://www.github.com/a">GitHub</a>');
      expect(text).toContain('>my.test</a>');
    } finally {
      await asAdmin('post').send(before).expect(200, before);
    }
    expect((await get('/').expect(200)).text).toBe(plain);
  });

  test('an author has the picture of the profile on the own page and beside the name', async () => {
    const upload = await request(service.server)
      .post('/wp-json/wp/v2/media')
      .auth(ADMIN.user, ADMIN.password)
      .set('Content-Type', 'image/png')
      .set('Content-Disposition', 'attachment; filename="portrait.png"')
      .send(await picture(400, 400))
      .expect(201);
    const { body: me } = await admin.get('/users/me').expect(200);
    const post = await create('posts', { title: 'With a face', status: 'publish' });
    const path = `/wp-json/nestpress/v1/users/${me.id}/picture`;
    const send = (id: number) =>
      request(service.server).post(path).auth(ADMIN.user, ADMIN.password).send({ picture: id });
    const pages = async () => [(await get(post.link).expect(200)).text, (await get(me.link).expect(200)).text];
    for (const text of await pages()) expect(text).not.toContain('<img class="initial"');
    await send(post.id).expect(400);
    await get(path).expect(401);
    await send(upload.body.id).expect(200, { picture: upload.body.id });
    // The small size, not the original.
    for (const text of await pages())
      expect(text).toMatch(/<img\s+class="initial"\s+src="[^"]+portrait-150x150\.png"\s+alt=""/);
    await send(0).expect(200);
    for (const text of await pages()) expect(text).not.toContain('portrait-150x150');
  });

  test('links by number lead to the pages of categories, tags and authors', async () => {
    const { body: category } = await admin.get('/categories/1').expect(200);
    await get('/?cat=1').expect(301).expect('Location', category.link);
    const tag = await create('tags', { name: 'Salt water' });
    await get('/?tag=salt-water').expect(301).expect('Location', tag.link);
    await create('posts', { title: 'By the administrator', status: 'publish' });
    const { body: user } = await admin.get('/users/me').expect(200);
    await get(`/?author=${user.id}`).expect(301).expect('Location', user.link);
    await get('/?cat=999').expect(404);
    await setOption('permalink_structure', '');
    try {
      expect((await get('/?cat=1').expect(200)).text).toContain('<h1>Uncategorized</h1>');
    } finally {
      await setOption('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
    }
  });

  test('the archive of a category has the posts of the categories below it', async () => {
    const above = await create('categories', { name: 'Vessels' });
    const below = await create('categories', { name: 'Dinghies', parent: above.id });
    await create('posts', { title: 'A clinker dinghy', status: 'publish', categories: [below.id] });
    expect((await get(above.link).expect(200)).text).toContain('A clinker dinghy');
    expect((await get(`${above.link}feed/`).expect(200)).text).toContain('A clinker dinghy');
    expect((await get('/category/uncategorized/').expect(200)).text).not.toContain('A clinker dinghy');
  });

  test('a URL that stands for an embed which no host sent is a link', async () => {
    const url = 'http://127.0.0.1/watch?a=1&b=2';
    const { link } = await create('posts', { title: 'Film', content: `Look:\n\n${url}`, status: 'publish' });
    expect((await get(link).expect(200)).text).toMatch(
      /<p><a href="http:\/\/127\.0\.0\.1\/watch\?a=1&#038;b=2">http:[^<]+<\/a><\/p>/,
    );
  });

  test('an entry that search engines shall not list says so and is in no sitemap; it may name its original', async () => {
    const { id, link } = await create('posts', { title: 'Low water', status: 'publish' });
    const path = `/wp-json/nestpress/v1/entries/${id}/search-meta`;
    const send = (values: object) => request(service.server).post(path).auth(ADMIN.user, ADMIN.password).send(values);
    const pages = async () => [(await get(link).expect(200)).text, (await get('/sitemap-post-1.xml')).text] as const;
    const [before, listed] = await pages();
    expect(before).not.toContain('name="robots"');
    expect(listed).toContain(link);
    await send({ canonical: 'javascript:alert(1)' }).expect(400);
    const original = 'https://original.test/low-water/';
    expect((await send({ noindex: true, canonical: original }).expect(200)).body).toMatchObject({ noindex: true });
    const [after, unlisted] = await pages();
    expect(after).toContain('<meta name="robots" content="noindex" />');
    expect(after).toContain(`<link rel="canonical" href="${original}" />`);
    expect(unlisted).not.toContain(link);
    await send({ noindex: false, canonical: '' }).expect(200);
    expect((await get(link)).text).toBe(before);
  });

  test('translations are named in the head, the page itself among them', async () => {
    const { id, link } = await create('posts', { title: 'Tide', status: 'publish' });
    const path = `/wp-json/nestpress/v1/entries/${id}/search-meta`;
    const send = (translations: object) =>
      request(service.server).post(path).auth(ADMIN.user, ADMIN.password).send({ translations });
    expect((await get(link).expect(200)).text).not.toContain('hreflang');
    await send({ German: 'https://site.test/de/' }).expect(400);
    await send({ de: 'javascript:alert(1)' }).expect(400);
    const translations = { de: 'https://site.test/de/gezeiten/?a&b', 'x-default': link };
    const { body } = await send(translations).expect(200);
    expect(body.translations).toEqual(translations);
    const { text } = await get(link).expect(200);
    for (const [language, url] of [
      ['de', 'https://site.test/de/gezeiten/?a&#038;b'],
      ['x-default', link],
      ['en-US', link],
    ])
      expect(text).toContain(`<link rel="alternate" hreflang="${language}" href="${url}" />`);
    await send({}).expect(200);
    expect((await get(link).expect(200)).text).not.toContain('hreflang');
  });

  test('a post shows its featured image, unless a password protects it', async () => {
    const { body: media } = await request(service.server)
      .post(`${API}/media`)
      .auth(ADMIN.user, ADMIN.password)
      .set('content-type', 'image/png')
      .set('content-disposition', 'attachment; filename="quay.png"')
      .send(await picture(40, 30))
      .expect(201);
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

  test('texts and images for search engines are only those that a visitor may read', async () => {
    const hidden = await create('posts', { title: 'Hidden', status: 'private' });
    const upload = async (name: string, parent: number) => {
      const sent = request(service.server).post(`${API}/media?post=${parent}`).auth(ADMIN.user, ADMIN.password);
      sent.set({ 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}.png"` });
      return (await sent.send(await picture(40, 30)).expect(201)).body as { id: number; source_url: string };
    };
    const [secret, open] = [await upload('secret-plan', hidden.id), await upload('open-plan', 0)];
    const setMeta = (id: number, meta: object) =>
      request(service.server)
        .post(`/wp-json/nestpress/v1/entries/${id}/search-meta`)
        .auth(ADMIN.user, ADMIN.password)
        .send(meta)
        .expect(200);
    const post = await create('posts', { title: 'Shared', status: 'publish', featured_media: secret.id });
    const embed = (link: string) =>
      request(service.server).get('/wp-json/oembed/1.0/embed').query({ url: link }).expect(200);
    await setMeta(post.id, { image: secret.id, description: 'A summary' });
    const shared = (await get(post.link).expect(200)).text;
    expect(shared).toContain('A summary');
    for (const text of [shared, (await embed(post.link)).text, (await get(`${post.link}embed/`).expect(200)).text])
      expect(text).not.toContain('secret-plan');
    await setMeta(post.id, { image: open.id });
    await admin.post(`/posts/${post.id}`, { featured_media: open.id }).expect(200);
    expect((await get(post.link).expect(200)).text).toContain(`og:image" content="${open.source_url}"`);
    expect((await embed(post.link)).body.thumbnail_url).toBe(open.source_url);
    // What is public now may be hidden later.
    await admin.post(`/media/${open.id}`, { post: hidden.id }).expect(200);
    expect((await get(post.link).expect(200)).text).not.toContain(open.source_url);
    await admin.post(`/posts/${post.id}`, { password: 'x' }).expect(200);
    const locked = (await get(post.link).expect(200)).text;
    expect(locked).not.toContain('A summary');
    expect(locked).not.toContain('open-plan');
  });

  test('cropped images show their focal point: in cards, as featured image, in contents and galleries', async () => {
    const { body: media } = await request(service.server)
      .post(`${API}/media`)
      .auth(ADMIN.user, ADMIN.password)
      .set('content-type', 'image/png')
      .set('content-disposition', 'attachment; filename="mole.png"')
      .send(await picture(400, 200))
      .expect(201);
    const content = `<p><img class="wp-image-${media.id}" src="${media.source_url}"></p>[gallery ids="${media.id}" size="full"]`;
    const { link } = await create('posts', { title: 'Cropped', status: 'publish', featured_media: media.id, content });
    const positions = async (url: string) =>
      [...(await get(url).expect(200)).text.matchAll(/<img[^>]*mole[^>]*>/g)].map(
        ([img]) => /object-position:([^;"]+)/.exec(img)?.[1],
      );
    expect(await positions(link)).toEqual([undefined, undefined, undefined]);
    await request(service.server)
      .post(`/wp-json/nestpress/v1/media/${media.id}/image`)
      .auth(ADMIN.user, ADMIN.password)
      .send({ focal_point: { x: 0.8, y: 0.25 } })
      .expect(200);
    expect(await positions(link)).toEqual(['80% 25%', '80% 25%', '80% 25%']);
    expect(await positions('/')).toEqual(['80% 25%']);
  });

  test('the head names the article for search engines and feed readers', async () => {
    const { link } = await create('posts', {
      title: 'A "quoted" </title> one',
      content: '<p>Make a loop. Go.</p>',
      status: 'publish',
    });
    const { text } = await get(link).expect(200);
    expect(text).toContain('<meta name="description" content="Make a loop. Go." />');
    expect(text).toContain('<meta property="og:type" content="article" />');
    expect(text).toContain('<meta name="twitter:card" content="summary" />');
    expect(text).toMatch(/<time datetime="\d{4}-\d\d-\d\dT[\d:]{8}\+00:00">/);
    const data = [...text.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!) as Record<string, unknown>,
    );
    expect(data.map((one) => one['@type'])).toEqual(['Article', 'BreadcrumbList']);
    expect(data[0]).toMatchObject({ headline: 'A “quoted” one', url: link, description: 'Make a loop. Go.' });
  });

  test('archives by date, search results and the comment form work without a script', async () => {
    const { id, link } = await create('posts', {
      title: 'Lanterns',
      content: '<p>The keeper lit a lantern. Lanterns &amp; oil.</p>',
      status: 'publish',
      date: '2019-03-04T10:00:00',
    });
    expect((await get('/2019/').expect(200)).text).toContain('<h1>2019</h1>');
    expect((await get('/2019/03/').expect(200)).text).toContain('Lanterns</a>');
    await get('/2019/04/').expect(200);
    await get('/?m=201903').expect(301).expect('Location', `${SITE}/2019/03/`);
    const found = await get('/?s=lantern').expect(200);
    expect(found.text).toContain('<mark>Lantern</mark>s');
    expect(found.text).toContain('a <mark>lantern</mark>.');
    expect((await get('/?s=%3Cscript%3E').expect(200)).text).not.toContain('<script>');
    const send = (fields: object) =>
      request(service.server)
        .post('/wp-comments-post.php')
        .type('form')
        .send({ comment_post_ID: id, ...fields });
    const author = { author: 'Ann', email: 'ann@people.test' };
    const refused = await send({ ...author, email: 'nobody', comment: 'Kept <b>' }).expect(400);
    expect(refused.text).toContain('Please enter a valid email address.');
    expect(refused.text).toContain('Kept &lt;b&gt;</textarea>');
    await send({ ...author, comment: 'Hello there' })
      .expect(303)
      .expect('Location', `${link}?comment=held#comments`);
    expect((await get(`${link}?comment=held`)).text).toContain('waiting for approval');
    await send({ ...author, comment: 'I am a robot', subject: 'x' }).expect(303);
    const { body: held } = await admin.get('/comments', { post: id, status: 'hold', context: 'edit' }).expect(200);
    expect(held.map((comment: { content: { raw: string } }) => comment.content.raw)).toEqual(['Hello there']);
    await admin.post(`/comments/${held[0].id}`, { status: 'approved' }).expect(200);
    const reply = await get(`${link}?replytocom=${held[0].id}`).expect(200);
    expect(reply.text).toContain('Reply to Ann');
    expect((await get(`${link}feed/`).expect(200)).text).toContain('Hello there');
    expect((await get('/comments/feed/').expect(200)).text).toContain('Ann on Lanterns');
    for (const [path, title] of [
      [`${link}feed/json/`, 'Ann'],
      ['/comments/feed/json/', 'Ann on Lanterns'],
    ] as const) {
      const { text, headers } = await get(path).expect(200);
      expect(headers['content-type']).toContain('application/feed+json');
      expect(JSON.parse(text).items[0]).toMatchObject({ title, url: `${link}#comment-${held[0].id}` });
    }
    await admin.post(`/posts/${id}`, { comment_status: 'closed' }).expect(200);
    await send({ ...author, comment: 'Too late' }).expect(403);
  });

  test('posts are found under a former permalink structure, and on the page for posts', async () => {
    const { link } = await create('posts', { title: 'Wanderer', slug: 'wanderer', status: 'publish' });
    await get('/archives/wanderer/').expect(301).expect('Location', link);
    const page = await create('pages', { title: 'Journal', slug: 'journal', status: 'publish' });
    const front = await create('pages', { title: 'Hello', content: 'Front words', status: 'publish' });
    await setOption('show_on_front', 'page');
    await setOption('page_on_front', front.id);
    await setOption('page_for_posts', page.id);
    try {
      expect((await get('/').expect(200)).text).toContain('Front words');
      expect((await get('/journal/').expect(200)).text).toContain('<h1>Journal</h1>');
    } finally {
      await setOption('show_on_front', 'posts');
    }
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

  test('the address that a post had before its slug was changed redirects', async () => {
    const { id, link } = await create('posts', { title: 'Moved', slug: 'first-name', status: 'publish' });
    const { body } = await admin.post(`/posts/${id}`, { slug: 'second-name' }).expect(200);
    await get(link).expect(301).expect('Location', body.link);
    await admin.post(`/posts/${id}`, { status: 'draft' }).expect(200);
    await get(link).expect(404);
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

  test('the home page and archives have pages', async () => {
    await setOption('posts_per_page', 2);
    const first = await get('/').expect(200);
    expect(first.text).toContain(`<a rel="next" href="${SITE}/page/2/">`);
    const second = await get('/page/2/').expect(200);
    expect(second.text).toContain(`<a rel="prev" href="${SITE}/">`);
    await get('/page/999/').expect(404);
    await setOption('posts_per_page', 10);
  });

  test('feeds are RSS 2.0 of the newest posts', async () => {
    await create('posts', { title: 'In ]]> the &nbsp; feed', content: 'Text ]]> more', status: 'publish' });
    const { text, headers } = await get('/feed/').expect(200);
    expect(headers['content-type']).toContain('application/rss+xml');
    expect(text).toContain('<rss version="2.0"');
    expect(text).toContain('<title>In ]]&gt; the &#160; feed</title>');
    expect(text.match(/<!\[CDATA\[/g)!.length).toBe(text.match(/\]\]>/g)!.length);
    await get('/category/uncategorized/feed/').expect(200);
    const json = await get('/feed/json/').expect(200);
    expect(json.headers['content-type']).toContain('application/feed+json');
    expect(JSON.parse(json.text)).toMatchObject({ version: 'https://jsonfeed.org/version/1.1' });
  });

  test('the sitemap lists published posts and pages, without protected ones', async () => {
    const { link } = await create('posts', { title: 'Locked away', status: 'publish', password: 'x' });
    const index = await get('/sitemap.xml').expect(200);
    expect(index.text).toContain(`<loc>${SITE}/sitemap-post-1.xml</loc>`);
    const posts = await get('/sitemap-post-1.xml').expect(200);
    expect(posts.text).toMatch(
      /<url><loc>http:\/\/site\.test\/[^<]+<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:]+Z<\/lastmod>/,
    );
    expect(posts.text).not.toContain(link);
    await get('/sitemap-post-99.xml').expect(404);
    expect((await get('/robots.txt').expect(200)).text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
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

  test('a preview link ends with the rights of its creator, and when the post is hidden', async () => {
    const admin = (method: 'get' | 'post' | 'delete', path: string, body?: object) =>
      request(service.server)[method](`/wp-json/${path}`).auth(ADMIN.user, ADMIN.password).send(body);
    const writer = { username: 'guest-writer', email: 'guest-writer@people.test', password: 'a long password' };
    const { body: user } = await admin('post', 'wp/v2/users', { ...writer, roles: ['editor'] }).expect(201);
    const { id } = await create('posts', { title: 'Unfinished', content: 'Draft text' });
    const link = async () => {
      const sent = request(service.server).post('/wp-json/nestpress/v1/previews').send({ post: id });
      const { body } = await sent.auth(writer.username, writer.password).expect(201);
      await get(body.url).expect(200);
      return body.url as string;
    };
    const changes: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => admin('post', `wp/v2/posts/${id}`, { status: 'private' }).expect(200),
        () => admin('post', `wp/v2/posts/${id}`, { status: 'draft' }).expect(200),
      ],
      [
        () => admin('delete', `wp/v2/posts/${id}`).expect(200),
        () => admin('post', `wp/v2/posts/${id}`, { status: 'draft' }).expect(200),
      ],
      [
        () => admin('post', `wp/v2/users/${user.id}`, { roles: ['subscriber'] }).expect(200),
        () => admin('post', `wp/v2/users/${user.id}`, { roles: ['editor'] }).expect(200),
      ],
      [() => admin('delete', `wp/v2/users/${user.id}?force=true&reassign=1`).expect(200), () => Promise.resolve()],
    ];
    for (const [end, restore] of changes) {
      const url = await link();
      await end();
      await get(url).expect(404);
      await restore();
      // The link was deleted, not only refused.
      await get(url).expect(404);
      expect((await admin('get', `nestpress/v1/previews?post=${id}`).expect(200)).body).toEqual([]);
    }
    await admin('post', `wp/v2/posts/${id}`, { status: 'private' }).expect(200);
    const { body } = await admin('post', 'nestpress/v1/previews', { post: id }).expect(400);
    expect(body.code).toBe('rest_cannot_preview');
  });

  test('a preview link does not open the password of a published post', async () => {
    const { id } = await create('posts', { title: 'Unfinished', content: 'Draft text' });
    const send = (path: string, body: object) =>
      request(service.server).post(`/wp-json/${path}`).auth(ADMIN.user, ADMIN.password).send(body);
    const { body } = await send('nestpress/v1/previews', { post: id }).expect(201);
    const { body: published } = await send(`wp/v2/posts/${id}`, { status: 'publish', password: 'x' }).expect(200);
    await get(body.url).expect(301).expect('Location', published.link);
    expect((await get(published.link).expect(200)).text).not.toContain('Draft text');
  });

  test('drafts open by a preview link until it is revoked, and to their editors', async () => {
    const { id } = await create('posts', { title: 'Unfinished', content: 'Draft text' });
    await get(`/?p=${id}`).expect(404);
    const api = '/wp-json/nestpress/v1/previews';
    const { body } = await request(service.server)
      .post(api)
      .auth(ADMIN.user, ADMIN.password)
      .send({ post: id })
      .expect(201);
    const shown = await get(body.url).expect(200);
    expect(shown.text).toContain('Draft text');
    expect(shown.text).toContain('<meta name="robots" content="noindex" />');
    expect(shown.headers['cache-control']).toBe('private, no-cache');
    await get(`${body.url}x`).expect(404);
    await get(body.url.replace(`p=${id}`, `p=${id - 1}`)).expect((response) =>
      expect(response.text).not.toContain('Draft text'),
    );
    await request(service.server).delete(`${api}/${body.id}`).auth(ADMIN.user, ADMIN.password).expect(200);
    await get(body.url).expect(404);
    const { cookie } = await signIn(service);
    expect((await get(`/?p=${id}`).set('Cookie', cookie).expect(200)).text).toContain('Draft text');
  });

  test('/favicon.ico leads to the icon of the site, and is empty without one', async () => {
    await get('/favicon.ico').expect(204).expect('Cache-Control', 'public, max-age=600');
    await request(service.server).head('/favicon.ico').expect(204);
    const database = service.app.get(Database);
    const options = service.app.get(OptionsStore);
    const { body } = await request(service.server)
      .post('/wp-json/wp/v2/media')
      .auth(ADMIN.user, ADMIN.password)
      .set('Content-Disposition', 'attachment; filename="icon.png"')
      .type('image/png')
      .send(await picture(2, 2))
      .expect(201);
    await database.transaction((tx) => options.set(tx, 'site_icon', String(body.id)));
    await get('/favicon.ico').expect(302).expect('Location', body.source_url);
    await database.transaction((tx) => options.set(tx, 'site_icon', '0'));
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
