import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mysql, { type Connection } from 'mysql2/promise';
import { onMysql, testMysqlUrl } from '../../test/support/databases.js';
import { FeedChange, PendingChange } from '../features/change-feed/change-feed.entity.js';
import { ChangeFeedStore } from '../features/change-feed/change-feed.store.js';
import { FeedVisibilityStore } from '../features/change-feed/feed-visibility.store.js';
import { type ContentModel } from '../content-model/content-model.js';
import { type Database } from './database.js';
import { tableOf } from './entities/index.js';

/*
 * Triggers run in the sessions of other programs, whose isolation is REPEATABLE READ by default and which do not repeat a statement
 * after a deadlock. No write of such a session may wait for another one only because of our triggers.
 */

const TEXTS = 'post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered';
const NO_TEXTS = "'', '', '', '', '', ''";

/** Rows that exist before: each session has its own. */
const OWN_ROWS = 40;
const idIn = (session: number, number: number) => 100 + session * OWN_ROWS + number;
/** A post that sessions share, as comments and files of the same post do. */
const SHARED_POST = 1;

/** Statements of other programs, each on rows of the session alone. `number`: of the row. */
const WRITES: Readonly<Record<string, (session: number, number: number) => string>> = {
  'insert a post': () => `INSERT INTO wp_posts (post_status, ${TEXTS}) VALUES ('publish', ${NO_TEXTS})`,
  'insert a revision': () =>
    `INSERT INTO wp_posts (post_type, post_status, post_parent, ${TEXTS}) VALUES ('revision', 'inherit', ${SHARED_POST}, ${NO_TEXTS})`,
  'insert a file': () =>
    `INSERT INTO wp_posts (post_type, post_status, post_mime_type, post_parent, ${TEXTS}) VALUES ('attachment', 'inherit', 'image/png', ${SHARED_POST}, ${NO_TEXTS})`,
  'insert a comment': () =>
    `INSERT INTO wp_comments (comment_post_ID, comment_author, comment_content) VALUES (${SHARED_POST}, '', '')`,
  'insert a comment on the newest post': () =>
    `INSERT INTO wp_comments (comment_post_ID, comment_author, comment_content) VALUES (100000, '', '')`,
  'insert a user': () => `INSERT INTO wp_users (user_login) VALUES ('anna')`,
  'insert a term': () => `INSERT INTO wp_terms (name) VALUES ('x')`,
  'insert a taxonomy': (session, number) =>
    `INSERT INTO wp_term_taxonomy (term_id, taxonomy, description) VALUES (${1000 + session * 1000 + number}, 'category', '')`,
  'insert meta': (session, number) =>
    `INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (${idIn(session, number)}, '_wp_attached_file', 'x')`,
  'assign a term': (session, number) =>
    `INSERT INTO wp_term_relationships (object_id, term_taxonomy_id) VALUES (${idIn(session, number)}, 2)`,
  'unassign a term': (session, number) =>
    `DELETE FROM wp_term_relationships WHERE object_id = ${idIn(session, number)} AND term_taxonomy_id = 1`,
  'change a post': (session, number) =>
    `UPDATE wp_posts SET post_status = 'draft', post_title = 'y', post_date = '2026-01-02 00:00:00' WHERE ID = ${idIn(session, number)}`,
  'change a file': (session, number) =>
    `UPDATE wp_posts SET post_type = 'attachment', post_mime_type = 'image/gif', post_parent = ${SHARED_POST} WHERE ID = ${idIn(session, number)}`,
  'change a comment': (session, number) =>
    `UPDATE wp_comments SET comment_approved = '0' WHERE comment_ID = ${idIn(session, number)}`,
  'change a user': (session, number) => `UPDATE wp_users SET display_name = 'x' WHERE ID = ${idIn(session, number)}`,
  'change a term': (session, number) => `UPDATE wp_terms SET name = 'y' WHERE term_id = ${idIn(session, number)}`,
  'delete a post': (session, number) => `DELETE FROM wp_posts WHERE ID = ${idIn(session, number)}`,
  'delete a comment': (session, number) => `DELETE FROM wp_comments WHERE comment_ID = ${idIn(session, number)}`,
};
const KINDS = Object.keys(WRITES);

const SESSIONS = 6;
const STATEMENTS = 150;
const LOCK_ERRORS = new Set(['ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

onMysql((makeDatabase) => {
  describe.each(['without', 'with'])('%s triggers', (triggers) => {
    let db: Database;
    let url: URL;
    const connections: Connection[] = [];

    const connect = async () => {
      const connection = await mysql.createConnection(url.href);
      await connection.query("SET SESSION sql_mode = '', innodb_lock_wait_timeout = 1");
      await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      connections.push(connection);
      return connection;
    };

    beforeAll(async () => {
      db = await makeDatabase();
      const [row] = await db.query<{ name: string }>('SELECT DATABASE() AS name');
      url = new URL(testMysqlUrl ?? '');
      url.pathname = row!.name;
      url.searchParams.set('multipleStatements', 'true');
      const setup = await connect();
      await setup.query(
        `INSERT INTO wp_posts (ID, post_status, ${TEXTS}) VALUES (${SHARED_POST}, 'publish', ${NO_TEXTS}), (2, 'draft', ${NO_TEXTS})`,
      );
      for (let session = 0; session < SESSIONS; session++)
        for (let number = 0; number < OWN_ROWS; number++) {
          const id = idIn(session, number);
          await setup.query(
            `INSERT INTO wp_posts (ID, post_status, ${TEXTS}) VALUES (${id}, 'publish', ${NO_TEXTS});
             INSERT INTO wp_term_relationships (object_id, term_taxonomy_id) VALUES (${id}, 1);
             INSERT INTO wp_comments (comment_ID, comment_post_ID, comment_author, comment_content) VALUES (${id}, 2, '', '');
             INSERT INTO wp_users (ID, user_login) VALUES (${id}, 'x'); INSERT INTO wp_terms (term_id, name) VALUES (${id}, 'x')`,
          );
        }
      if (triggers === 'without') return;
      await db.createTables([tableOf(FeedChange), tableOf(PendingChange)]);
      await db.listIndex.build();
      await db.searchIndex.build();
      await new ChangeFeedStore(db, new FeedVisibilityStore(db, {} as ContentModel)).build();
    });
    afterAll(async () => {
      for (const connection of connections) await connection.end();
    });

    test('no write waits for an open transaction that wrote other rows', async () => {
      const [open, writing] = [await connect(), await connect()];
      const waits: string[] = [];
      for (const first of KINDS)
        for (const second of KINDS) {
          await open.query('START TRANSACTION');
          await open.query('SELECT COUNT(*) FROM wp_posts');
          await open.query(WRITES[first]!(0, 0));
          await writing.query('START TRANSACTION');
          try {
            await writing.query(WRITES[second]!(1, 0));
          } catch (error) {
            waits.push(`${second}, while another session did ${first}: ${lockErrorOf(error)}`);
          }
          await writing.query('ROLLBACK');
          await open.query('ROLLBACK');
        }
      expect(waits).toEqual([]);
    }, 600_000);

    test('no concurrent write fails, in and out of transactions', async () => {
      const failures: string[] = [];
      let running = SESSIONS;
      const write = async (session: number) => {
        const connection = await connect();
        await connection.query('SET SESSION innodb_lock_wait_timeout = 20');
        for (let number = 0; number < STATEMENTS; number++) {
          const kind = KINDS[(number + session) % KINDS.length]!;
          if (session % 2 === 1 && number % 5 === 0) await connection.query('START TRANSACTION');
          try {
            await connection.query(WRITES[kind]!(session, Math.floor(number / KINDS.length)));
          } catch (error) {
            failures.push(`${kind}: ${lockErrorOf(error)}`);
          }
          if (session % 2 === 1 && number % 5 === 4) await connection.query('COMMIT');
        }
        running--;
      };
      const serve = async () => {
        while (running > 0 && triggers === 'with') await keepUp(db);
      };
      await Promise.all([serve(), ...Array.from({ length: SESSIONS }, (_, session) => write(session))]);
      expect(failures).toEqual([]);
      await keepUp(db);
      if (triggers === 'with') expect(await db.listIndex.differences()).toEqual([]);
    }, 120_000);

    test('the service does not wait for open transactions either', async () => {
      const [open, writing] = [await connect(), await connect()];
      await open.query('START TRANSACTION');
      for (const kind of KINDS) await open.query(WRITES[kind]!(2, OWN_ROWS - 1));
      for (const kind of KINDS) await writing.query(WRITES[kind]!(3, OWN_ROWS - 1));
      const startedAt = performance.now();
      await keepUp(db);
      const tookMs = performance.now() - startedAt;
      await open.query('COMMIT');
      await keepUp(db);
      if (triggers === 'with') expect(await db.listIndex.differences()).toEqual([]);
      // It would wait as long as a session waits for a lock, which is 50 seconds.
      expect(tookMs).toBeLessThan(20_000);
    }, 120_000);
  });
});

/** What the service does with the rows that triggers have added. */
async function keepUp(db: Database): Promise<void> {
  if (!db.listIndex.isUsable) return;
  while (await db.listIndex.merge());
  while ((await db.searchIndex.indexPending()) > 0);
}

/** The code of an error after a wait that took too long, or of a deadlock. */
function lockErrorOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  if (!LOCK_ERRORS.has(code)) throw error;
  return code;
}
