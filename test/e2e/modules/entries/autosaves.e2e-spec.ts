import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');
  const contributor = clientOf(() => service, 'helper');
  let users: Awaited<ReturnType<typeof createUsers>>;

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    users = await createUsers(admin);
  });
  afterAll(() => service.close());

  const create = async (values: object): Promise<number> =>
    (await admin.post('/posts', { title: 'Saved', content: 'one', ...values }).expect(201)).body.id;

  test('of a published post one row for each user is kept, and the post stays as it is', async () => {
    const id = await create({ status: 'publish' });
    const { body } = await admin.post(`/posts/${id}/autosaves`, { content: 'two' }).expect(200);
    expect(body).toMatchObject({ parent: id, slug: `${id}-autosave-v1`, content: { raw: 'two' }, title: { raw: '' } });
    expect(body.preview_link).toContain(`preview_id=${id}`);
    const { body: again } = await admin.post(`/posts/${id}/autosaves`, { content: 'three' }).expect(200);
    expect(again.id).toBe(body.id);
    // Nothing new: the earlier one is kept.
    expect((await admin.post(`/posts/${id}/autosaves`, {}).expect(200)).body.content.raw).toBe('three');
    expect((await admin.get(`/posts/${id}/autosaves`).expect(200)).body).toHaveLength(1);
    expect((await admin.get(`/posts/${id}/autosaves/1`).expect(200)).body.id).toBe(body.id);
    expect((await admin.get(`/posts/${id}?context=edit`).expect(200)).body.content.raw).toBe('one');
  });

  test('a new autosave has the footnotes of its post until others are sent, filtered as those of posts', async () => {
    const footnotes = '[{"id":"a","content":"<b onclick=1>b</b>"}]';
    const id = await create({ status: 'publish', meta: { footnotes } });
    const footnotesAfter = async (values: object, client = admin) =>
      (await client.post(`/posts/${id}/autosaves`, values).expect(200)).body.meta.footnotes;
    expect(await footnotesAfter({ content: 'two' })).toBe(footnotes);
    expect(await footnotesAfter({ content: 'two', meta: { footnotes: '' } })).toBe('');
    expect(await footnotesAfter({ content: 'three' })).toBe('');
    await admin.post(`/posts/${id}`, { author: users.writer }).expect(200);
    expect(await footnotesAfter({ meta: { footnotes } }, writer)).toBe('[{"id":"a","content":"<b>b<\\/b>"}]');
  });

  test('the parent is linked where it is shown, and sorting versions by include requires them', async () => {
    const id = await create({ status: 'publish' });
    await admin.post(`/posts/${id}/autosaves`, { content: 'two' }).expect(200);
    const linksOf = async (fields: string) =>
      (await admin.get(`/posts/${id}/autosaves`, { _fields: fields }).expect(200)).body[0]._links;
    expect(await linksOf('id,parent,_links')).toHaveProperty('parent');
    expect(await linksOf('id,_links')).toBeUndefined();
    const { body } = await admin.get(`/posts/${id}/revisions`, { orderby: 'include' }).expect(400);
    expect(body.code).toBe('rest_orderby_include_missing_include');
  });

  test('the own draft is changed itself, without a revision', async () => {
    const id = await create({});
    const { body } = await admin.post(`/posts/${id}/autosaves`, { content: 'two' }).expect(200);
    expect(body).toMatchObject({ id, parent: 0, date: null, content: { raw: 'two' } });
    await admin.post(`/posts/${id}/autosaves`, { date: '2020-06-21T01:21:00' }).expect(200);
    const { body: dated } = await admin.get(`/posts/${id}`, { context: 'edit' }).expect(200);
    expect(dated).toMatchObject({ date: '2020-06-21T01:21:00', content: { raw: 'two' } });
    const further = { slug: 'own-words', comment_status: 'closed', ping_status: 'closed' };
    expect((await admin.post(`/posts/${id}/autosaves`, further).expect(200)).body.slug).toBe('own-words');
    const { body: changed } = await admin.get(`/posts/${id}`, { context: 'edit' }).expect(200);
    expect(changed).toMatchObject({ ...further, content: { raw: 'two' }, status: 'draft' });
    expect((await admin.get(`/posts/${id}/revisions`).expect(200)).body).toEqual([]);
  });

  test('the own draft takes status, password and author as an update does, and terms and meta not', async () => {
    const id = await create({ meta: { footnotes: '' } });
    const category = (await admin.post('/categories', { name: 'Kept out' }).expect(201)).body.id;
    const values = { password: 'open', categories: [category], meta: { footnotes: '[]' } };
    const { body: locked } = await admin.post(`/posts/${id}/autosaves`, values).expect(200);
    expect(locked.title.rendered).toBe('Protected: Saved');
    const read = async () => (await admin.get(`/posts/${id}`, { context: 'edit' }).expect(200)).body;
    const { categories, ...draft } = await read();
    expect(draft).toMatchObject({ password: 'open', status: 'draft', meta: { footnotes: '' } });
    expect(categories).not.toContain(category);
    const unknown = await admin.post(`/posts/${id}/autosaves`, { author: 999_999, title: 'Lost' }).expect(400);
    expect(unknown.body.code).toBe('rest_invalid_author');
    const { body } = await admin.post(`/posts/${id}/autosaves`, { status: 'pending', author: users.writer });
    expect(body).toMatchObject({ id, author: users.writer });
    const hidden = await create({});
    const { body: closed } = await admin.post(`/posts/${hidden}/autosaves`, { status: 'private' }).expect(200);
    expect(closed.title.rendered).toBe('Private: Saved');
    const published = await create({ slug: 'soon-out' });
    const { body: out } = await admin.post(`/posts/${published}/autosaves`, { status: 'publish' }).expect(200);
    expect(out.preview_link).toContain('/soon-out/?preview=true');
    expect(await read()).toMatchObject({ status: 'pending', author: users.writer, title: { raw: 'Saved' } });
    expect((await admin.get(`/posts/${id}/revisions`).expect(200)).body).toEqual([]);
  });

  test('an autosave of the own draft needs the rights of an update', async () => {
    const { body: own } = await contributor.post('/posts', { title: 'Mine' }).expect(201);
    const refused = async (values: object) =>
      (await contributor.post(`/posts/${own.id}/autosaves`, values).expect(403)).body.code;
    expect(await refused({ status: 'publish' })).toBe('rest_cannot_publish');
    expect(await refused({ author: users.writer })).toBe('rest_cannot_edit_others');
    await contributor.post(`/posts/${own.id}/autosaves`, { status: 'pending' }).expect(200);
    const { body: read } = await admin.get(`/posts/${own.id}`, { context: 'edit' }).expect(200);
    expect(read).toMatchObject({ status: 'pending', author: users.helper });
  });

  test('the own page moves below another one', async () => {
    const page = async (title: string) => (await admin.post('/pages', { title }).expect(201)).body.id as number;
    const [parent, child] = [await page('Above'), await page('Below')];
    await admin.post(`/pages/${child}/autosaves`, { parent }).expect(200);
    expect((await admin.get(`/pages/${child}`, { context: 'edit' }).expect(200)).body.parent).toBe(parent);
    expect((await admin.post(`/pages/${child}/autosaves`, { parent: 999_999 }).expect(400)).body.code).toBe(
      'rest_post_invalid_id',
    );
  });

  test('an autosave has the texts that its entry has, described alike', async () => {
    const schemaOf = async (path: string) => (await admin.options(path).expect(200)).body.schema.properties;
    const item = await schemaOf('/menu-items/1/autosaves');
    expect(item).toMatchObject({ guid: { type: 'string' }, title: { type: ['string', 'object'] } });
    expect(item).not.toHaveProperty('content');
    const post = await schemaOf('/posts/1/autosaves');
    expect(post).toMatchObject({ guid: { type: 'object' }, title: { type: 'object' }, content: { type: 'object' } });
  });

  test('only users who may edit the post can read and write autosaves', async () => {
    const id = await create({ status: 'publish' });
    expect((await writer.get(`/posts/${id}/autosaves`).expect(403)).body.code).toBe('rest_cannot_read');
    expect((await writer.post(`/posts/${id}/autosaves`, {}).expect(403)).body.code).toBe('rest_cannot_edit');
    expect((await admin.get(`/posts/${id}/autosaves/1`).expect(404)).body.code).toBe('rest_post_no_autosave');
    expect((await admin.get('/posts/999999/autosaves').expect(404)).body.code).toBe('rest_post_invalid_parent');
  });
});
