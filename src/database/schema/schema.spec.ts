import { describe, expect, test } from '@jest/globals';
import { missingOptional } from '../../../test/support/missing.js';
import { forEachEngine, onMysql } from '../../../test/support/databases.js';
import { readDump } from '../../../test/support/corpus-db.js';
import type { Database } from '../database.js';
import { WORDPRESS_TABLES } from './index.js';

/** Everything the database says about its schema. */
async function schemaOf(db: Database): Promise<unknown> {
  if (db.engine === 'sqlite') return db.query('SELECT name, sql FROM sqlite_master ORDER BY name');
  const statements: unknown[] = [];
  for (const name of (await db.existingTables()).sort())
    statements.push(await db.query(`SHOW CREATE TABLE \`${name}\``));
  return statements;
}

forEachEngine((_engine, makeDatabase) => {
  test('TypeORM can neither synchronize nor drop the tables of WordPress', async () => {
    const db = await makeDatabase();
    const before = await schemaOf(db);
    await db.transaction(async ({ manager }) => manager.connection.driver.createSchemaBuilder().build());
    expect(await schemaOf(db)).toEqual(before);
  });

  test('creating the tables again changes nothing', async () => {
    const db = await makeDatabase();
    await db.createTables(WORDPRESS_TABLES);
    const names = (await db.existingTables()).filter(
      (name) => name.startsWith('wp_') && !name.startsWith('wp_nestpress_'),
    );
    expect(names.sort()).toEqual(WORDPRESS_TABLES.map((table) => `wp_${table.name}`).sort());
  });

  test('a row needs no more than what it is about', async () => {
    const db = await makeDatabase();
    const before = await db.transaction(async (tx) => {
      await tx.execute(`INSERT INTO ${db.tables.posts} (post_title) VALUES ('x')`);
      await tx.execute(`INSERT INTO ${db.tables.comments} (comment_content) VALUES ('x')`);
      return tx.query<object>(`SELECT post_content, post_status, comment_status, to_ping FROM ${db.tables.posts}`);
    });
    expect(before.map((row) => ({ ...row }))).toEqual([
      { post_content: '', post_status: 'publish', comment_status: 'open', to_ping: '' },
    ]);
  });

  test('ids of deleted rows are not used again', async () => {
    const db = await makeDatabase();
    const insert = `INSERT INTO ${db.tables.terms} (name) VALUES ('x')`;
    const ids = await db.transaction(async (tx) => {
      const { insertId: first } = await tx.execute(insert);
      await tx.execute(`DELETE FROM ${db.tables.terms}`);
      return [first, (await tx.execute(insert)).insertId];
    });
    expect(ids).toEqual([1, 2]);
  });
});

onMysql((makeDatabase) => {
  describe('against a real WordPress database', () => {
    const dump = readDump('a');
    if (!dump) missingOptional('the recorded database a (../shared/corpus) is missing');
    else
      test('every table is declared as WordPress declares it', async () => {
        const db = await makeDatabase();
        for (const { name } of WORDPRESS_TABLES) {
          const [row] = await db.query<Record<string, string>>(`SHOW CREATE TABLE \`wp_${name}\``);
          const theirs = new RegExp(`CREATE TABLE \`wp_${name}\` \\([^;]*;`).exec(dump)?.[0] ?? '';
          expect(comparable(row?.['Create Table'] ?? '')).toBe(comparable(theirs));
        }
      });
  });
});

/**
 * Without the counter, and without the collation, of which WordPress has used two. MySQL repeats the collation for each column, leaves
 * out the widths of integers and the default NULL of texts, and quotes default numbers; MariaDB does not.
 */
function comparable(statement: string): string {
  return statement
    .replace(/ AUTO_INCREMENT=\d+/, '')
    .replace(/ COLLATE utf8mb4_unicode_(?:520_)?ci/g, '')
    .replace(/utf8mb4_unicode_(?:520_)?ci/g, 'COLLATION')
    .replace(/(?<=\b(?:tiny|big)?int)\(\d+\)/g, '')
    .replace(/DEFAULT '(\d+)'/g, 'DEFAULT $1')
    .replace(/(?<=text) DEFAULT NULL/g, '')
    .replace(/;$/, '');
}
