import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
  });
  afterAll(() => service.close());

  const create = async (path: string, values: object): Promise<{ id: number; link: string }> =>
    (await admin.post(path, values).expect(201)).body;
  const rendered = async (id: number): Promise<string> =>
    (await request(service.server).get(`/wp-json/wp/v2/posts/${id}`).expect(200)).body.content.rendered;

  test('lists of terms in contents show those of the database', async () => {
    const rivers = await create('/categories', { name: 'Rivers', description: 'Long & <b>wet</b>' });
    const elbe = await create('/categories', { name: 'Elbe', parent: rivers.id });
    const empty = await create('/categories', { name: 'Empty' });
    const of = async (query: object) => {
      const loop =
        `<!-- wp:terms-query ${JSON.stringify({ termQuery: query })} --><div><!-- wp:term-template --><!-- wp:term-name {"isLink":true} /-->` +
        '<!-- wp:term-count /--><!-- /wp:term-template --></div><!-- /wp:terms-query -->';
      const { id } = await create('/posts', { status: 'publish', content: loop, categories: [rivers.id, elbe.id] });
      const html = await rendered(id);
      await admin.delete(`/posts/${id}?force=true`).expect(200);
      return [...html.matchAll(/<li class="wp-block-term term-(\d+) /g)].map(([, found]) => Number(found));
    };
    // New sites have categories of their own.
    const ours = async (query: object) => (await of(query)).filter((id) => [rivers.id, elbe.id, empty.id].includes(id));
    expect(await ours({})).toEqual([rivers.id]);
    expect(await ours({ showNested: true })).toEqual([elbe.id, rivers.id]);
    expect(await ours({ showNested: true, order: 'desc' })).toEqual([rivers.id, elbe.id]);
    expect(await of({ perPage: 1 })).toHaveLength(1);
    expect(await of({ include: [rivers.id, elbe.id] })).toEqual([rivers.id, elbe.id]);
    expect(await ours({ hideEmpty: false })).toEqual([empty.id, rivers.id]);
    expect(await of({ taxonomy: 'nope' })).toEqual([]);
  });

  test('comments in contents are the approved ones of the entry, replies below what they reply to', async () => {
    const content =
      '<!-- wp:comments --><div class="c"><!-- wp:comments-title /--><!-- wp:comment-template --><!-- wp:comment-author-name /--><!-- wp:comment-content /-->' +
      '<!-- wp:comment-reply-link /--><!-- /wp:comment-template --></div><!-- /wp:comments -->';
    const post = await create('/posts', { title: 'Talk', status: 'publish', content });
    const by = { post: post.id, author_name: 'Pat', author_email: 'p@x.test', author_url: 'http://pat.test' };
    const first = await create('/comments', { ...by, content: 'First', status: 'approve' });
    const reply = await create('/comments', { post: post.id, parent: first.id, content: 'Reply' });
    await create('/comments', { ...by, content: 'Held', status: 'hold' });
    const html = await rendered(post.id);
    expect(html).toContain('2 responses to &#8220;Talk&#8221;</h2>');
    expect(html).toContain(`<li id="comment-${first.id}" class="comment even thread-even depth-1">`);
    expect(html).toMatch(
      new RegExp(
        `<ol><li id="comment-${reply.id}" class="comment byuser comment-author-[\\w-]+ bypostauthor odd alt depth-2">`,
      ),
    );
    expect(html).toContain('href="http://pat.test" target="_self" >Pat</a>');
    expect(html).toContain(`replytocom=${reply.id}#respond`);
    expect(html).not.toContain('Held');
    await admin.put(`/comments/${reply.id}`, { status: 'hold' }).expect(200);
    expect(await rendered(post.id)).not.toContain('Reply</p>');
    const locked = await create('/posts', { title: 'L', status: 'publish', content, password: 'x' });
    expect((await admin.get(`/posts/${locked.id}?context=edit`).expect(200)).body.content.rendered).not.toContain(
      '<li id="comment',
    );
  });
});
