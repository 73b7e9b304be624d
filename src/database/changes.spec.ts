import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../test/support/databases.js';
import { writtenTable } from './changes.js';
import { Option } from './entities/index.js';

test.each([
  ['INSERT INTO `wp_posts` (a) VALUES (?)', 'wp_posts'],
  ['INSERT IGNORE INTO wp_terms SELECT 1', 'wp_terms'],
  ['INSERT OR IGNORE INTO "wp_terms" VALUES (1)', 'wp_terms'],
  ['\n  UPDATE `wp_posts` SET a = 1', 'wp_posts'],
  ['delete from wp_options where 1', 'wp_options'],
  ['SELECT * FROM wp_posts FOR UPDATE', undefined],
])('%s', (sql, table) => {
  expect(writtenTable(sql)).toBe(table);
});

forEachEngine((_engine, makeDatabase) => {
  test('a commit publishes the tables it wrote, a rollback nothing', async () => {
    const db = await makeDatabase();
    const published: string[][] = [];
    db.changes.listen((tables) => published.push([...tables]));
    await db.transaction(async (tx) => {
      await tx.execute(`DELETE FROM ${db.tables.posts} WHERE ID = 0`);
      await tx.manager.insert(Option, { name: 'x', value: '1', autoload: 'no' });
    });
    await db.transaction(async (tx) => tx.query(`SELECT 1 FROM ${db.tables.posts}`));
    await db
      .transaction(async (tx) => {
        await tx.execute(`DELETE FROM ${db.tables.terms}`);
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(published).toEqual([['wp_posts', 'wp_options']]);
  });
});
