import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { Comment } from '../../../../src/database/entities/index.js';
import { defineMeta, defineTaxonomy } from '../../../../src/content-model/declarations.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';
import { coverFrame, song } from '../../../support/media-samples.js';

eachEngine((engine) => {
  let service: TestApp;
  let post: number;
  let parent: number;
  let child: number;
  const guest = clientOf(() => service);
  const admin = clientOf(() => service, 'admin');
  const author = clientOf(() => service, 'writer');

  beforeAll(async () => {
    const shelf = defineTaxonomy({ name: 'shelf', label: 'Shelves', restBase: 'shelves', types: ['post'] });
    const row = defineMeta({ object: 'term', subtype: 'shelf', key: 'row', type: 'integer' });
    service = await startTestApp({ VARIANT: 'C' }, engine, { content: [shelf, row] });
    await createUsers(admin);
    parent = (await admin.post('/categories', { name: 'Harbour' }).expect(201)).body.id;
    child = (await admin.post('/categories', { name: 'Pier', parent }).expect(201)).body.id;
    const values = { title: 'Two words', content: 'Text', status: 'publish', slug: 'other', categories: [child] };
    post = (await admin.post('/posts', values).expect(201)).body.id;
  });
  afterAll(() => service.close());

  test('_fields names members of members, and _links only shows where it is named', async () => {
    const { body } = await guest.get(`/posts/${post}?_fields=id,title.rendered`).expect(200);
    expect(body).toEqual({ id: post, title: { rendered: 'Two words' } });
    const [listed] = (await guest.get(`/posts?include=${post}&_fields=_links.author&_embed`).expect(200)).body;
    expect(Object.keys(listed._links)).toEqual(['author']);
    expect(listed._embedded.author[0]).toHaveProperty('name');
  });

  test('_embed lists the relations to embed', async () => {
    const { body } = await guest.get(`/posts/${post}?_embed=wp:term`).expect(200);
    expect(Object.keys(body._embedded)).toEqual(['wp:term']);
  });

  test('self links hint at the methods that the requester may use', async () => {
    const hints = (body: { _links: { self: { targetHints: { allow: string[] } }[] } }) =>
      body._links.self[0]!.targetHints.allow;
    expect(hints((await guest.get(`/posts/${post}`).expect(200)).body)).toEqual(['GET']);
    expect(hints((await admin.get(`/posts?include=${post}`).expect(200)).body[0])).toEqual([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
    ]);
  });

  test('errors explain each invalid parameter', async () => {
    expect((await guest.get('/posts?per_page=0').expect(400)).body.data.details).toEqual({
      per_page: {
        code: 'rest_out_of_bounds',
        message: 'per_page must be between 1 (inclusive) and 100 (inclusive)',
        data: null,
      },
    });
    expect((await guest.get('/posts?status=draft').expect(400)).body.data.details.status).toMatchObject({
      code: 'rest_forbidden_status',
      data: { status: 401 },
    });
  });

  test('editors see how a post is addressed and styled', async () => {
    const { body } = await admin.get(`/posts/${post}?context=edit`).expect(200);
    expect(body).toMatchObject({ generated_slug: 'two-words', content: { block_version: 0 } });
    expect(body.permalink_template).toMatch(/\/%postname%\/$/);
    expect(body.class_list).toEqual(expect.arrayContaining([`post-${post}`, 'format-standard', 'category-pier']));
  });

  test('classes of terms are in the order of their taxonomies, and files with a cover have one of their own', async () => {
    const { body: shelf } = await admin.post('/shelves', { name: 'Top' }).expect(201);
    const { body: tag } = await admin.post('/tags', { name: 'Tide' }).expect(201);
    const values = {
      title: 'x',
      status: 'publish',
      categories: [child],
      tags: [tag.id],
      shelves: [shelf.id],
      format: 'quote',
    };
    const { body } = await admin.post('/posts', values).expect(201);
    expect(body.class_list.slice(-4)).toEqual([
      'category-pier',
      'tag-tide',
      'post_format-post-format-quote',
      'shelf-top',
    ]);
    await admin.delete(`/posts/${body.id}?force=true`).expect(200);
    const uploaded = await request(service.server)
      .post(`${API}/media`)
      .auth(ADMIN.user, ADMIN.password)
      .attach('file', song({ APIC: coverFrame('image/png', await picture(20, 10)) }), 'song.mp3')
      .expect(201);
    expect(uploaded.body.class_list).toContain('has-post-thumbnail');
    const { body: cover } = await admin.get(`/media/${uploaded.body.featured_media}`).expect(200);
    expect(cover.class_list).not.toContain('has-post-thumbnail');
    // A picture has no cover.
    const send = (title: string) =>
      request(service.server)
        .post(`${API}/media?featured_media=${cover.id}&title=${title}`)
        .auth(ADMIN.user, ADMIN.password);
    const refused = await send('Refused')
      .attach('file', await picture(20, 10), 'still.png')
      .expect(400);
    expect(refused.body.code).toBe('rest_no_featured_media');
    expect((await admin.get('/media?search=Refused').expect(200)).body).toEqual([]);
    expect((await admin.put(`/media/${cover.id}`, { featured_media: cover.id }).expect(200)).body.featured_media).toBe(
      0,
    );
    const again = await send('Song').attach('file', song({}), 'again.mp3').expect(201);
    expect(again.body.featured_media).toBe(cover.id);
  });

  test('lists are filtered by queries about terms, by format and by change date', async () => {
    const ids = async (query: string) =>
      (await guest.get(`/posts?${query}&_fields=id`).expect(200)).body.map(({ id }: { id: number }) => id);
    expect(await ids(`categories=${parent}`)).not.toContain(post);
    expect(await ids(`categories[terms]=${parent}&categories[include_children]=true`)).toContain(post);
    expect(await ids(`categories[terms]=${parent},${child}&categories[operator]=AND`)).not.toContain(post);
    // As in WordPress, all of the terms include all below them.
    const tree = `categories[terms]=${parent}&categories[operator]=AND&categories[include_children]=true`;
    expect(await ids(tree)).toEqual([]);
    const both = { title: 'Both', status: 'publish', categories: [parent, child] };
    const { body: filed } = await admin.post('/posts', both).expect(201);
    expect(await ids(tree)).toEqual([filed.id]);
    expect(await ids(tree.replace(String(parent), `${parent},999999`))).toEqual([]);
    await admin.delete(`/posts/${filed.id}?force=true`).expect(200);
    expect(await ids('search=0')).not.toContain(post);
    for (const path of ['/categories', '/users', '/search'])
      expect((await guest.get(`${path}?search=0`).expect(200)).body).toEqual((await guest.get(path).expect(200)).body);
    expect(await ids(`categories=${parent}&tags_exclude=999&tax_relation=OR`)).toContain(post);
    expect(await ids('format=standard')).toContain(post);
    expect(await ids('format=aside')).not.toContain(post);
    expect(await ids('modified_after=2001-01-01T00:00:00')).toContain(post);
    expect(await ids('modified_before=2001-01-01T00:00:00')).not.toContain(post);
    expect(await ids('search=words&search_columns=post_content')).not.toContain(post);
    expect(await ids('search="Two words"&search_semantics=exact')).toContain(post);
  });

  test('sticky posts precede the first page, and excerpts have the requested length', async () => {
    const content = 'one two three four';
    const { body } = await admin.post('/posts', { title: 's', content, status: 'publish', sticky: true }).expect(201);
    const newer = (await admin.post('/posts', { title: 'newer', status: 'publish' }).expect(201)).body.id;
    const ids = async (query: string) =>
      (await guest.get(`/posts?per_page=1&_fields=id&${query}`).expect(200)).body.map(({ id }: { id: number }) => id);
    const first = await ids('ignore_sticky=false');
    expect([first[0], first.at(-1)]).toEqual([body.id, newer]);
    for (const filter of ['after=2000-01-01T00:00:00', 'modified_after=2000-01-01T00:00:00', 'author=1', 'offset=0'])
      expect([filter, (await ids(`ignore_sticky=false&${filter}`))[0]]).toEqual([filter, body.id]);
    expect(await ids('ignore_sticky=false&page=2')).toHaveLength(1);
    expect(await ids('ignore_sticky=false&search=newer')).toHaveLength(1);
    const excerpt = (await guest.get(`/posts/${body.id}?excerpt_length=2`).expect(200)).body.excerpt.rendered;
    expect(excerpt).toMatch(/^<p>one two/);
    expect(excerpt).not.toContain('three');
  });

  test('revisions have pages and cannot be deleted', async () => {
    for (const content of ['one', 'two', 'three']) await admin.post(`/posts/${post}`, { content }).expect(200);
    const list = await admin.get(`/posts/${post}/revisions?per_page=1&page=2`).expect(200);
    expect(list.headers).toMatchObject({ 'x-wp-total': '3', 'x-wp-totalpages': '3' });
    expect(list.body).toHaveLength(1);
    await admin.get(`/posts/${post}/revisions?per_page=1&page=9`).expect(400);
    expect(list.body[0].meta).toEqual({ footnotes: '' });
    await admin.delete(`/posts/${post}/revisions/${list.body[0].id}?force=true`).expect(403);
  });

  test('a change of footnotes alone makes a revision, and an author’s footnotes are filtered', async () => {
    const footnotes = JSON.stringify([{ content: '<b onclick="x">n</b>', id: 'A-1' }, { id: 'none' }]);
    const values = { title: 'Notes', status: 'publish', meta: { footnotes } };
    const { body } = await author.post('/posts', values).expect(201);
    expect(body.meta.footnotes).toBe(String.raw`[{"id":"a-1","content":"<b>n<\/b>"}]`);
    await author.post(`/posts/${body.id}`, { meta: { footnotes: '[]' } }).expect(200);
    const { body: revisions } = await author.get(`/posts/${body.id}/revisions?context=edit`).expect(200);
    expect(revisions.map(({ meta }: { meta: object }) => meta)).toEqual([{ footnotes: '[]' }]);
    const invalid = { title: 'Saved', meta: { footnotes: 5 } };
    expect((await author.post(`/posts/${body.id}`, invalid).expect(400)).body).toMatchObject({
      code: 'rest_invalid_type',
      additional_data: [{ param: 'meta.footnotes' }],
    });
    expect((await author.get(`/posts/${body.id}`).expect(200)).body.title.rendered).toBe('Saved');
  });

  test('the link to a parent leads to the route of its type', async () => {
    const { body } = await admin.post('/pages', { title: 'Below a post', parent: post }).expect(201);
    expect(body._links.up[0].href).toMatch(new RegExp(`/wp/v2/posts/${post}$`));
    const { body: page } = await admin.post('/pages', { title: 'Below a page', parent: body.id }).expect(201);
    expect(page._links.up[0].href).toMatch(new RegExp(`/wp/v2/pages/${body.id}$`));
  });

  test('without slugs, include_slugs lists the oldest entries first', async () => {
    const old = await admin.post('/posts', { title: 'Old', status: 'publish', date: '2001-01-01T00:00:00' });
    for (const order of ['asc', 'desc']) {
      const { body } = await guest.get('/posts', { orderby: 'include_slugs', order, per_page: 1 }).expect(200);
      expect(body[0].id).toBe(old.body.id);
    }
  });

  test('an empty list of slugs filters nothing, and empty items are ignored', async () => {
    const all = (await guest.get('/posts').expect(200)).headers['x-wp-total'];
    expect((await guest.get('/posts?slug=').expect(200)).headers['x-wp-total']).toBe(all);
    expect((await guest.get('/posts?slug=,other,').expect(200)).body).toMatchObject([{ id: post }]);
    expect((await guest.get('/posts?slug[]=').expect(200)).body).toEqual([]);
  });

  test('the first second of 1970 is a date', async () => {
    const values = { title: 'Old', status: 'publish', date_gmt: '1970-01-01T00:00:00' };
    const { body } = await admin.post('/posts', values).expect(201);
    expect(body.date_gmt).toBe('1970-01-01T00:00:00');
  });

  test('descriptions and URLs are cleaned by the rules of the release', async () => {
    const description = "<a href='sms:1' target=_top class=c>w</a>";
    const stored = '<a href="sms:1" target="_top">w</a>';
    const term = await admin.post('/tags', { name: 'A &amp;#39; B', description }).expect(201);
    expect(term.body).toMatchObject({ name: 'A &amp;#39; B', description: stored });
    const user = await author.post('/users/me', { description, url: ' ircs://chat.example' }).expect(200);
    expect(user.body).toMatchObject({ description: stored, url: 'ircs://chat.example' });
    const text = '<span class="user-5 x">a</span><b class=y>b</b>';
    const comment = await author.post('/comments', { post, content: text }).expect(201);
    expect(comment.body.content.rendered).toBe('<p><span class="user-5">a</span><b>b</b></p>\n');
  });

  test('the number of an untitled page is no slug for it, since pages are numbered', async () => {
    const { body } = await admin.post('/pages', { content: 'Untitled' }).expect(201);
    expect(body.generated_slug).toBe(`${body.id}-2`);
  });

  test('a write may repeat the status that an entry has, even one that cannot be given', async () => {
    const { body } = await admin.post('/posts', { title: 'Trashed' }).expect(201);
    expect((await admin.put(`/posts/${body.id}`, { status: 'trash' }).expect(400)).body.code).toBe(
      'rest_invalid_param',
    );
    await admin.delete(`/posts/${body.id}`).expect(200);
    expect((await admin.put(`/posts/${body.id}`, { status: 'trash' }).expect(200)).body.status).toBe('trash');
    const { id } = (await admin.post('/pages', { title: 'Published', status: 'publish' }).expect(201)).body;
    expect((await admin.put(`/pages/${id}`, { status: null }).expect(200)).body.status).toBe('draft');
  });

  test('drafts reserve the slugs that are chosen for them, and lose their date with null', async () => {
    const values = { title: 'd', slug: 'other', status: 'draft', date: '2019-01-02T03:04:05' };
    const { body } = await admin.post('/posts', values).expect(201);
    expect(body).toMatchObject({ status: 'draft', slug: 'other-2', date: '2019-01-02T03:04:05' });
    for (const further of [{}, { date_gmt: '2019-01-02T03:04:05' }]) {
      const { body: reset } = await admin.post(`/posts/${body.id}`, { date: null, ...further }).expect(200);
      expect(reset.date > '2020').toBe(true);
    }
  });

  test('entries of one author are listed in the direction of the order', async () => {
    const tag = (await admin.post('/tags', { name: 'By one author' }).expect(201)).body.id;
    const create = async () =>
      (await admin.post('/posts', { title: 'x', status: 'publish', tags: [tag] }).expect(201)).body.id as number;
    const ids = [await create(), await create(), await create()];
    const listed = async (order: string) => {
      const { body } = await guest.get(`/posts?tags=${tag}&orderby=author&order=${order}&_fields=id`).expect(200);
      return (body as { id: number }[]).map(({ id }) => id);
    };
    expect(await listed('asc')).toEqual(ids);
    expect(await listed('desc')).toEqual([...ids].reverse());
  });

  test('members of comments, terms, taxonomies and users are selected as a whole, those of entries also in part', async () => {
    const text = { post, content: 'A comment' };
    const comment = (await admin.post('/comments', text).expect(201)).body.id as number;
    const shelf = (await admin.post('/shelves', { name: 'Upper', meta: { row: 2 } }).expect(201)).body.id as number;
    const taxonomy = '/taxonomies/shelf?context=edit';
    for (const [path, selected, left] of [
      [`/comments/${comment}`, 'content.raw', []],
      [`/comments/${comment}`, 'content', ['content']],
      ['/users/1', 'avatar_urls.24', []],
      ['/users/1?context=edit', 'capabilities.edit_posts', []],
      [`/shelves/${shelf}`, 'meta.row', []],
      [`/shelves/${shelf}`, 'meta', ['meta']],
      [taxonomy, 'labels.name,capabilities.manage_terms,visibility.public', []],
      [taxonomy, 'labels', ['labels']],
      [`/posts/${post}`, 'title.raw', ['title']],
    ] as const)
      expect([
        selected,
        Object.keys((await admin.get(path, { _fields: selected }).expect(200)).body as object),
      ]).toEqual([selected, left]);
  });

  test('an update of a comment filters its texts again', async () => {
    const values = { post, content: 'Imported', author_name: 'A', author_email: 'a@site.test' };
    const { body } = await admin.post('/comments', values).expect(201);
    const unfiltered = { authorUrl: 'https://a.test/?b=1&c=2', authorName: 'A <b>B</b>' };
    await service.app.get(Database).transaction((tx) => tx.update(Comment, { id: body.id }, unfiltered));
    const updated = await admin.put(`/comments/${body.id}`, { author_email: 'b@site.test' }).expect(200);
    expect(updated.body).toMatchObject({ author_url: 'https://a.test/?b=1&amp;c=2', author_name: 'A B' });
  });
});
