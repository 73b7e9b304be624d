import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eachEngine, startTestApp, type TestApp } from '../support/app.js';
import { clientOf } from '../support/clients.js';
import { enrichSite, type RichSite } from '../support/rich-site.js';
import * as tables from '../support/typed-members.js';

eachEngine((engine) => {
  let service: TestApp;
  let site: RichSite;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    site = await enrichSite(service);
    await admin.post(`/pages/${site.page}`, { content: 'Changed' }).expect(200);
  });
  afterAll(() => service?.close());

  /** Members of each item of a response that could not be parsed, such as `post.title.raw`. */
  const unparsedOf = (body: object, table: tables.MemberTable, context: 'view' | 'edit' | 'embed') =>
    Object.entries(body).flatMap(([name, item]) =>
      tables.unparsed(table, item, context).map((member) => `${name}.${member}`),
    );

  const LISTS: Array<[path: string, table: tables.MemberTable]> = [
    ['/posts', tables.POST],
    ['/pages', tables.PAGE],
    ['/media', tables.MEDIA],
    ['/categories', tables.CATEGORY],
    ['/tags', tables.TAG],
    ['/comments', tables.COMMENT],
    ['/users', tables.USER],
    ['/types', tables.TYPE],
    ['/taxonomies', tables.TAXONOMY],
    ['/statuses', tables.STATUS],
  ];

  test.each(LISTS)('%s has every member of a typed client, in each context', async (path, table) => {
    for (const context of ['view', 'edit', 'embed'] as const) {
      const { body } = await admin.get(path, { context }).expect(200);
      expect(Object.keys(body).length).toBeGreaterThan(0);
      expect([context, unparsedOf(body, table, context)]).toEqual([context, []]);
    }
  });

  test('drafts, trashed and private entries have them too', async () => {
    const status = 'draft,future,pending,private,publish';
    const { body: drafted } = await admin.post('/posts', { title: 'Bare' }).expect(201);
    const { body: posts } = await admin.get('/posts', { context: 'edit', status, per_page: 100 }).expect(200);
    expect(posts).toContainEqual(expect.objectContaining({ id: drafted.id }));
    expect(unparsedOf(posts, tables.POST, 'edit')).toEqual([]);
    const { body: trashed } = await admin.delete(`/posts/${drafted.id}`).expect(200);
    expect(tables.unparsed(tables.POST, trashed, 'edit')).toEqual([]);
    const { body: gone } = await admin.delete(`/posts/${drafted.id}`, { force: true }).expect(200);
    expect([gone.deleted, tables.unparsed(tables.POST, gone.previous, 'edit')]).toEqual([true, []]);
  });

  test('settings, the own account and revisions have them', async () => {
    const { body: settings } = await admin.get('/settings').expect(200);
    expect(tables.unparsed(tables.SETTINGS, settings, 'edit')).toEqual([]);
    const { body: me } = await admin.get('/users/me', { context: 'edit' }).expect(200);
    expect(tables.unparsed(tables.USER, me, 'edit')).toEqual([]);
    for (const context of ['view', 'edit', 'embed'] as const) {
      const { body } = await admin.get(`/pages/${site.page}/revisions`, { context }).expect(200);
      expect([body.length > 0, unparsedOf(body, tables.REVISION, context)]).toEqual([true, []]);
    }
  });

  test('lists of ids are sent as one text, and sparse answers have the named members only', async () => {
    const { body: users } = await admin.get('/users', { include: `${site.author},1`, orderby: 'include' }).expect(200);
    expect(users.map(({ id }: { id: number }) => id)).toEqual([site.author, 1]);
    const { body: sparse } = await admin
      .get('/posts', { _fields: 'id,title,content.rendered', context: 'edit', include: String(site.post) })
      .expect(200);
    expect(sparse).toEqual([
      { id: site.post, title: { raw: 'Rich', rendered: 'Rich' }, content: { rendered: expect.any(String) } },
    ]);
    const query = { search_columns: 'post_title', search: 'Rich', tax_relation: 'AND', tags: String(site.tag) };
    const { body: found } = await admin.get('/posts', { ...query, categories: String(site.category) }).expect(200);
    expect(found.map(({ id }: { id: number }) => id)).toEqual([site.post]);
  });
});
