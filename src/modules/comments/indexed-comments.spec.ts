import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forEachEngine } from '../../../test/support/databases.js';
import { type Database } from '../../database/database.js';
import { ListReader } from '../../database/lists/list-reader.js';
import { TotalsCache } from '../../database/lists/plain/totals-cache.js';
import { type CommentQuery } from './comment-query.js';
import { CommentsStore } from './comments.store.js';
import { NO_SCOPES } from '../../../test/support/no-hooks.js';

const COMMENTS = 2400;
const STATES = ['1', '1', '1', '1', '0', '1', 'spam'];
const TYPES = ['comment', '', 'comment', 'pingback', 'comment'];
const dateOf = (id: number) =>
  new Date(Date.UTC(2021, 0, 1) + ((id * 7919) % 1000) * 3_600_000 * 7).toISOString().slice(0, 19).replace('T', ' ');

async function fill(db: Database): Promise<void> {
  const ids = Array.from({ length: COMMENTS }, (_, index) => index + 1);
  await db.transaction(async (tx) => {
    for (let from = 0; from < COMMENTS; from += 200) {
      const part = ids.slice(from, from + 200);
      await tx.execute(
        `INSERT INTO ${db.tables.comments} (comment_ID, comment_post_ID, comment_approved, comment_type, comment_date, comment_date_gmt, comment_author, comment_content) VALUES ` +
          part.map(() => "(?, ?, ?, ?, ?, ?, '', '')").join(', '),
        part.flatMap((id) => [id, id % 9 < 3 ? 1 : id % 9, STATES[id % 7]!, TYPES[id % 5]!, dateOf(id), dateOf(id)]),
      );
    }
  });
}

const query: fc.Arbitrary<CommentQuery> = fc.record({
  status: fc.constantFrom('approve', 'approve', 'approve', 'approve', 'approve', 'hold', 'all', 'any', 'spam', 'Spam'),
  type: fc.constantFrom('comment', 'comment', 'comment', 'pings', 'all', 'pingback', 'other'),
  posts: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.integer({ min: -1, max: 5 }), { maxLength: 3 }) },
  ),
  after: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant('2021-03-01 00:00:00') },
  ),
  exclude: fc.constantFrom(undefined, undefined, undefined, [3, 5]),
  orderby: fc.constantFrom('date_gmt' as const, 'date_gmt' as const, 'date' as const, 'post' as const),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  perPage: fc.integer({ min: 1, max: 15 }),
  offset: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1000, max: 1500 })),
});

forEachEngine((_engine, makeDatabase) => {
  test('lists of comments are the same with and without the list index', async () => {
    const db = await makeDatabase();
    const store = new CommentsStore(db, new ListReader(db, new TotalsCache(db)), NO_SCOPES);
    const find = async (asked: CommentQuery) => {
      const { items, total } = await store.list(asked);
      return { ids: items.map(({ id }) => id), total };
    };
    await fill(db);
    const questions = fc.sample(query, { numRuns: 150, seed: 5 });
    const plain: Awaited<ReturnType<typeof find>>[] = [];
    for (const asked of questions) plain.push(await find(asked));
    await db.listIndex.build();
    for (const [index, asked] of questions.entries())
      expect({ asked, ...(await find(asked)) }).toEqual({ asked, ...plain[index] });
    expect(
      plain.some(
        ({ ids, total }, index) =>
          questions[index]!.offset >= 1000 && questions[index]!.type === 'comment' && ids.length > 0 && total > 1000,
      ),
    ).toBe(true);
  });
});
