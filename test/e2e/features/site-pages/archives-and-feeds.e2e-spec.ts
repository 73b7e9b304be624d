import { expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine } from '../../../support/app.js';
import { SITE, withPagesSite } from '../../../support/pages-site.js';

eachEngine((engine) => {
  const { admin, get, create, setOption, service } = withPagesSite(engine);

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

  test('archives by date, search results and the comment form work without a script', async () => {
    const { id, link } = await create('posts', {
      title: 'Lanterns',
      content: '<p>The keeper lit a lantern. Lanterns &amp; oil.</p>',
      status: 'publish',
      date: '2019-03-04T10:00:00',
    });
    expect((await get('/2019/').expect(200)).text).toContain('<h1>2019</h1>');
    expect((await get('/2019/03/').expect(200)).text).toContain('Lanterns</a>');
    await get('/2019/04/').expect(404);
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

  test('the home page and archives have pages', async () => {
    await setOption('posts_per_page', 2);
    const first = await get('/').expect(200);
    expect(first.text).toContain(`<a rel="next" href="${SITE}/page/2/">`);
    const second = await get('/page/2/').expect(200);
    expect(second.text).toContain(`<a rel="prev" href="${SITE}/">`);
    await get('/page/999/').expect(404);
    await setOption('posts_per_page', -1);
    const all = await get('/').expect(200);
    expect(all.text).not.toContain('rel="next"');
    expect(all.text.match(/<article/g)!.length).toBeGreaterThan(2);
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

  test('the address that a post had before its slug was changed redirects', async () => {
    const { id, link } = await create('posts', { title: 'Moved', slug: 'first-name', status: 'publish' });
    const { body } = await admin.post(`/posts/${id}`, { slug: 'second-name' }).expect(200);
    await get(link).expect(301).expect('Location', body.link);
    await admin.post(`/posts/${id}`, { status: 'draft' }).expect(200);
    await get(link).expect(404);
  });
});
