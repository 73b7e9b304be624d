import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../test/support/databases.js';
import { writtenTable } from '../../test/support/reported-tables.js';
import { Option, Post } from './entities/index.js';

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
  test('a commit publishes the tables it reports, a rollback nothing', async () => {
    const db = await makeDatabase();
    const published: string[][] = [];
    db.changes.listen((tables) => published.push([...tables].sort()));
    await db.transaction(async (tx) => {
      await tx.execute(`DELETE FROM ${db.tables.links} WHERE link_id = 0`, [], db.tables.links);
      await tx.manager.insert(Option, { name: 'x', value: '1', autoload: 'no' });
      await tx.manager.getRepository(Post).update({ id: 0 }, { title: 'x' });
    });
    await db.transaction(async (tx) => tx.query(`SELECT 1 FROM ${db.tables.posts}`));
    await db
      .transaction(async (tx) => {
        await tx.execute(`DELETE FROM ${db.tables.terms}`);
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(published).toEqual([['wp_links', 'wp_options', 'wp_posts']]);
  });

  test('a statement that names no tables counts as a change of all', async () => {
    const db = await makeDatabase();
    const published: string[][] = [];
    db.changes.listen((tables) => published.push([...tables]));
    await db.transaction((tx) => tx.execute(`DELETE FROM ${db.tables.terms}`));
    expect(published).toEqual([[...db.tables.all]]);
  });

  test('tests fail a transaction that does not report a table it writes to', async () => {
    const db = await makeDatabase();
    const unreported = db.transaction((tx) => tx.execute(`DELETE FROM ${db.tables.terms}`, [], db.tables.posts));
    await expect(unreported).rejects.toThrow('The transaction wrote to wp_terms and did not report it.');
  });
});
