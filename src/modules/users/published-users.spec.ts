import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../../test/support/databases.js';
import { ListReader } from '../../database/lists/list-reader.js';
import { TotalsCache } from '../../database/lists/plain/totals-cache.js';
import { type UserQuery } from './user-query.js';
import { UsersStore } from './users.store.js';
import { CORE_MODEL } from '../../content-model/content-model.js';

const PUBLISHED: UserQuery = {
  searched: 'shown',
  published: true,
  authors: false,
  orderby: 'id',
  order: 'asc',
  offset: 0,
  perPage: 20,
};
const NOW = Date.now();
const stored = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** What each user wrote: type, status, and when it is due. */
const WRITTEN: Readonly<Record<number, ReadonlyArray<readonly [type: string, status: string, dateGmt: string]>>> = {
  1: [['post', 'publish', stored(NOW - 1e9)]],
  2: [
    ['post', 'draft', stored(NOW - 1e9)],
    ['revision', 'publish', stored(NOW - 1e9)],
  ],
  3: [['page', 'future', stored(NOW - 1e6)]],
  4: [
    ['post', 'future', stored(NOW + 1e9)],
    ['post', 'future', '0000-00-00 00:00:00'],
  ],
  5: [
    ['attachment', 'inherit', stored(NOW)],
    ['page', 'publish', stored(NOW)],
  ],
  6: [],
};

forEachEngine((_engine, makeDatabase) => {
  test('who published something is the same with and without the list index', async () => {
    const db = await makeDatabase();
    const users = new UsersStore(db, new ListReader(db, new TotalsCache(db)), CORE_MODEL);
    await db.transaction(async (tx) => {
      for (const [id, written] of Object.entries(WRITTEN)) {
        await tx.execute(`INSERT INTO ${db.tables.users} (ID, user_login) VALUES (?, ?)`, [Number(id), `writer${id}`]);
        for (const [type, status, date] of written) {
          await tx.execute(
            `INSERT INTO ${db.tables.posts} (post_author, post_type, post_status, post_date_gmt, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered) VALUES (?, ?, ?, ?, '', '', '', '', '', '')`,
            [Number(id), type, status, date],
          );
        }
      }
    });
    const list = async () => {
      const { items, total } = await users.list(PUBLISHED);
      return { ids: items.map(({ id }) => id), total };
    };
    const answers = async () => ({
      list: await list(),
      among: [...(await users.publishedAmong([2, 3, 5, 6]))].sort(),
    });
    const plain = await answers();
    expect(plain).toEqual({ list: { ids: [1, 3, 5], total: 3 }, among: [3, 5] });
    await db.listIndex.build();
    expect(await answers()).toEqual(plain);
    await db.transaction((tx) =>
      tx.execute(`UPDATE ${db.tables.posts} SET post_status = 'trash' WHERE post_author = 1`),
    );
    expect(await list()).toEqual({ ids: [3, 5], total: 2 });
  });
});
