import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forEachEngine } from '../../../../test/support/databases.js';
import { type Database } from '../../../database/database.js';
import { TotalsCache } from '../../../database/totals-cache.js';
import { EntriesStore } from '../entries.store.js';
import { DueEntries } from './due-entries.js';
import { EntriesListStore } from './entries-list.store.js';
import { type EntryQuery } from './entry-query.js';

const ENTRIES = 1300;
const STATUSES = ['publish', 'publish', 'publish', 'draft', 'private'];
const dateOf = (id: number) => new Date(Date.UTC(2020, 0, 1) + Math.floor((id * 7919) % 900) * 3_600_000 * 7).toISOString().slice(0, 19).replace('T', ' ');

async function fill(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (let id = 1; id <= ENTRIES; id += 100) {
      const ids = Array.from({ length: Math.min(100, ENTRIES + 1 - id) }, (_, index) => id + index);
      await tx.execute(
        `INSERT INTO ${db.tables.posts} (ID, post_author, post_date, post_status, post_type, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered) VALUES ` +
          ids.map(() => "(?, ?, ?, ?, ?, '', '', '', '', '', '')").join(', '),
        ids.flatMap((one) => [one, one % 4, dateOf(one), STATUSES[one % 5]!, one % 50 === 7 ? 'page' : 'post']),
      );
      const related = ids.filter((one) => one % 3 > 0);
      await tx.execute(
        `INSERT INTO ${db.tables.term_relationships} (object_id, term_taxonomy_id) VALUES ${related.map(() => '(?, ?)').join(', ')}`,
        related.flatMap((one) => [one, 100 + (one % 3)]),
      );
    }
    for (const term of [1, 2]) {
      await tx.execute(`INSERT INTO ${db.tables.term_taxonomy} (term_taxonomy_id, term_id, taxonomy, description) VALUES (?, ?, 'category', '')`, [100 + term, term]);
    }
  });
}

const dates = fc.integer({ min: 0, max: 899 }).map((hours) => dateOf(hours));
const query: fc.Arbitrary<EntryQuery> = fc
  .record({
    narrowed: fc.oneof(
      fc.constant({}),
      fc.record({ authors: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 2 }) }),
      fc.record({ terms: fc.constantFrom(1, 2, 9).map((term) => [{ taxonomy: 'post_tag', any: [] }, { taxonomy: 'category', any: [term] }]) }),
      fc.record({ after: dates }),
      fc.record({ before: dates }),
      fc.record({ after: dates, before: dates }),
      fc.record({ after: dates, authors: fc.constant([1]) }),
    ),
    type: fc.constantFrom('post', 'page'),
    statuses: fc.constantFrom(['publish'], ['publish'], ['draft'], ['publish', 'private'], ['any']),
    orderby: fc.constantFrom('date', 'date', 'id', 'modified', 'slug'),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    limit: fc.integer({ min: 1, max: 20 }),
    offset: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: ENTRIES })),
  })
  .map(({ narrowed, ...rest }) => ({ ...rest, ...narrowed }));

forEachEngine((_engine, makeDatabase) => {
  test('lists are the same with and without the list index', async () => {
    const db = await makeDatabase();
    const lists = new EntriesListStore(db, new EntriesStore(db), new DueEntries(db), new TotalsCache(db));
    const find = async (asked: EntryQuery) => {
      const { entries, total } = await lists.find(asked, { content: false });
      return { ids: entries.map(({ id }) => id), total };
    };
    await fill(db);
    const questions = fc.sample(query, { numRuns: 150, seed: 11 });
    const plain: Awaited<ReturnType<typeof find>>[] = [];
    for (const asked of questions) plain.push(await find(asked));
    await db.listIndex.build();
    const indexed: typeof plain = [];
    for (const asked of questions) indexed.push(await find(asked));
    questions.forEach((asked, index) => expect({ asked, ...indexed[index] }).toEqual({ asked, ...plain[index] }));
    expect(indexed.some(({ ids, total }) => ids.length > 0 && total > 500)).toBe(true);
  });
});
