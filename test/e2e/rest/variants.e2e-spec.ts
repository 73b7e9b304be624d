import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../src/database/database.js';
import { OptionsStore } from '../../../src/database/options.store.js';
import { anyEngine, startTestApp, type TestApp } from '../../support/app.js';
import { API, type Client, clientOf, createUsers } from '../../support/clients.js';

/** The same request to variants A and B: what each answers, side by side. */
anyEngine((engine) => {
  const services: Partial<Record<'A' | 'B', TestApp>> = {};
  const VARIANTS = ['A', 'B'] as const;

  beforeAll(async () => {
    for (const variant of VARIANTS) {
      services[variant] = await startTestApp({ VARIANT: variant }, engine);
      await createUsers(as(variant, 'admin'));
    }
  });
  afterAll(async () => {
    for (const service of Object.values(services)) await service.close();
  });

  const as = (variant: 'A' | 'B', login?: Parameters<typeof clientOf>[1]) => clientOf(() => services[variant]!, login);

  /** What both variants answer, A first. */
  async function both<T>(ask: (admin: Client, variant: 'A' | 'B', service: TestApp) => Promise<T>): Promise<T[]> {
    const answers: T[] = [];
    for (const variant of VARIANTS) answers.push(await ask(as(variant, 'admin'), variant, services[variant]!));
    return answers;
  }

  const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

  test('_fields limits the fields of A only', async () => {
    const counts = await both(
      async (admin) => Object.keys((await admin.get('/posts', { _fields: 'id' })).body[0]).length,
    );
    expect(counts[0]).toBe(1);
    expect(counts[1]).toBeGreaterThan(20);
  });

  test('a page beyond the end is an error in A and an empty list in B', async () => {
    expect(await both(async (admin) => statusAndCode(await admin.get('/posts', { page: 99 })))).toEqual([
      [400, 'rest_post_invalid_page_number'],
      [200, undefined],
    ]);
  });

  test.each([
    ['/posts', { orderby: 'author' }],
    ['/posts', { orderby: 'modified' }],
    ['/tags', { orderby: 'include_slugs', slug: 'x' }],
    ['/users', { orderby: 'include_slugs', slug: 'x' }],
    ['/posts', { status: 'request-pending' }],
  ])('%s?%j is for A only', async (path, query) => {
    expect(await both(async (admin) => (await admin.get(path, query)).status)).toEqual([200, 400]);
  });

  test('templates of the theme can be chosen in A only', async () => {
    const [, b] = await both(async (admin) => (await admin.options('/pages')).body.schema.properties.template);
    expect(b.enum).toEqual(['']);
  });

  test('embedded entries name their featured image in A only', async () => {
    const has = await both(
      async (admin) => 'featured_media' in (await admin.get('/posts', { context: 'embed' })).body[0],
    );
    expect(has).toEqual([true, false]);
  });

  test('links count the revisions in A only', async () => {
    const links = await both(async (admin) => (await admin.get('/posts/1')).body._links['version-history'][0]);
    expect(links.map((link) => 'count' in link)).toEqual([true, false]);
  });

  test('former dates of published posts are kept in A only', async () => {
    const dates = await both(async (admin, _variant, service) => {
      const { id } = (await admin.post('/posts', { title: 'Dated', status: 'publish' }).expect(201)).body;
      await admin.post(`/posts/${id}`, { date: '2015-01-02T03:04:05' }).expect(200);
      return metaOf(service, 'postmeta', 'post_id', id, '_wp_old_date');
    });
    expect(dates.map((values) => values.length)).toEqual([1, 0]);
  });

  test('types show what they support in A only', async () => {
    const types = await both(async (admin) => (await admin.get('/types/post', { context: 'edit' })).body);
    expect(types.map((type) => [typeof type.supports, typeof type.viewable])).toEqual([
      ['object', 'boolean'],
      ['undefined', 'undefined'],
    ]);
  });

  test('users can be limited to authors in A only', async () => {
    const args = await both(async (admin) => (await admin.options('/users')).body.endpoints[0].args);
    expect(args.map((names) => 'who' in names)).toEqual([true, false]);
  });

  test('visitors find authors by their names in A only', async () => {
    const found = await both(async (admin, variant) => {
      const [{ id }] = (await admin.get('/users', { search: 'writer' }).expect(200)).body;
      await admin.post(`/users/${id}`, { name: 'Ursula Pseudonym' }).expect(200);
      await admin.post('/posts', { title: 'Hers', status: 'publish', author: id }).expect(201);
      return (await as(variant).get('/users', { search: 'Pseudonym' }).expect(200)).body.length;
    });
    expect(found).toEqual([1, 0]);
  });

  test('new users have the preference for syntax highlighting in A only', async () => {
    const stored = await both(async (admin, _variant, service) => {
      const [{ id }] = (await admin.get('/users', { search: 'reader' }).expect(200)).body;
      return metaOf(service, 'usermeta', 'user_id', id, 'syntax_highlighting');
    });
    expect(stored).toEqual([['true'], []]);
  });

  test('a stored setting that violates its enum is null in A and shown in B', async () => {
    const shown = await both(async (admin, _variant, service) => {
      const options = service.app.get(OptionsStore);
      await service.app.get(Database).transaction((tx) => options.set(tx, 'default_ping_status', 'ajar'));
      return (await admin.get('/settings').expect(200)).body.default_ping_status;
    });
    expect(shown).toEqual([null, 'ajar']);
  });

  test('who may assign tags may create them in A only', async () => {
    const statuses = await both(
      async (_admin, variant) => (await as(variant, 'writer').post('/tags', { name: 'Mine' })).status,
    );
    expect(statuses).toEqual([201, 403]);
  });

  test('an existing name is a conflict in A and a failure that tells the ID in B', async () => {
    const refused = await both(async (admin) => {
      const { id } = (await admin.post('/tags', { name: 'Twice' }).expect(201)).body;
      const { status, body } = await admin.post('/tags', { name: 'Twice' });
      return [status, body.code, JSON.stringify(body.data).replace(new RegExp(`\\b${id}\\b`), 'ID')];
    });
    expect(refused).toEqual([
      [409, 'term_exists', '{"status":409,"term_id":ID}'],
      [500, 'term_exists', 'ID'],
    ]);
  });

  test('what visitors may not do is 401 in A and 403 in B', async () => {
    expect(await both(async (_admin, variant) => (await as(variant).get('/settings')).status)).toEqual([401, 403]);
  });

  test('schemas name their draft', async () => {
    const drafts = await both(async (admin) => (await admin.options('/posts')).body.schema.$schema);
    expect(drafts).toEqual(['http://json-schema.org/draft-04/schema#', 'http://json-schema.org/schema#']);
  });

  test('one-sided limits are worded by the release', async () => {
    const messages = await both(async (admin) => (await admin.get('/posts', { page: 0 })).body.data.params.page);
    expect(messages).toEqual(['page must be greater than or equal to 1', 'page must be greater than 1 (inclusive)']);
  });

  test('a slash in a title is a dash of the slug in A and dropped in B', async () => {
    const slugs = await both(
      async (admin) => (await admin.post('/posts', { title: 'in/out', status: 'publish' }).expect(201)).body.slug,
    );
    expect(slugs).toEqual(['in-out', 'inout']);
  });

  test('FLAC is played in A only', async () => {
    const players = await both(async (admin) => {
      const content = '[audio src="http://site.test/a.flac"]';
      const { body } = await admin.post('/posts', { title: 'Sound', content, status: 'publish' }).expect(201);
      return (body.content.rendered as string).includes('<audio');
    });
    expect(players).toEqual([true, false]);
  });

  test('the REST root of sites with plain permalinks', async () => {
    const roots = await both(async (_admin, _variant, service) => {
      const options = service.app.get(OptionsStore);
      await service.app.get(Database).transaction((tx) => options.set(tx, 'permalink_structure', ''));
      const { headers } = await request(service.server).get(`${API}/types`).expect(200);
      return /<([^>]*)>/.exec(headers.link as string)?.[1];
    });
    expect(roots).toEqual(['http://site.test/index.php?rest_route=/', 'http://site.test/?rest_route=/']);
  });
});

async function metaOf(
  service: TestApp,
  table: 'postmeta' | 'usermeta',
  owner: string,
  id: number,
  key: string,
): Promise<string[]> {
  const database = service.app.get(Database);
  const rows = await database.query<{ value: string }>(
    `SELECT meta_value AS value FROM ${database.tables[table]} WHERE ${owner} = ? AND meta_key = ?`,
    [id, key],
  );
  return rows.map(({ value }) => value);
}
