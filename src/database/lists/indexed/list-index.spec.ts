import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../../../test/support/databases.js';
import { type Database, type Transaction } from '../../database.js';
import { presentTriggers } from './build.js';
import { BY_MEDIA_TYPE, BY_TERM } from './tables.js';
import { TRIGGER_DIALECTS } from './trigger-dialect.js';
import { listIndexTriggers } from './triggers.js';
import { hiddenVersion, versionColumns } from './versions.js';

const DATES = ['2024-02-29 23:59:59', '2024-03-01 00:00:00', '2025-11-15 10:00:00', '0000-00-00 00:00:00'];

interface Step {
  kind: 'insert' | 'update' | 'delete' | 'relate' | 'unrelate' | 'move' | 'comment' | 'approve' | 'uncomment';
  id: number;
  author: number;
  status: string;
  type: string;
  date: string;
  term: number;
  mime: string;
  parent: number;
  password: string;
  approved: string;
  commentType: string;
  title: string;
}

const INSERTED = [
  'ID',
  'post_author',
  'post_status',
  'post_type',
  'post_date',
  'post_mime_type',
  'post_parent',
  'post_password',
  'post_content',
  'post_title',
  'post_excerpt',
  'to_ping',
  'pinged',
  'post_content_filtered',
];
const PLAIN: Omit<Step, 'kind' | 'id'> = {
  author: 1,
  status: 'publish',
  type: 'post',
  date: DATES[0]!,
  term: 0,
  mime: '',
  parent: 0,
  password: '',
  approved: '1',
  commentType: 'comment',
  title: '',
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'insert',
    'insert',
    'update',
    'update',
    'delete',
    'relate',
    'relate',
    'unrelate',
    'move',
    'comment',
    'comment',
    'approve',
    'uncomment',
  ),
  id: fc.integer({ min: 1, max: 12 }),
  author: fc.integer({ min: 1, max: 3 }),
  status: fc.constantFrom('publish', 'draft', 'future', 'trash'),
  type: fc.constantFrom('post', 'page', 'revision', 'attachment', 'attachment'),
  date: fc.constantFrom(...DATES),
  term: fc.integer({ min: 1, max: 4 }),
  mime: fc.constantFrom('', 'image/png', 'image/PNG', 'video/mp4'),
  parent: fc.constantFrom(0, 1, 2, 3, 12),
  password: fc.constantFrom('', '', 'x'),
  approved: fc.constantFrom('0', '1', 'spam'),
  commentType: fc.constantFrom('', 'comment', 'pingback'),
  title: fc.constantFrom('', 'a', 'Á', 'x'.repeat(500)),
});

async function run(
  db: Database,
  tx: Transaction,
  { kind, id, author, status, type, date, term, mime, parent, password, approved, commentType, title }: Step,
): Promise<void> {
  const { posts, term_relationships: relations, comments } = db.tables;
  switch (kind) {
    case 'insert':
      await tx.execute(db.sql.insertIgnore(posts, INSERTED), [
        id,
        author,
        status,
        type,
        date,
        mime,
        parent,
        password,
        '',
        title,
        '',
        '',
        '',
        '',
      ]);
      return;
    case 'update':
      await tx.execute(
        `UPDATE ${posts} SET post_author = ?, post_status = ?, post_type = ?, post_date = ?, post_mime_type = ?, post_parent = ?, post_password = ?, post_title = ?, post_name = ? WHERE ID = ?`,
        [author, status, type, date, mime, parent, password, title, title.slice(0, 200), id],
      );
      return;
    case 'delete':
      await tx.execute(`DELETE FROM ${posts} WHERE ID = ?`, [id]);
      return;
    case 'relate':
      await tx.execute(db.sql.insertIgnore(relations, ['object_id', 'term_taxonomy_id']), [id, term]);
      return;
    case 'unrelate':
      await tx.execute(`DELETE FROM ${relations} WHERE object_id = ? AND term_taxonomy_id = ?`, [id, term]);
      return;
    case 'move':
      // The relation it becomes may exist from an earlier move.
      await tx.execute(`DELETE FROM ${relations} WHERE object_id = ? AND term_taxonomy_id = ?`, [id, term + 10]);
      await tx.execute(
        `UPDATE ${relations} SET term_taxonomy_id = term_taxonomy_id + 10 WHERE object_id = ? AND term_taxonomy_id = ?`,
        [id, term],
      );
      return;
    case 'comment':
      await tx.execute(
        db.sql.insertIgnore(comments, [
          'comment_ID',
          'comment_post_ID',
          'comment_approved',
          'comment_type',
          'comment_date_gmt',
          'comment_author',
          'comment_content',
        ]),
        [id, term, approved, commentType, date, '', ''],
      );
      return;
    case 'approve':
      await tx.execute(
        `UPDATE ${comments} SET comment_post_ID = ?, comment_approved = ?, comment_type = ?, comment_date_gmt = ? WHERE comment_ID = ?`,
        [term, approved, commentType, date, id],
      );
      return;
    case 'uncomment':
      await tx.execute(`DELETE FROM ${comments} WHERE comment_ID = ?`, [id]);
  }
}

/** What the tables by term and by media type hold, and what they should, from the rows themselves: revisions are in no list. */
async function countedAndActual(db: Database): Promise<{ counted: unknown[]; actual: unknown[] }> {
  const columns = 'term_taxonomy_id, post_type, post_status, post_date';
  // The columns are compared without regard to case, so an update that changes nothing else may leave the index as it is.
  const mediaColumns = 'LOWER(post_mime_type) AS mime, post_status, post_date';
  const { posts, term_relationships: relations, own } = db.tables;
  return {
    counted: [
      await db.query(`SELECT ${columns}, post_id AS id FROM ${own(BY_TERM)} ORDER BY 1, 5`),
      await db.query(`SELECT ${mediaColumns}, attachment_id AS id FROM ${own(BY_MEDIA_TYPE)} ORDER BY 4`),
    ],
    actual: [
      await db.query(
        `SELECT ${columns}, ID AS id FROM ${relations} JOIN ${posts} ON ID = object_id WHERE post_type <> 'revision' ORDER BY 1, 5`,
      ),
      await db.query(`SELECT ${mediaColumns}, ID AS id FROM ${posts} WHERE post_type = 'attachment' ORDER BY 4`),
    ],
  };
}

/** The versions of all entries, the one that they share and that of hidden rows. */
function versionsOf(db: Database): Promise<unknown[]> {
  return db.query(
    `SELECT ID, ${versionColumns(db, 'ID')}, ${hiddenVersion(db)} AS hidden FROM ${db.tables.posts} ORDER BY ID`,
  );
}

forEachEngine((_engine, makeDatabase) => {
  test('whatever is written, the numbers are those of the rows', async () => {
    const db = await makeDatabase();
    const index = db.listIndex;
    await index.build();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.boolean(), async (steps, merges) => {
        await db.transaction(async (tx) => {
          for (const one of steps) await run(db, tx, one);
        });
        expect(await index.differences()).toEqual([]);
        expect(await index.hasCurrentTerms()).toBe(true);
        const { counted, actual } = await countedAndActual(db);
        expect(counted).toEqual(actual);
        const versions = await versionsOf(db);
        // Merging the rows that triggers have added changes neither numbers nor versions.
        while (merges && (await index.merge()));
        expect(await versionsOf(db)).toEqual(versions);
        expect(await index.differences()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('a parent that becomes a revision hides its comments and attachments, whatever its status', async () => {
    const db = await makeDatabase();
    const index = db.listIndex;
    await index.build();
    const steps: Step[] = [
      { ...PLAIN, kind: 'insert', id: 1 },
      { ...PLAIN, kind: 'comment', id: 1, term: 1 },
      { ...PLAIN, kind: 'insert', id: 2, type: 'attachment', parent: 1 },
      { ...PLAIN, kind: 'update', id: 1, type: 'revision' },
      { ...PLAIN, kind: 'update', id: 1, type: 'revision', status: 'draft' },
      { ...PLAIN, kind: 'update', id: 1, type: 'revision' },
      { ...PLAIN, kind: 'update', id: 1 },
      { ...PLAIN, kind: 'update', id: 1, type: 'revision' },
      { ...PLAIN, kind: 'delete', id: 1 },
    ];
    for (const [number, one] of steps.entries()) {
      await db.transaction((tx) => run(db, tx, one));
      expect([number, await index.differences()]).toEqual([number, []]);
      while (await index.merge());
      expect([number, await index.differences()]).toEqual([number, []]);
    }
  });

  test('is built from what is there, again and again, and can be taken away', async () => {
    const db = await makeDatabase();
    const index = db.listIndex;
    expect(await index.poll()).toBe(false);
    await db.transaction(async (tx) => {
      for (let id = 1; id <= 20; id++) {
        await run(db, tx, {
          ...PLAIN,
          kind: 'insert',
          id,
          author: id % 3,
          type: id % 5 === 0 ? 'attachment' : 'post',
          date: DATES[id % 4]!,
          mime: 'image/png',
        });
        await run(db, tx, { ...PLAIN, kind: 'relate', id, term: id % 2 });
        await run(db, tx, { ...PLAIN, kind: 'comment', id, term: id % 7 });
      }
    });
    await index.build();
    await index.build();
    expect(index.isUsable).toBe(true);
    expect(await index.differences()).toEqual([]);
    await index.remove();
    expect(await index.poll()).toBe(false);
    await db.transaction((tx) => run(db, tx, { ...PLAIN, kind: 'delete', id: 1 }));
  });

  test('its own triggers of any version are replaced and dropped, those of other parts and releases are left alone', async () => {
    const db = await makeDatabase();
    const own = ['nestpress_list_posts_insert_99', 'nestpress_posts_insert_6', 'nestpress_entries_by_term_delete_7'];
    const others = [
      'nestpressfeed_posts_create_insert_1',
      'nestpress_search_posts_insert_1',
      'nestpress_later_posts_1',
    ];
    await db.transaction(async (tx) => {
      for (const name of [...own, ...others])
        for (const { sql } of TRIGGER_DIALECTS[db.engine].create(
          `wp_${name}`,
          'DELETE',
          db.tables.links,
          [{ statements: [`DELETE FROM ${db.tables.termmeta} WHERE meta_id = 0`] }],
          '',
        ))
          await tx.execute(sql);
    });
    const present = async () => (await presentTriggers(db)).map((name) => name.replace(/^wp_|_0$/g, ''));
    const expected = [...Object.values(listIndexTriggers(db)).flat()].map(({ name }) => name.replace(/^wp_|_0$/g, ''));
    expect((await present()).sort()).toEqual([...own, ...others].sort());
    await db.listIndex.build();
    expect((await present()).sort()).toEqual([...expected, ...others].sort());
    await db.listIndex.remove();
    expect((await present()).sort()).toEqual([...others].sort());
  });

  test('a lost trigger is noticed, and a wrong number', async () => {
    const db = await makeDatabase();
    const index = db.listIndex;
    await index.build();
    await db.transaction(async (tx) => {
      for (const { name } of listIndexTriggers(db).onWordPress)
        if (name.includes('_posts_insert_')) await tx.execute(`DROP TRIGGER \`${name}\``);
    });
    await db.transaction((tx) => run(db, tx, { ...PLAIN, kind: 'insert', id: 1 }));
    expect(await index.poll()).toBe(false);
    expect(await index.differences()).toContain('post publish all 0: 0 counted, 1 rows');
  });

  // Single statements, as WordPress writes: it does not try again after a deadlock.
  test('an entry can be written while others comment on it', async () => {
    const db = await makeDatabase();
    await db.listIndex.build();
    const { posts, comments } = db.tables;
    await db.transaction((tx) => run(db, tx, { ...PLAIN, kind: 'insert', id: 1 }));
    const comment = () =>
      db.transaction(async (tx) => {
        await tx.execute(
          `INSERT INTO ${comments} (comment_post_ID, comment_author, comment_content) VALUES (1, '', '')`,
        );
        await tx.execute(`UPDATE ${posts} SET comment_count = comment_count + 1 WHERE ID = 1`);
      });
    const statement = `UPDATE ${posts} SET menu_order = menu_order + 1 WHERE ID = 1`;
    const save = () => (db.engine === 'mysql' ? db.query(statement) : db.transaction((tx) => tx.execute(statement)));
    const often = async (times: number, work: () => Promise<unknown>) => {
      for (let time = 0; time < times; time++) await work();
    };
    await Promise.all([often(60, comment), often(60, comment), often(200, save)]);
    const [row] = await db.query<{ saved: number; comments: number }>(
      `SELECT menu_order AS saved, comment_count AS comments FROM ${posts} WHERE ID = 1`,
    );
    expect(row).toEqual({ saved: 200, comments: 120 });
  });

  test('an entry can be published and unpublished while others comment on it and attach files', async () => {
    const db = await makeDatabase();
    await db.listIndex.build();
    const { posts, comments } = db.tables;
    await db.transaction((tx) => run(db, tx, { ...PLAIN, kind: 'insert', id: 1 }));
    const single = (sql: string) => (db.engine === 'mysql' ? db.query(sql) : db.transaction((tx) => tx.execute(sql)));
    const often = async (times: number, ...statements: string[]) => {
      for (let time = 0; time < times; time++) await single(statements[time % statements.length]!);
    };
    const texts = 'post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered';
    const comment = `INSERT INTO ${comments} (comment_post_ID, comment_author, comment_content) VALUES (1, '', '')`;
    const attach = `INSERT INTO ${posts} (post_type, post_status, post_parent, ${texts}) VALUES ('attachment', 'inherit', 1, '', '', '', '', '', '')`;
    const setStatus = (status: string) => `UPDATE ${posts} SET post_status = '${status}' WHERE ID = 1`;
    await Promise.all([
      often(40, comment),
      often(40, comment),
      often(40, attach),
      often(81, setStatus('draft'), setStatus('publish')),
    ]);
    expect(await db.listIndex.differences()).toEqual([]);
  });
});
