import { expect, test } from '@jest/globals';
import { eachEngine } from '../../../support/app.js';
import { withPagesSite } from '../../../support/pages-site.js';

eachEngine((engine) => {
  const { admin, own, get, create, upload } = withPagesSite(engine);

  test('an entry that search engines shall not list says so and is in no sitemap; it may name its original', async () => {
    const { id, link } = await create('posts', { title: 'Low water', status: 'publish' });
    const send = (values: object) => own.post(`/entries/${id}/search-meta`, values);
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
    const send = (translations: object) => own.post(`/entries/${id}/search-meta`, { translations });
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

  test('texts and images for search engines are only those that a visitor may read', async () => {
    const hidden = await create('posts', { title: 'Hidden', status: 'private' });
    const secret = await upload('secret-plan', 40, 30, { post: hidden.id });
    const open = await upload('open-plan', 40, 30);
    const setMeta = (id: number, meta: object) => own.post(`/entries/${id}/search-meta`, meta).expect(200);
    const post = await create('posts', { title: 'Shared', status: 'publish', featured_media: secret.id });
    const embed = (link: string) => get(`/wp-json/oembed/1.0/embed?url=${encodeURIComponent(link)}`).expect(200);
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
});
