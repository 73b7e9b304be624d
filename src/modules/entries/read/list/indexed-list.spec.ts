import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { forEachEngine } from '../../../../../test/support/databases.js';
import { type Database } from '../../../../database/database.js';
import { ListReader } from '../../../../database/lists/list-reader.js';
import { TotalsCache } from '../../../../database/lists/plain/totals-cache.js';
import { EntriesStore } from '../entries.store.js';
import { DueEntriesStore } from './due-entries.store.js';
import { EntriesListStore } from './entries-list.store.js';
import { type EntryQuery } from './entry-query.js';
import { CORE_MODEL } from '../../../../content-model/content-model.js';
import { NO_SCOPES } from '../../../../../test/support/no-hooks.js';

/** So many that some authors and terms have deep pages. */
const ENTRIES = 2600;
const STATUSES = ['publish', 'publish', 'publish', 'publish', 'draft', 'publish', 'private', 'trash', 'in-review'];
const MEDIA_TYPES = ['image/png', 'image/png', 'image/jpeg', 'video/mp4'];
const dateOf = (id: number) =>
  new Date(Date.UTC(2020, 0, 1) + Math.floor((id * 7919) % 900) * 3_600_000 * 7)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
const typeOf = (id: number) => (id % 50 === 7 ? 'page' : id % 10 === 3 ? 'attachment' : 'post');
const authorOf = (id: number) => (id % 8 < 5 ? 1 : id % 4);
/** Many entries share a title, some titles differ in case and accents alone. */
const titleOf = (id: number) =>
  ['', 'Été', 'ete', 'ETE ', '"Zebra"', 'été 10', 'Straße', 'strasse', `Post ${id % 40}`, 'ünd'][id % 10]!;
const slugOf = (id: number) => (id % 6 === 0 ? '' : `slug-${(id * 7919) % 1000}`);
const termsOf = (id: number) => [
  ...(id % 4 > 0 ? [1] : []),
  ...(id % 3 === 0 ? [2] : []),
  ...(id % 5 === 0 ? [3] : []),
];

async function fill(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (let id = 1; id <= ENTRIES; id += 100) {
      const ids = Array.from({ length: Math.min(100, ENTRIES + 1 - id) }, (_, index) => id + index);
      await tx.execute(
        `INSERT INTO ${db.tables.posts} (ID, post_author, post_date, post_status, post_type, post_mime_type, post_title, post_name, post_content, post_excerpt, to_ping, pinged, post_content_filtered) VALUES ` +
          ids.map(() => "(?, ?, ?, ?, ?, ?, ?, ?, '', '', '', '', '')").join(', '),
        ids.flatMap((one) => [
          one,
          authorOf(one),
          one % 97 === 0 ? '0000-00-00 00:00:00' : dateOf(one),
          STATUSES[one % STATUSES.length]!,
          typeOf(one),
          typeOf(one) === 'attachment' ? MEDIA_TYPES[one % 4]! : '',
          titleOf(one),
          slugOf(one),
        ]),
      );
      const related = ids.flatMap((one) => termsOf(one).map((term) => [one, 100 + term]));
      await tx.execute(
        `INSERT INTO ${db.tables.term_relationships} (object_id, term_taxonomy_id) VALUES ${related.map(() => '(?, ?)').join(', ')}`,
        related.flat(),
      );
    }
    for (const term of [1, 2, 3]) {
      await tx.execute(
        `INSERT INTO ${db.tables.term_taxonomy} (term_taxonomy_id, term_id, taxonomy, description) VALUES (?, ?, ?, '')`,
        [100 + term, term, term < 3 ? 'category' : 'post_tag'],
      );
    }
  });
}

const dates = fc.integer({ min: 0, max: 899 }).map((hours) => dateOf(hours));
const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const key: fc.Arbitrary<Partial<EntryQuery>> = fc.oneof(
  fc.constant({}),
  fc.record({ authors: fc.oneof(fc.constant([1]), some(0, 1, 2, 3, 9)) }),
  fc.record({ authorsExclude: some(1, 2, 9) }),
  fc.record({
    terms: some(1, 2, 9).map((include) => [
      { taxonomy: 'post_tag', include: [] },
      { taxonomy: 'category', include },
    ]),
  }),
  fc.record({ terms: some(1, 2, 9).map((exclude) => [{ taxonomy: 'category', exclude }]) }),
  fc.record({
    terms: some(1, 2).map((include) => [
      { taxonomy: 'post_tag', include: [3] },
      { taxonomy: 'category', include },
    ]),
  }),
  fc.record({ authors: fc.constant([1]), terms: fc.constant([{ taxonomy: 'category', include: [1] }]) }),
);
const range: fc.Arbitrary<Partial<EntryQuery>> = fc.oneof(
  fc.constant({}),
  fc.record({ after: dates }),
  fc.record({ before: dates }),
  fc.record({ after: dates, before: dates }),
);
const kind: fc.Arbitrary<Partial<EntryQuery>> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('post', 'post', 'page') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('attachment', 'attachment', 'post'),
      mimeTypes: some('image/png', 'image/jpeg', 'text/css'),
    }),
  },
);
const query: fc.Arbitrary<EntryQuery> = fc
  .record({
    key,
    range,
    kind,
    exclude: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: ENTRIES }), { minLength: 100, maxLength: 150 }),
      },
    ),
    statuses: fc.constantFrom(['publish'], ['publish'], ['draft'], ['publish', 'private'], ['any']),
    orderby: fc.constantFrom('date', 'date', 'date', 'id', 'modified', 'slug'),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    perPage: fc.integer({ min: 1, max: 20 }),
    offset: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: ENTRIES })),
  })
  .map(({ key: filtered, range: time, kind: ofKind, ...rest }) => ({
    type: 'post',
    ...ofKind,
    ...rest,
    ...filtered,
    ...time,
  }));

/** Lists in order of id, title and slug, from both ends. */
const columnQuery: fc.Arbitrary<EntryQuery> = fc.record({
  type: fc.constantFrom('post', 'post', 'attachment'),
  statuses: fc.constantFrom(['publish'], ['publish', 'draft', 'private'], ['any']),
  orderby: fc.constantFrom('title', 'title', 'slug', 'id'),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  perPage: fc.integer({ min: 1, max: 20 }),
  offset: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2400 })),
  exclude: fc.constantFrom(undefined, [11, 12, 13]),
});

/** Deep pages, which begin at an anchor. */
const deepQuery: fc.Arbitrary<EntryQuery> = fc
  .record({
    filtered: fc.constantFrom<Partial<EntryQuery>>(
      {},
      { authors: [1] },
      { terms: [{ taxonomy: 'category', include: [1] }] },
    ),
    bounds: fc.constantFrom(
      {},
      { after: '2020-01-20 08:00:00' },
      { before: '2020-08-12 20:00:00' },
      { after: '2020-01-02 08:00:00', before: '2020-08-30 20:00:00' },
    ),
    statuses: fc.constantFrom(['publish'], ['any'], ['publish', 'draft', 'private']),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    offset: fc.integer({ min: 1000, max: 1900 }),
  })
  .map(({ filtered, bounds, ...rest }) => ({
    type: 'post',
    orderby: 'date',
    perPage: 10,
    ...rest,
    ...filtered,
    ...bounds,
  }));

forEachEngine((_engine, makeDatabase) => {
  test('lists are the same with and without the list index', async () => {
    const db = await makeDatabase();
    const lists = new EntriesListStore(
      db,
      new EntriesStore(db, NO_SCOPES),
      new DueEntriesStore(db, CORE_MODEL),
      new ListReader(db, new TotalsCache(db)),
      NO_SCOPES,
    );
    const find = async (asked: EntryQuery) => {
      const { items, total } = await lists.find(asked, { content: false });
      return { ids: items.map(({ id }) => id), total };
    };
    await fill(db);
    const questions = [
      ...fc.sample(query, { numRuns: 250, seed: 11 }),
      ...fc.sample(deepQuery, { numRuns: 100, seed: 12 }),
      ...fc.sample(columnQuery, { numRuns: 120, seed: 13 }),
    ];
    const plain: Awaited<ReturnType<typeof find>>[] = [];
    for (const asked of questions) plain.push(await find(asked));
    await db.listIndex.build();
    const indexed: typeof plain = [];
    for (const asked of questions) indexed.push(await find(asked));
    questions.forEach((asked, index) => expect({ asked, ...indexed[index] }).toEqual({ asked, ...plain[index] }));
    expect(indexed.some(({ ids, total }) => ids.length > 0 && total > 500)).toBe(true);

    // Deep pages in order of id or of a text begin at rows that were read before, while writes are watched.
    db.changes.watchFor(Number.MAX_SAFE_INTEGER);
    const watched = questions.map((asked, index) => ({ asked, ...plain[index]! })).slice(-120);
    for (const expected of [...watched, ...watched.toReversed()])
      expect({ asked: expected.asked, ...(await find(expected.asked)) }).toEqual(expected);

    // What is written afterwards, and a title that is too long for the index.
    const { posts } = db.tables;
    const byColumn: EntryQuery[] = (['title', 'slug', 'id'] as const).flatMap((orderby) =>
      (['asc', 'desc'] as const).flatMap((order) =>
        [0, 400].map((offset) => ({ type: 'post', statuses: ['publish'], orderby, order, perPage: 20, offset })),
      ),
    );
    const writes: [string, string][] = [
      [`UPDATE ${posts} SET post_title = ?, post_name = 'aa' WHERE ID = 1`, 'Aaa'],
      [`UPDATE ${posts} SET post_status = 'publish', post_title = ? WHERE ID IN (4, 8)`, 'ééé'],
      [`UPDATE ${posts} SET post_title = ? WHERE ID = 2`, `Zz${'z'.repeat(600)}`],
    ];
    for (const [sql, title] of writes) {
      await db.transaction((tx) => tx.execute(sql, [title], posts));
      const now = await Promise.all(byColumn.map(find));
      const usable = jest.spyOn(db.listIndex, 'isUsable', 'get').mockReturnValue(false);
      expect(now).toEqual(await Promise.all(byColumn.map(find)));
      usable.mockRestore();
    }
    expect(await db.listIndex.differences()).toEqual([]);
  });
});
