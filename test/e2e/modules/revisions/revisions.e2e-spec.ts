import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';

interface Revision {
  id: number;
  author: number;
  parent: number;
  slug: string;
  title: { raw?: string; rendered: string };
  content: { rendered: string };
  excerpt: { rendered: string };
}

eachEngine((engine) => {
  let service: TestApp;
  let users: Awaited<ReturnType<typeof createUsers>>;
  const app = () => service;
  const guest = clientOf(app);
  const admin = clientOf(app, 'admin');
  const writer = clientOf(app, 'writer');
  const helper = clientOf(app, 'helper');

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    users = await createUsers(admin);
  });
  afterAll(() => service.close());

  const codeOf = (response: { status: number; body: { code: string } }) => [response.status, response.body.code];
  const revisionsOf = async (path: string, by = admin): Promise<Revision[]> =>
    (await by.get(`${path}/revisions`).expect(200)).body;

  /** A post of the writer's with as many versions as texts. */
  async function postWith(first: string, ...further: string[]): Promise<string> {
    const { body } = await writer.post('/posts', { title: 'Versions', content: first }).expect(201);
    for (const content of further) await writer.post(`/posts/${body.id}`, { content }).expect(200);
    return `/posts/${body.id}`;
  }

  test('every change of the texts leaves a version, newest first; creating leaves none', async () => {
    const path = await postWith('one');
    expect(await revisionsOf(path)).toEqual([]);
    await writer.post(path, { content: 'two' });
    await admin.post(path, { title: 'Three' });
    const revisions = await revisionsOf(path);
    expect(revisions.map(({ author, title, content }) => [author, title.rendered, content.rendered])).toEqual([
      [1, 'Three', '<p>two</p>\n'],
      [users.writer, 'Versions', '<p>two</p>\n'],
    ]);
    expect(revisions[0]!.slug).toBe(`${revisions[0]!.parent}-revision-v1`);
    expect(revisions[0]!.excerpt.rendered).toBe('');
  });

  test('a change of white space only creates no revision', async () => {
    const path = await postWith('a b', 'a  b\n\n\nc');
    await writer.post(path, { content: 'a b\nc', comment_status: 'closed', password: 'p' });
    await writer.post(path, { status: 'publish' });
    expect(await revisionsOf(path)).toHaveLength(1);
  });

  test('they require the right to edit the post', async () => {
    const path = await postWith('one', 'two');
    const [revision] = await revisionsOf(path, writer);
    expect(codeOf(await guest.get(`${path}/revisions`))).toEqual([401, 'rest_cannot_read']);
    expect(codeOf(await helper.get(`${path}/revisions/${revision!.id}`))).toEqual([403, 'rest_cannot_read']);
    expect(codeOf(await helper.delete(`${path}/revisions/${revision!.id}`, { force: true }))).toEqual([
      403,
      'rest_cannot_read',
    ]);
  });

  test('a version is found under its own entry only', async () => {
    const path = await postWith('one', 'two');
    const [revision] = await revisionsOf(path);
    const other = await postWith('other', 'text');
    expect(codeOf(await admin.get(`${other}/revisions/${revision!.id}`))).toEqual([
      404,
      'rest_revision_parent_id_mismatch',
    ]);
    expect(codeOf(await admin.delete(`${other}/revisions/${revision!.id}`, { force: true }))).toEqual([
      404,
      'rest_revision_parent_id_mismatch',
    ]);
    expect(codeOf(await admin.get(`${path.replace('posts', 'pages')}/revisions`))).toEqual([
      404,
      'rest_post_invalid_parent',
    ]);
    expect(codeOf(await admin.get(`${path}/revisions/${revision!.parent}`))).toEqual([404, 'rest_post_invalid_id']);
    expect(await revisionsOf(path)).toHaveLength(1);
  });

  test('deleting one is for good and must be meant so', async () => {
    const path = await postWith('one', 'two', 'three');
    const [newest] = await revisionsOf(path);
    expect(codeOf(await writer.delete(`${path}/revisions/${newest!.id}`))).toEqual([501, 'rest_trash_not_supported']);
    const { body } = await writer.delete(`${path}/revisions/${newest!.id}`, { force: true }).expect(200);
    expect([body.deleted, body.previous.id, body.previous._links]).toEqual([true, newest!.id, undefined]);
    expect(codeOf(await writer.delete(`${path}/revisions/${newest!.id}`, { force: true }))).toEqual([
      404,
      'rest_post_invalid_id',
    ]);
    expect(await revisionsOf(path)).toHaveLength(1);
  });

  test('pages have them too', async () => {
    const { body } = await admin.post('/pages', { title: 'Page' }).expect(201);
    await admin.post(`/pages/${body.id}`, { title: 'Paged' }).expect(200);
    const [revision] = (await admin.get(`/pages/${body.id}/revisions`, { context: 'edit' }).expect(200))
      .body as Revision[];
    expect([revision!.title.raw, revision!.parent]).toEqual(['Paged', body.id]);
  });

  test('many cost no more queries than few', async () => {
    const few = await postWith('1', '2', '3');
    const many = await postWith('0', ...Array.from({ length: 15 }, (_, index) => `text ${index}`));
    expect(await fewestStatements(() => revisionsOf(many))).toBe(await fewestStatements(() => revisionsOf(few)));
  });
});
