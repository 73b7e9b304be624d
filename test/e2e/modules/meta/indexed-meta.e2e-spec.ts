import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ContentModel } from '../../../../src/content-model/content-model.js';
import { Database, type SqlParameter } from '../../../../src/database/database.js';
import { PostMeta } from '../../../../src/database/entities/index.js';
import { MetaIndex } from '../../../../src/database/meta-index.js';
import { RunningProcess } from '../../../../src/database/running-processes.js';
import { defineContentType, defineScope, relation } from '../../../../src/index.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';

const CONTENT = [
  defineContentType({ name: 'venue', label: 'Venues', restBase: 'venues', supports: ['title', 'custom-fields'] }),
  defineContentType({
    name: 'show',
    label: 'Shows',
    restBase: 'shows',
    supports: ['title', 'author', 'custom-fields'],
    meta: {
      venue: relation({ to: 'venue', reverse: 'shows' }),
      guests: relation({ to: 'user', many: true }),
      price: { type: 'number', indexed: true },
      starts: { type: 'string', format: 'date', indexed: true },
      is_free: { type: 'boolean', indexed: true },
      note: { type: 'string' },
      secret: { type: 'string', indexed: true, read: 'edit_others_posts', write: 'edit_posts' },
    },
  }),
  defineScope({
    on: ['show'],
    where: (principal, q) => (principal.isAnonymous ? q.not(q.column('slug').in(['hidden'])) : undefined),
  }),
];

interface Item {
  id: number;
  slug: string;
  shows?: number[];
  _links?: Record<string, { href: string }[]>;
  _embedded?: Record<string, { id: number; name?: string; title?: { rendered: string } }[]>;
}

eachEngine((engine) => {
  let service: TestApp;
  let venues: number[];
  const shows: Record<string, number> = {};
  const admin = clientOf(() => service, 'admin');
  const visitor = clientOf(() => service);

  const slugs = async (query: string, client = visitor) =>
    ((await client.get(`/shows?${query}`).expect(200)).body as Item[]).map(({ slug }) => slug);
  const create = async (path: string, body: object) =>
    ((await admin.post(path, { status: 'publish', ...body }).expect(201)).body as Item).id;

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine, { content: CONTENT });
    venues = [await create('/venues', { title: 'Hall' }), await create('/venues', { title: 'Yard' })];
    const add = async (title: string, date: string, meta: object) =>
      (shows[title] = await create('/shows', { title, date, meta }));
    await add('a', '2020-01-01T00:00:00', { price: 9.5, starts: '2026-03-01', venue: venues[0], guests: [1] });
    await add('b', '2020-01-02T00:00:00', { price: 10, starts: '2026-01-01', venue: venues[1], is_free: true });
    await add('c', '2020-01-03T00:00:00', { price: 100, starts: '2026-02-01', venue: venues[0], is_free: false });
    await add('d', '2020-01-04T00:00:00', {});
    await add('hidden', '2020-01-05T00:00:00', { price: 10, venue: venues[0] });
  });
  afterAll(() => service.close());

  test('lists are filtered by comparisons of indexed meta', async () => {
    expect(await slugs('meta[price]=10')).toEqual(['b']);
    expect(await slugs('meta[price][gte]=10')).toEqual(['c', 'b']);
    expect(await slugs('meta[price][gt]=10&meta[price][lt]=100')).toEqual([]);
    expect(await slugs('meta[price][gt]=9.4&meta[price][lt]=100')).toEqual(['b', 'a']);
    expect(await slugs('meta[price][gt]=9.4&meta[price][lte]=100&meta[venue]=' + String(venues[0]))).toEqual([
      'c',
      'a',
    ]);
    expect(await slugs(`meta[venue][]=${venues[0]}&meta[venue][]=${venues[1]}`)).toEqual(['c', 'b', 'a']);
    expect(await slugs('meta[starts][lt]=2026-02-02')).toEqual(['c', 'b']);
    expect(await slugs('meta[is_free]=true')).toEqual(['b']);
    expect(await slugs('meta[is_free]=false')).toEqual(['d', 'c', 'a']);
    expect(await slugs('meta[guests]=1')).toEqual(['a']);
    const page = await visitor.get('/shows?meta[price][gte]=1&per_page=1&page=2').expect(200);
    expect([page.headers['x-wp-total'], (page.body as Item[])[0]!.slug]).toEqual(['3', 'b']);
    expect(await slugs('meta[price][gte]=10&status=publish', admin)).toEqual(['hidden', 'c', 'b']);
  });

  test('lists are sorted by indexed meta; entries without a value are not in them', async () => {
    expect(await slugs('orderby=meta.starts&order=asc')).toEqual(['b', 'c', 'a']);
    expect(await slugs('orderby=meta.starts&order=desc')).toEqual(['a', 'c', 'b']);
    expect(await slugs('orderby=meta.price&order=asc&meta[venue]=' + String(venues[0]))).toEqual(['a', 'c']);
    const second = await visitor.get('/shows?orderby=meta.price&order=asc&per_page=1&page=2').expect(200);
    expect([second.headers['x-wp-total'], (second.body as Item[])[0]!.slug]).toEqual(['3', 'b']);
  });

  test('values are read from the index, in the order of the list, one entry after the other', async () => {
    const database = service.app.get(Database);
    const many = Array.from({ length: 1100 }, (_, index) => [shows.d!, 'price', String(1000 + index)]);
    // More matches than are looked up by their IDs.
    await database.transaction((tx) =>
      tx.execute(
        `INSERT INTO ${database.tables.postmeta} (post_id, meta_key, meta_value) VALUES ${many.map(() => '(?, ?, ?)').join(', ')}`,
        many.flat(),
        database.tables.postmeta,
      ),
    );
    const { query } = database;
    const pages: { sql: string; parameters: readonly SqlParameter[] }[] = [];
    database.query = function <T>(sql: string, parameters: readonly SqlParameter[] = []): Promise<T[]> {
      if (sql.includes('sorted') && sql.includes('LIMIT ?')) pages.push({ sql, parameters });
      return query.call(database, sql, parameters) as Promise<T[]>;
    };
    try {
      expect(await slugs('meta[price][gte]=9&orderby=meta.starts&order=asc&per_page=3', admin)).toEqual([
        'b',
        'c',
        'a',
      ]);
    } finally {
      database.query = query;
      await database.transaction((tx) =>
        tx.execute(
          `DELETE FROM ${database.tables.postmeta} WHERE post_id = ? AND meta_key = 'price'`,
          [shows.d!],
          database.tables.postmeta,
        ),
      );
    }
    const [{ sql, parameters }] = pages as [(typeof pages)[number]];
    const explain = engine === 'mysql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
    const rows = await database.query<Record<string, unknown>>(`${explain} ${sql}`, parameters);
    const plan = rows.map((row) => String(engine === 'mysql' ? `${String(row.table)} ${String(row.key)}` : row.detail));
    const index = (name: string) => expect.stringMatching(engine === 'mysql' ? ` ${name}$` : `__${name} `);
    expect(plan).toEqual(expect.arrayContaining([index('text'), index('post')]));
    expect(plan.join()).toMatch(engine === 'mysql' ? /wp_posts PRIMARY/ : /SEARCH wp_posts USING INTEGER PRIMARY KEY/);
    expect(plan.join()).not.toMatch(/TEMP B-TREE/);
  });

  test('a process with other fields adds its keys, and readers of those that are there find them all the time', async () => {
    const database = service.app.get(Database);
    const model = service.app.get(ContentModel);
    const index = new MetaIndex(database);
    const process = { id: 'other', host: 'other.test', pid: 1, startedAt: 0, seenAt: 4_000_000_000 };
    await database.transaction((tx) => tx.insert(RunningProcess, process));
    const rating = [{ key: 'rating', isNumber: true }];
    const find = () => slugs('meta[price][gte]=10&orderby=meta.starts&order=asc&status=publish', admin);
    const { metaValues } = database.tables;
    const { indexed } = metaValues;
    try {
      // An embedded database has one process, which starts with other modules.
      let isBuilt = false;
      const built = index.prepare(engine === 'mysql' ? rating : [...model.indexedMeta, ...rating]);
      void built.then(() => (isBuilt = true));
      do expect(await find()).toEqual(['b', 'c']);
      while (!isBuilt);
      await built;
      metaValues.indexed = indexed;
      expect(await find()).toEqual(['b', 'c']);
      const id = await create('/shows', { title: 'later', meta: { price: 77 } });
      await database.transaction((tx) => tx.insert(PostMeta, [{ owner: id, key: 'rating', value: '4' }]));
      expect(await slugs('meta[price]=77')).toEqual(['later']);
      const rows = await database.query<{ field: string; number: number }>(
        `SELECT field, number FROM ${database.tables.own('meta_values')} WHERE post_id = ? ORDER BY field`,
        [id],
      );
      expect(rows.map(({ field, number }) => [field, Number(number)])).toEqual([
        ['price', 77],
        ['rating', 4],
      ]);
      await admin.delete(`/shows/${id}?force=true`).expect(200);
    } finally {
      await database.transaction((tx) => tx.delete(RunningProcess, { id: 'other' }));
      await index.prepare(model.indexedMeta);
    }
    const [{ total }] = (await database.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM ${database.tables.own('meta_values')} WHERE field = 'rating'`,
    )) as [{ total: number }];
    expect(Number(total)).toBe(0);
    expect(await find()).toEqual(['b', 'c']);
  });

  test('what cannot be compared is named', async () => {
    const message = async (query: string) =>
      JSON.stringify((await visitor.get(`/shows?${query}`).expect(400)).body).replaceAll('\\"', '"');
    expect(await message('meta[note]=x')).toContain('meta[note] is not indexed. Indexed keys: venue, guests, price');
    expect(await message('meta[secret]=x')).toContain('meta[secret] is not indexed');
    expect(await message('meta[price][like]=x')).toContain('meta[price][like] is not a comparison');
    expect(await message('meta[price][gte]=x')).toContain('meta[price] must be compared with number values');
    expect(await message('meta[price][gte][x]=1')).toContain('meta[price] must be compared');
    expect(await message('meta=x')).toContain('meta');
    expect(await message('orderby=meta.note')).toContain('orderby');
    expect(await message('orderby=meta.guests')).toContain('orderby');
  });

  test('the index follows every write, also of other programs', async () => {
    const id = await create('/shows', { title: 'moving', meta: { price: 55 } });
    expect(await slugs('meta[price]=55')).toEqual(['moving']);
    await admin.post(`/shows/${id}`, { meta: { price: 56 } }).expect(200);
    expect([await slugs('meta[price]=55'), await slugs('meta[price]=56')]).toEqual([[], ['moving']]);
    const database = service.app.get(Database);
    const { postmeta } = database.tables;
    const write = (sql: string, ...parameters: (string | number)[]) =>
      database.transaction((tx) => tx.execute(sql, parameters, postmeta));
    await write(`UPDATE ${postmeta} SET meta_value = '57' WHERE post_id = ? AND meta_key = 'price'`, id);
    expect(await slugs('meta[price]=57')).toEqual(['moving']);
    await write(`UPDATE ${postmeta} SET meta_value = 'no number' WHERE post_id = ? AND meta_key = 'price'`, id);
    expect(await slugs('meta[price][lte]=57')).toEqual(['b', 'a']);
    await write(`UPDATE ${postmeta} SET meta_key = 'other' WHERE post_id = ? AND meta_key = 'price'`, id);
    await write(`INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, 'price', '58')`, id);
    expect(await slugs('meta[price]=58')).toEqual(['moving']);
    await admin.delete(`/shows/${id}?force=true`).expect(200);
    expect(await slugs('meta[price]=58')).toEqual([]);
    const [{ total }] = (await database.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM ${database.tables.own('meta_values')} WHERE post_id = ?`,
      [id],
    )) as [{ total: number }];
    expect(Number(total)).toBe(0);
  });

  test('relations are links in both directions, embedded in a constant number of queries', async () => {
    const [first] = (await visitor.get('/shows?slug=a&_embed=venue,guests').expect(200)).body as [Item];
    expect(first._links!.venue).toMatchObject([
      { embeddable: true, href: expect.stringMatching(`/wp/v2/venues/${venues[0]}$`) },
    ]);
    expect(first._embedded!.venue).toMatchObject([{ id: venues[0], title: { rendered: 'Hall' } }]);
    expect(first._embedded!.guests).toMatchObject([{ id: 1 }]);
    expect((await visitor.get('/shows?slug=a&_fields=id,_links,_embedded&_embed=venue')).body).toMatchObject([
      { _embedded: { venue: [{ id: venues[0] }] } },
    ]);
    const hall = (await visitor.get(`/venues/${venues[0]}?_embed=shows`).expect(200)).body as Item;
    expect(hall.shows).toEqual([shows.c, shows.a]);
    expect(hall._embedded!.shows!.map(({ id }) => id)).toEqual([shows.c, shows.a]);
    expect(((await admin.get(`/venues/${venues[0]}`)).body as Item).shows).toEqual([shows.hidden, shows.c, shows.a]);

    // Signed in, so that no response is cached.
    const statements = (query: string) =>
      fewestStatements(async () => void (await admin.get(`/shows?${query}&_embed=venue,guests`).expect(200)));
    // One per entry would be four more.
    expect(await statements('per_page=50')).toBeLessThanOrEqual((await statements('slug=a')) + 1);

    await admin.post(`/shows/${shows.a}`, { meta: { venue: venues[1] } }).expect(200);
    expect(((await visitor.get(`/venues/${venues[0]}`)).body as Item).shows).toEqual([shows.c]);
    await admin.post(`/venues/${venues[1]}`, { title: 'Garden' }).expect(200);
    expect((await visitor.get('/shows?slug=a&_embed=venue')).body).toMatchObject([
      { _embedded: { venue: [{ title: { rendered: 'Garden' } }] } },
    ]);
  });
});
