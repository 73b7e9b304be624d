import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GroupRow, rule, storeGroups } from '../../../support/acf-site.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import {
  bookRoutes,
  type FakeWordPress,
  type ReceivedRequest,
  startFakeWordPress,
} from '../../../support/fake-wordpress.js';
import { pluginFiller } from '../../../support/plugin-site.js';
import { until } from '../../../support/until.js';

const GROUPS: readonly GroupRow[] = [
  {
    title: 'Rows',
    location: [[rule('post_type', 'post')], [rule('post_type', 'page')]],
    fields: [
      { name: 'own', type: 'text' },
      { name: 'friends', type: 'relationship' },
    ],
  },
];
const SCHEMA = {
  type: 'object',
  properties: {
    own: { type: ['string', 'null'] },
    friends: { type: ['array', 'null'], items: { type: 'integer' } },
    by_php: { type: ['string', 'null'] },
    rows_by_php: { type: ['array', 'null'], items: { type: 'object' } },
  },
};

anyEngine((engine) => {
  let wordpress: FakeWordPress;
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const guest = clientOf(() => service);

  beforeAll(async () => {
    wordpress = await startFakeWordPress({
      ...bookRoutes(),
      'OPTIONS /wp/v2/posts': { schema: { properties: { id: {}, slug: {}, title: {}, acf: SCHEMA } } },
    });
    const fields = (id: number) => ({ own: 'stale', friends: null, by_php: `php ${id}`, rows_by_php: [{ a: id }] });
    wordpress.on('GET /wp/v2/posts', ({ query, headers }: ReceivedRequest, response) => {
      const send = (body: unknown) =>
        void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      if (headers['x-forwarded-for'] !== undefined) return send({ forwarded: query.toString() });
      const include = query.get('include');
      if (include === null) return send([{ id: 1, acf: fields(1) }]);
      void guest
        .get('/posts', { include, per_page: 100, _fields: 'id,modified_gmt' })
        .then(({ body }) => send((body as { id: number }[]).map((one) => ({ ...one, acf: fields(one.id) }))));
    });
    wordpress.on('GET /wp/v2/posts/ID', ({ route }: ReceivedRequest, response) => {
      const include = route.split('/').at(-1)!;
      void guest.get('/posts', { include, _fields: 'id,modified_gmt' }).then(({ body }) => {
        const [item] = body as { id: number }[];
        response.writeHead(item ? 200 : 404).end(JSON.stringify(item ? { ...item, acf: fields(item.id) } : {}));
      });
    });
    service = await startTestApp(
      { VARIANT: 'C', WORDPRESS_URL: wordpress.accountUrl },
      engine,
      {},
      { wordpress: { contentWaitMs: 2000, importMinutes: 0 } },
      pluginFiller('secure-custom-fields/secure-custom-fields.php', {}, (database) => storeGroups(database, GROUPS)),
    );
    await until(
      async () => Object.hasOwn((await guest.options('/posts')).body.schema.properties.acf?.properties ?? {}, 'by_php'),
      'the fields of WordPress are known',
    );
  });
  afterAll(async () => {
    await service?.close();
    await wordpress?.close();
  });

  const create = async (acf: object) =>
    (await admin.post('/posts', { title: 'Entry', status: 'publish', acf }).expect(201)).body.id as number;

  test('members that only PHP defines come from WordPress, all others from the database', async () => {
    const friend = await create({ own: 'a' });
    const id = await create({ own: 'b', friends: [friend] });
    const expected = (of: number, own: string, friends: number[] | null) => ({
      own,
      friends,
      by_php: `php ${of}`,
      rows_by_php: [{ a: of }],
    });
    expect((await guest.get(`/posts/${id}`).expect(200)).body.acf).toEqual(expected(id, 'b', [friend]));
    const { body } = await guest.get('/posts', { include: `${id},${friend}`, _embed: 1, orderby: 'id' }).expect(200);
    expect(body.map(({ acf }: { acf: unknown }) => acf)).toEqual([
      expected(id, 'b', [friend]),
      expected(friend, 'a', null),
    ]);
    expect(body[0]._embedded['acf:post']).toEqual([expect.objectContaining({ id: friend })]);
  });

  test('drafts, which visitors cannot read, have those of the database', async () => {
    const draft = (await admin.post('/posts', { title: 'Draft', acf: { own: 'c' } }).expect(201)).body;
    expect(draft.acf).toEqual({ own: 'c', friends: null });
  });

  test('a value that only WordPress can store is refused, one that was read is not', async () => {
    const id = await create({ own: 'a' });
    const { acf } = (await guest.get(`/posts/${id}`).expect(200)).body;
    expect((await admin.post(`/posts/${id}`, { acf: { ...acf, own: 'new' } }).expect(200)).body.acf.own).toBe('new');
    const { body } = await admin.post(`/posts/${id}`, { acf: { own: 'lost', by_php: 'mine' } }).expect(400);
    expect(body.data.params.acf).toContain('write it through WordPress');
    expect((await guest.get(`/posts/${id}`).expect(200)).body.acf.own).toBe('new');
    await admin.post('/posts', { title: 'New', acf: { by_php: 'mine' } }).expect(400);
  });

  test('the format for templates is left to WordPress where it alone knows all fields', async () => {
    expect((await guest.get('/posts?acf_format=standard').expect(200)).body).toEqual({
      forwarded: 'acf_format=standard',
    });
    expect(Array.isArray((await guest.get('/pages?acf_format=standard').expect(200)).body)).toBe(true);
  });

  test('types whose fields are all in the database ask WordPress for nothing', async () => {
    const { id } = (await admin.post('/pages', { title: 'P', status: 'publish', acf: { own: 'p' } }).expect(201)).body;
    wordpress.requests.length = 0;
    expect((await guest.get(`/pages/${id}`).expect(200)).body.acf).toEqual({ own: 'p', friends: null });
    expect(wordpress.requests.filter(({ route }) => route.startsWith('/wp/v2/pages'))).toEqual([]);
  });
});
