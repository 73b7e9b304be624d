import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forEachEngine } from '../../../../test/support/databases.js';
import { ANONYMOUS, Principal } from '../../../access/principal.js';
import { type Database } from '../../database.js';
import { TotalsCache } from '../plain/totals-cache.js';
import { ListReader } from '../list-reader.js';
import { CORE_MODEL } from '../../../content-model/content-model.js';
import { type CommentQuery } from '../../../modules/comments/comment-query.js';
import { CommentsStore } from '../../../modules/comments/comments.store.js';
import { EntriesStore } from '../../../modules/entries/read/entries.store.js';
import { DueEntriesStore } from '../../../modules/entries/read/list/due-entries.store.js';
import { EntriesListStore } from '../../../modules/entries/read/list/entries-list.store.js';
import { type EntryQuery } from '../../../modules/entries/read/list/entry-query.js';
import { ReadableScope } from '../../../modules/entries/read/list/readable-scope.store.js';
import { NO_SCOPES } from '../../../../test/support/no-hooks.js';

/** Parents have ids 1 to 60, files follow; 61 to 66 do not exist. So many files and comments that there are deep pages. */
const PARENTS = 60;
const FIRST_FILE = 70;
const FILES = 1600;
const STATUSES = ['publish', 'publish', 'publish', 'draft', 'publish', 'private', 'trash'];
const MIME_TYPES = ['image/png', 'image/jpeg', 'video/mp4'];

const dateOf = (id: number) =>
  new Date(Date.UTC(2021, 0, 1) + ((id * 7919) % 1000) * 3_600_000 * 7).toISOString().slice(0, 19).replace('T', ' ');
/** No parent, a post of any status, one that does not exist, or another file. */
const parentOf = (id: number) => (id % 5 === 0 ? 0 : id % 31 === 0 ? FIRST_FILE + (id % 7) : 1 + (id % 66));

async function fill(db: Database): Promise<void> {
  const parents = Array.from({ length: PARENTS }, (_, index) => index + 1);
  const files = Array.from({ length: FILES }, (_, index) => FIRST_FILE + index);
  await db.transaction(async (tx) => {
    const insertPosts = (rows: readonly (readonly (string | number)[])[]) =>
      tx.execute(
        `INSERT INTO ${db.tables.posts} (ID, post_author, post_type, post_status, post_password, post_parent, post_mime_type, post_date, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered) VALUES ` +
          rows.map(() => "(?, ?, ?, ?, ?, ?, ?, ?, '', '', '', '', '', '')").join(', '),
        rows.flat(),
      );
    await insertPosts(
      parents.map((id) => [id, 1 + (id % 2), 'post', STATUSES[id % 7]!, id % 6 ? '' : 'x', 0, '', dateOf(id)]),
    );
    for (let from = 0; from < FILES; from += 200) {
      const ids = files.slice(from, from + 200);
      await insertPosts(
        ids.map((id) => [id, 1, 'attachment', 'inherit', '', parentOf(id), MIME_TYPES[id % 3]!, dateOf(id)]),
      );
      await tx.execute(
        `INSERT INTO ${db.tables.comments} (comment_post_ID, user_id, comment_approved, comment_type, comment_date, comment_date_gmt, comment_author, comment_content) VALUES ` +
          ids.map(() => "(?, ?, ?, ?, ?, ?, '', '')").join(', '),
        ids.flatMap((id) => [
          ...[id % 4 ? 1 + (id % 66) : FIRST_FILE + (id % 40), id % 3, id % 9 ? '1' : '0'],
          ...[id % 2 ? 'comment' : '', dateOf(id), dateOf(id)],
        ]),
      );
    }
  });
}

const AUTHOR = new Principal({
  ...ANONYMOUS,
  id: 2,
  caps: new Set(['read', 'edit_posts', 'edit_published_posts']),
  how: 'basic',
});
const principals = fc.constantFrom(ANONYMOUS, ANONYMOUS, AUTHOR);
const window = {
  order: fc.constantFrom('asc' as const, 'desc' as const),
  perPage: fc.integer({ min: 1, max: 15 }),
  offset: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1000, max: 1300 })),
};
const date = fc.constantFrom(undefined, undefined, '2021-03-05 08:00:00', '2021-06-20 10:00:00');

const mediaQuery: fc.Arbitrary<EntryQuery> = fc
  .record({
    ...window,
    principal: principals,
    after: date,
    before: date,
    exclude: fc.constantFrom(undefined, undefined, [FIRST_FILE + 1, FIRST_FILE + 2]),
    mimeTypes: fc.constantFrom(undefined, undefined, ['image/png'], ['image/png', 'video/mp4']),
    orderby: fc.constantFrom('date', 'date', 'date', 'id'),
  })
  .map(({ principal, ...asked }) => ({
    ...asked,
    type: 'attachment',
    statuses: ['inherit'],
    scope: new ReadableScope(principal, 0),
  }));

const commentQuery: fc.Arbitrary<CommentQuery> = fc
  .record({
    ...window,
    principal: principals,
    status: fc.constantFrom('approve', 'approve', 'approve', 'all'),
    type: fc.constantFrom('comment', 'comment', 'all'),
    posts: fc.constantFrom([], [], [], [1, 3]),
    password: fc.constantFrom(undefined, undefined, 'x'),
    orderby: fc.constantFrom('date_gmt' as const, 'date_gmt' as const, 'post' as const),
  })
  .map(({ principal, password, ...asked }) => ({
    ...asked,
    reader: { userId: principal.id, scope: new ReadableScope(principal, 0), password },
  }));

forEachEngine((_engine, makeDatabase) => {
  test('lists of media and comments leave out what the parent hides, with and without the list index', async () => {
    const db = await makeDatabase();
    const totals = new ListReader(db, new TotalsCache(db));
    const media = new EntriesListStore(
      db,
      new EntriesStore(db, NO_SCOPES),
      new DueEntriesStore(db, CORE_MODEL),
      totals,
      NO_SCOPES,
    );
    const comments = new CommentsStore(db, totals, NO_SCOPES);
    await fill(db);
    const questions = [
      ...fc.sample(mediaQuery, { numRuns: 100, seed: 3 }).map((asked) => () => media.find(asked, { content: false })),
      ...fc.sample(commentQuery, { numRuns: 100, seed: 4 }).map((asked) => () => comments.list(asked)),
    ];
    const answers = async () => {
      const found: { ids: number[]; total: number }[] = [];
      for (const ask of questions) {
        const { items, total } = await ask();
        found.push({ ids: items.map(({ id }) => id), total });
      }
      return found;
    };
    const plain = await answers();
    await db.listIndex.build();
    expect(await answers()).toEqual(plain);
    expect(plain.filter(({ ids, total }) => ids.length > 0 && total > 1000).length).toBeGreaterThan(20);

    // Changed afterwards, through the triggers.
    await db.transaction(async (tx) => {
      const { posts, comments: rows } = db.tables;
      await tx.execute(`UPDATE ${posts} SET post_status = 'draft' WHERE ID BETWEEN 2 AND 20`);
      await tx.execute(`UPDATE ${posts} SET post_status = 'publish', post_password = '' WHERE ID BETWEEN 15 AND 40`);
      await tx.execute(`UPDATE ${posts} SET post_parent = 50 WHERE post_parent = 30`);
      await tx.execute(`UPDATE ${rows} SET comment_post_ID = 51 WHERE comment_post_ID = 31`);
      await tx.execute(`DELETE FROM ${posts} WHERE ID BETWEEN 35 AND 45`);
    });
    const indexed = await answers();
    await db.listIndex.remove();
    expect(indexed).toEqual(await answers());
    expect(indexed).not.toEqual(plain);
  });

  test('every single write that hides or shows rows changes the cached counts', async () => {
    const db = await makeDatabase();
    await fill(db);
    await db.listIndex.build();
    const stores = () => {
      const lists = new ListReader(db, new TotalsCache(db));
      return {
        media: new EntriesListStore(
          db,
          new EntriesStore(db, NO_SCOPES),
          new DueEntriesStore(db, CORE_MODEL),
          lists,
          NO_SCOPES,
        ),
        comments: new CommentsStore(db, lists, NO_SCOPES),
      };
    };
    const window = { order: 'desc' as const, perPage: 5, offset: 1000 };
    const answers = async ({ media, comments }: ReturnType<typeof stores>) => {
      const found = await Promise.all(
        [ANONYMOUS, AUTHOR].flatMap((principal) => {
          const scope = new ReadableScope(principal, 0);
          const files = { ...window, type: 'attachment', statuses: ['inherit'], orderby: 'date', scope };
          const said = { ...window, status: 'approve', type: 'comment', orderby: 'date_gmt' as const };
          return [
            media.find(files, { content: false }),
            comments.list({ ...said, reader: { userId: principal.id, scope } }),
          ];
        }),
      );
      return found.map(({ items, total }) => ({ ids: items.map(({ id }: { id: number }) => id), total }));
    };
    const { posts, comments } = db.tables;
    const texts = `post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered) SELECT`;
    const writes = [
      `UPDATE ${posts} SET post_status = 'draft' WHERE ID = 1`,
      `UPDATE ${posts} SET post_status = 'publish' WHERE ID = 3`,
      `UPDATE ${posts} SET post_password = 'y' WHERE ID = 7`,
      `UPDATE ${posts} SET post_author = 2 WHERE ID = 5`,
      `INSERT INTO ${posts} (ID, post_type, post_status, ${texts} 62, 'post', 'draft', '', '', '', '', '', ''`,
      `UPDATE ${posts} SET ID = 63 WHERE ID = 62`,
      `UPDATE ${posts} SET post_parent = 63 WHERE ID = ${FIRST_FILE + 3}`,
      `UPDATE ${posts} SET post_date = '2021-02-02 00:00:00' WHERE ID = ${FIRST_FILE + 3}`,
      `INSERT INTO ${posts} (ID, post_parent, post_type, post_status, ${texts} 9001, 63, 'attachment', 'inherit', '', '', '', '', '', ''`,
      `DELETE FROM ${posts} WHERE ID = 9001`,
      `DELETE FROM ${posts} WHERE ID = 63`,
      `INSERT INTO ${comments} (comment_post_ID, comment_approved, comment_type, comment_date_gmt, comment_author, comment_content) SELECT 1, '1', 'comment', '2021-02-02 00:00:00', '', ''`,
      `UPDATE ${comments} SET comment_approved = '0' WHERE comment_post_ID = 1`,
      `UPDATE ${comments} SET comment_approved = '1', user_id = 2 WHERE comment_post_ID = 1`,
      `UPDATE ${comments} SET comment_post_ID = 2 WHERE comment_post_ID = 1`,
      `DELETE FROM ${comments} WHERE comment_post_ID = 3 OR comment_post_ID = 66`,
    ];
    const caching = stores();
    await answers(caching);
    for (const sql of writes) {
      await db.transaction((tx) => tx.execute(sql));
      expect({ sql, found: await answers(caching) }).toEqual({ sql, found: await answers(stores()) });
    }
  });
});
