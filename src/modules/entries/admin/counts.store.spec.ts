import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../../../test/support/databases.js';
import { ANONYMOUS, Principal } from '../../../access/principal.js';
import { ListReader } from '../../../database/lists/list-reader.js';
import { TotalsCache } from '../../../database/lists/plain/totals-cache.js';
import { CORE_MODEL } from '../../../content-model/content-model.js';
import { type Site } from '../../../site/site.js';
import { CountsStore } from './counts.store.js';
import { IndexedCountsStore } from './indexed-counts.store.js';

const SITE = { model: CORE_MODEL, integer: () => 0 } as unknown as Site;
const everything = ['posts', 'pages'].flatMap((type) =>
  ['edit', 'edit_others', 'edit_published', 'edit_private', 'read_private'].map((verb) => `${verb}_${type}`),
);
const requester = (...caps: string[]) => new Principal({ ...ANONYMOUS, id: 7, caps: new Set(caps), how: 'basic' });
const OWNER = requester('read', 'moderate_comments', 'edit_theme_options', ...everything);
const AUTHOR = requester('read', 'edit_posts', 'edit_published_posts');

const PAST = '2020-01-02 03:04:05';
const FUTURE = '2040-01-02 03:04:05';
const TYPES = ['post', 'page', 'revision'];
const STATUSES = ['publish', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'custom'];
/** Type, status, author, date and MIME type. */
const ENTRIES: [string, string, number, string, string][] = [
  ...TYPES.flatMap((type) =>
    STATUSES.flatMap((status) =>
      [7, 8, 8].map((author): [string, string, number, string, string] => [type, status, author, PAST, '']),
    ),
  ),
  ['post', 'future', 7, PAST, ''],
  ['post', 'future', 8, FUTURE, ''],
  ['page', 'future', 7, FUTURE, ''],
  ...['image/png', 'image/png', 'image/jpeg', 'audio/mpeg', 'application/pdf', 'imagery', ''].map(
    (mime): [string, string, number, string, string] => ['attachment', 'inherit', 8, PAST, mime],
  ),
  ['attachment', 'private', 7, PAST, 'video/mp4'],
  ['attachment', 'trash', 7, PAST, 'image/png'],
];
const COMMENTS = ['', 'comment', 'pingback'].flatMap((type) =>
  ['1', '1', '0', 'spam', 'trash', 'post-trashed'].map((status) => [type, status]),
);

forEachEngine((_engine, makeDatabase) => {
  test('counts are the same with and without the list index', async () => {
    const db = await makeDatabase();
    const { posts, comments } = db.tables;
    const store = new CountsStore(db, new IndexedCountsStore(db, new ListReader(db, new TotalsCache(db))));
    await db.transaction(async (tx) => {
      for (const [type, status, author, date, mime] of ENTRIES)
        await tx.execute(
          `INSERT INTO ${posts} (post_type, post_status, post_author, post_date, post_date_gmt, post_mime_type, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered) VALUES (?, ?, ?, ?, ?, ?, '', '', '', '', '', '')`,
          [type, status, author, date, date, mime],
        );
      for (const [type, status] of COMMENTS)
        await tx.execute(
          `INSERT INTO ${comments} (comment_type, comment_approved, comment_post_ID, comment_author, comment_content) VALUES (?, ?, 1, '', '')`,
          [type!, status!],
        );
    });
    const all = async () => [await store.counts(OWNER, SITE), await store.counts(AUTHOR, SITE)];
    const plain = await all();
    expect(plain[0]).toMatchObject({
      post: { publish: 4, future: 1, draft: 3, trash: 3, all: 14, mine: 5 },
      page: { publish: 3, future: 1, all: 13, mine: 5 },
      attachment: { all: 8, image: 3, audio: 1, video: 1, application: 1 },
      comment: { all: 6, approve: 4, hold: 2, spam: 2, trash: 2 },
    });
    await db.listIndex.build();
    expect(db.listIndex.isUsable).toBe(true);
    expect(await all()).toEqual(plain);
    await db.transaction((tx) => tx.execute(`UPDATE ${posts} SET post_status = 'draft' WHERE post_author = 8`));
    const [changed] = await all();
    expect(changed).toMatchObject({ post: { publish: 2, future: 0 }, attachment: { all: 8, image: 3 } });
    await db.listIndex.remove();
    expect(await store.counts(OWNER, SITE)).toEqual(changed);
  });
});
