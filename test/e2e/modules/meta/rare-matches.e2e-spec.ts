import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database, type SqlParameter } from '../../../../src/database/database.js';
import { Post, PostMeta } from '../../../../src/database/entities/index.js';
import { defineContentType } from '../../../../src/index.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const show = defineContentType({
  name: 'show',
  label: 'Shows',
  restBase: 'shows',
  supports: ['title', 'custom-fields'],
  meta: { price: { type: 'number', indexed: true }, starts: { type: 'string', format: 'date', indexed: true } },
});
/** Entries of each kind: more than are looked up without need, and more than are tested first. */
const EACH = 1200;
const BATCH = 200;

eachEngine((engine) => {
  let service: TestApp;
  let database: Database;
  const admin = clientOf(() => service, 'admin');
  const pages: { sql: string; parameters: readonly SqlParameter[] }[] = [];

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine, { content: [show] });
    database = service.app.get(Database);
    // The older half costs 1, the newer one 2.
    for (let from = 0; from < 2 * EACH; from += BATCH) {
      const numbers = Array.from({ length: BATCH }, (_, index) => from + index);
      const day = (number: number) => new Date(Date.UTC(2000, 0, 1 + number)).toISOString();
      const row = (number: number) => {
        const date = day(number).slice(0, 19).replace('T', ' ');
        const dates = { date, dateGmt: date, modified: date, modifiedGmt: date };
        const id = 10_000 + number;
        return { id, title: `S${number}`, slug: `s${number}`, type: 'show', status: 'publish', author: 1, ...dates };
      };
      await database.transaction(async (tx) => {
        await tx.insert(Post, numbers.map(row));
        await tx.insert(
          PostMeta,
          numbers.flatMap((number) => [
            { owner: 10_000 + number, key: 'price', value: number < EACH ? '1' : '2' },
            { owner: 10_000 + number, key: 'starts', value: day(number).slice(0, 10) },
          ]),
        );
      });
    }
    const { query } = database;
    database.query = function <T>(sql: string, parameters: readonly SqlParameter[] = []): Promise<T[]> {
      if (sql.includes('ORDER BY') && sql.includes('LIMIT ?')) pages.push({ sql, parameters });
      return query.call(database, sql, parameters) as Promise<T[]>;
    };
  });
  afterAll(() => service.close());

  const read = async (query: string) => {
    pages.length = 0;
    const { body, headers } = await admin.get(`/shows?per_page=3&${query}`).expect(200);
    const page = pages.find(({ parameters }) => parameters.length > EACH) ?? pages.at(-1)!;
    return {
      slugs: (body as { slug: string }[]).map(({ slug }) => slug),
      total: headers['x-wp-total'] as string,
      looksUp: page.parameters.length > EACH,
      page,
    };
  };

  test.each([
    ['meta[price]=1', ['s1199', 's1198', 's1197']],
    ['meta[price][lte]=1&page=2', ['s1196', 's1195', 's1194']],
    ['meta[price]=1&orderby=meta.starts', ['s1199', 's1198', 's1197']],
    ['meta[price][gte]=2&orderby=meta.starts&order=asc', ['s1200', 's1201', 's1202']],
    ['meta[price]=2&order=asc', ['s1200', 's1201', 's1202']],
  ])('a list that begins with other entries is read from those that match: %s', async (query, slugs) => {
    const found = await read(query);
    expect(found).toMatchObject({ slugs, total: String(EACH), looksUp: true });
    const { sql, parameters } = found.page;
    const explain = engine === 'mysql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
    const rows = await database.query<Record<string, unknown>>(`${explain} ${sql}`, parameters);
    const [first] = rows.map((row) =>
      String(engine === 'mysql' ? `${String(row.table)} ${String(row.key)}` : row.detail),
    );
    expect(first).toMatch(engine === 'mysql' ? /wp_posts PRIMARY/ : /SEARCH wp_posts USING INTEGER PRIMARY KEY/);
  });

  test.each([
    ['meta[price]=2', ['s2399', 's2398', 's2397']],
    ['meta[price][gte]=1&page=2', ['s2396', 's2395', 's2394']],
    ['meta[price]=1&orderby=meta.starts&order=asc', ['s0', 's1', 's2']],
  ])('a list whose first entries match is read in its order: %s', async (query, slugs) => {
    expect(await read(query)).toMatchObject({ slugs, looksUp: false });
  });
});
