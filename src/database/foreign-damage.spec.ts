import { afterEach, beforeEach, expect, test } from '@jest/globals';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { onMysql, onServer, testMysqlUrl } from '../../test/support/databases.js';
import { FeedChange, PendingChange } from '../features/change-feed/change-feed.entity.js';
import { ChangeFeedStore } from '../features/change-feed/change-feed.store.js';
import { type FeedVisibilityStore } from '../features/change-feed/feed-visibility.store.js';
import { type Database, type Transaction } from './database.js';
import { tableOf } from './entities/index.js';
import { LockRow } from './named-locks.js';
import { dropOrphanedTriggers, dropTriggersOfDeletedSites } from './lists/indexed/orphaned-triggers.js';

/*
 * Other programs drop, rename, empty and restore tables, and remove accounts. None of their writes may fail because of our triggers,
 * and what the triggers keep is not used until it is built again.
 */

const TEXTS = 'post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered';
const NO_TEXTS = "'', '', '', '', '', ''";
const insertPost = (id: number, prefix = 'wp_') =>
  `INSERT INTO ${prefix}posts (ID, post_status, ${TEXTS}) VALUES (${id}, 'publish', ${NO_TEXTS})`;

/** Writes to each table with triggers, of each kind. */
const writesTo = (prefix: string) => [
  insertPost(500, prefix),
  `INSERT INTO ${prefix}posts (ID, post_type, post_mime_type, post_status, ${TEXTS}) VALUES (501, 'attachment', 'image/png', 'inherit', ${NO_TEXTS})`,
  `INSERT INTO ${prefix}posts (ID, post_type, post_parent, post_status, ${TEXTS}) VALUES (502, 'revision', 500, 'inherit', ${NO_TEXTS})`,
  `INSERT INTO ${prefix}postmeta (post_id, meta_key, meta_value) VALUES (500, '_wp_attached_file', 'x')`,
  `INSERT INTO ${prefix}comments (comment_post_ID, comment_author, comment_content) VALUES (500, '', '')`,
  `INSERT INTO ${prefix}commentmeta (comment_id, meta_key, meta_value) VALUES (1, '_wp_note_status', 'x')`,
  `INSERT INTO ${prefix}term_relationships VALUES (500, 1, 0)`,
  `INSERT INTO ${prefix}terms (name) VALUES ('x')`,
  `INSERT INTO ${prefix}term_taxonomy (term_id, taxonomy, description) VALUES (77, 'post_tag', '')`,
  `INSERT INTO ${prefix}termmeta (term_id, meta_key, meta_value) VALUES (77, 'x', 'x')`,
  `INSERT INTO ${prefix}users (user_login) VALUES ('anna')`,
  `INSERT INTO ${prefix}usermeta (user_id, meta_key, meta_value) VALUES (1, 'description', 'x')`,
  ...[
    'posts SET post_title = "y", post_status = "draft"',
    'postmeta SET meta_value = "y"',
    'comments SET comment_approved = "0"',
    'term_relationships SET term_taxonomy_id = 2',
    'terms SET name = "y"',
    'term_taxonomy SET description = "y"',
    'users SET display_name = "y"',
    'usermeta SET meta_value = "y"',
  ].map((change) => `UPDATE ${prefix}${change}`),
  ...[
    'comments',
    'term_relationships',
    'postmeta',
    'term_taxonomy',
    'terms',
    'termmeta',
    'usermeta',
    'users',
    'posts',
  ].map((table) => `DELETE FROM ${prefix}${table}`),
];

onMysql((makeDatabase) => {
  let db: Database;
  let name: string;
  let other: Connection;
  const rows = async (sql: string) => (await other.query<RowDataPacket[]>(sql))[0];
  const ownTables = async () =>
    (await rows("SHOW TABLES LIKE '%nestpress%'")).map((row) => String(Object.values(row)[0]));
  const visibility = { visible: (_: Transaction, changes: PendingChange[]) => Promise.resolve(changes) };
  const feed = () => new ChangeFeedStore(db, visibility as unknown as FeedVisibilityStore);
  const usable = async () => [await db.listIndex.poll(), await db.searchIndex.poll(), await feed().isBuilt()];
  const build = async () => {
    await db.createTables([tableOf(FeedChange), tableOf(PendingChange), tableOf(LockRow)]);
    await db.listIndex.build();
    await db.searchIndex.build();
    await feed().build();
  };
  const failuresOf = async (statements: readonly string[]) => {
    const failures: string[] = [];
    for (const statement of statements)
      await other.query(statement).catch((error: unknown) => failures.push(`${statement}: ${String(error)}`));
    return failures;
  };

  beforeEach(async () => {
    db = await makeDatabase();
    const [row] = await db.query<{ name: string }>('SELECT DATABASE() AS name');
    name = row!.name;
    const url = new URL(testMysqlUrl ?? '');
    url.pathname = name;
    other = await mysql.createConnection(url.href);
    await other.query("SET SESSION sql_mode = 'STRICT_ALL_TABLES'");
    await other.query(insertPost(1));
    await other.query(insertPost(2));
    await build();
    expect(await usable()).toEqual([true, true, true]);
  });
  afterEach(async () => {
    await other.end();
  });

  test('somebody drops all tables of ours', async () => {
    for (const table of await ownTables()) await other.query(`DROP TABLE \`${table}\``);
    expect(await failuresOf(writesTo('wp_'))).toEqual([]);
    expect(await usable()).toEqual([false, false, false]);
    await build();
    expect(await usable()).toEqual([true, true, true]);
    expect(await db.listIndex.differences()).toEqual([]);
  });

  test.each(['entry_counters', 'entry_versions', 'entries_by_text', 'term_changes', 'search_pending', 'feed_pending'])(
    'somebody drops a single table: %s',
    async (table) => {
      const [create] = await rows(`SHOW CREATE TABLE wp_nestpress_${table}`);
      await other.query(`DROP TABLE wp_nestpress_${table}`);
      expect(await failuresOf(writesTo('wp_').slice(0, 20))).toEqual([]);
      // As a start of the service does, and a partial restore.
      await other.query((create as Record<string, string>)['Create Table']!);
      expect(await usable()).toContain(false);
      await build();
      expect(await usable()).toEqual([true, true, true]);
      expect(await db.listIndex.differences()).toEqual([]);
    },
  );

  test('somebody renames all tables, to have another prefix', async () => {
    const tables = (await rows('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
    for (const table of tables) await other.query(`RENAME TABLE \`${table}\` TO \`x${table}\``);
    expect(await failuresOf(writesTo('xwp_'))).toEqual([]);
  });

  test('somebody empties tables without their triggers, and imports the same ids', async () => {
    await other.query("INSERT INTO wp_comments (comment_post_ID, comment_author, comment_content) VALUES (1, '', '')");
    await other.query('TRUNCATE wp_posts');
    expect(await failuresOf([insertPost(2)])).toEqual([]);
    expect((await usable())[0]).toBe(false);
    await build();
    await other.query('TRUNCATE wp_posts');
    expect(await db.listIndex.poll()).toBe(false);
    // It does not look complete once there are as many rows again.
    await other.query(insertPost(7));
    expect(await db.listIndex.poll()).toBe(false);
    await build();
    await other.query('TRUNCATE wp_comments');
    expect(await db.listIndex.poll()).toBe(false);
  });

  test('tables that are altered stay in the index', async () => {
    await other.query('ALTER TABLE wp_posts ADD COLUMN extra int, ENGINE=InnoDB');
    await other.query('OPTIMIZE TABLE wp_posts, wp_comments');
    await other.query(insertPost(3));
    expect(await usable()).toEqual([true, true, true]);
    expect(await db.listIndex.differences()).toEqual([]);
  });

  test('somebody restores the tables of WordPress alone, with their triggers', async () => {
    const triggers = await rows('SHOW TRIGGERS');
    for (const { Trigger } of triggers) {
      const [created] = await rows(`SHOW CREATE TRIGGER \`${String(Trigger)}\``);
      await other.query(`DROP TRIGGER \`${String(Trigger)}\``);
      await other.query(String(created!['SQL Original Statement']));
    }
    expect(await usable()).toEqual([false, false, false]);
    expect(await failuresOf(writesTo('wp_'))).toEqual([]);
  });

  test('numbers that exceed what counters can hold', async () => {
    const author = (id: number, number: string) =>
      `INSERT INTO wp_posts (ID, post_author, post_status, ${TEXTS}) VALUES (${id}, ${number}, 'publish', ${NO_TEXTS})`;
    const writes = [
      author(10, '18446744073709551615'),
      author(11, '99999999999999'),
      'INSERT INTO wp_term_relationships VALUES (1, 18446744073709551615, 0)',
      'DELETE FROM wp_posts WHERE ID = 11',
    ];
    expect(await failuresOf(writes)).toEqual([]);
    while (await db.listIndex.merge());
    expect(await db.listIndex.hasCurrentTerms()).toBe(true);
    expect((await usable())[0]).toBe(true);
    expect(await db.listIndex.differences()).toEqual([]);
  });

  test('somebody lets columns be NULL', async () => {
    await other.query(
      'ALTER TABLE wp_posts MODIFY post_status varchar(20) NULL, MODIFY post_author bigint unsigned NULL',
    );
    expect(await failuresOf([insertPost(20).replace("'publish'", 'NULL')])).toEqual([]);
    expect((await usable())[0]).toBe(false);
  });

  test('WordPress deletes a site of a network', async () => {
    for (const site of ['8', '9'])
      await other.query(
        `CREATE TRIGGER wp_${site}_nestpress_list_users_insert_11 AFTER INSERT ON wp_users FOR EACH ROW SET @written = 1`,
      );
    await other.query('CREATE TABLE wp_8_posts (ID int)');
    const before = (await rows('SHOW TRIGGERS')).length;
    await dropTriggersOfDeletedSites(db);
    const names = (await rows('SHOW TRIGGERS')).map(({ Trigger }) => String(Trigger));
    expect(names).toHaveLength(before - 1);
    expect(names).toContain('wp_8_nestpress_list_users_insert_11');
    expect(await usable()).toEqual([true, true, true]);
  });

  test('somebody removes the account that created the triggers', async () => {
    const account = `${name.slice(-12)}@'127.0.0.1'`;
    await onServer(`CREATE USER ${account} IDENTIFIED BY 'long enough'`);
    await onServer(`GRANT ALL ON ${name}.* TO ${account}`);
    for (const { Trigger } of await rows('SHOW TRIGGERS')) {
      const [created] = await rows(`SHOW CREATE TRIGGER \`${String(Trigger)}\``);
      await other.query(`DROP TRIGGER \`${String(Trigger)}\``);
      await other.query(String(created!['SQL Original Statement']).replace(/DEFINER=\S+/, `DEFINER=${account}`));
    }
    await dropOrphanedTriggers(db);
    expect((await rows('SHOW TRIGGERS')).length).toBeGreaterThan(50);
    expect(await failuresOf(writesTo('wp_').slice(0, 3))).toEqual([]);
    await onServer(`DROP USER ${account}`);
    expect(await failuresOf([insertPost(30)])).toEqual([expect.stringContaining('definer')]);
    await dropOrphanedTriggers(db);
    expect(await failuresOf(writesTo('wp_').slice(3))).toEqual([]);
    expect(await usable()).toEqual([false, false, false]);
    await build();
    expect(await usable()).toEqual([true, true, true]);
  });
});
