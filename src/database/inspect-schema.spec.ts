import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../test/support/databases.js';
import { findMissingSchema } from './inspect-schema.js';
import { WORDPRESS_TABLES } from './schema/index.js';

forEachEngine((engine, makeDatabase) => {
  const run = (statements: readonly string[], db: Awaited<ReturnType<typeof makeDatabase>>) =>
    db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement);
    });

  test('tables as we make them lack nothing', async () => {
    expect(await findMissingSchema(await makeDatabase(), WORDPRESS_TABLES)).toEqual([]);
  });

  test('what is missing is named with statements that add it', async () => {
    const db = await makeDatabase();
    const index = engine === 'mysql' ? 'DROP INDEX post_parent ON wp_posts' : 'DROP INDEX wp_posts__post_parent';
    const unique = engine === 'mysql' ? 'DROP INDEX option_name ON wp_options' : 'DROP INDEX wp_options__option_name';
    await run(['DROP TABLE wp_links', 'ALTER TABLE wp_posts DROP COLUMN menu_order', index, unique], db);
    const missing = await findMissingSchema(db, WORDPRESS_TABLES);
    expect(
      missing.map(({ table, isMissing, columns, indexes }) => [
        table,
        isMissing,
        columns.map(({ name }) => name),
        indexes.map(({ name }) => name),
      ]),
    ).toEqual([
      ['wp_posts', false, ['menu_order'], ['post_parent']],
      ['wp_options', false, [], ['option_name']],
      ['wp_links', true, [], []],
    ]);
    await run(
      missing.flatMap(({ statements }) => statements),
      db,
    );
    expect(await findMissingSchema(db, WORDPRESS_TABLES)).toEqual([]);
  });

  test('an index of another name that begins with the same columns will do', async () => {
    const db = await makeDatabase();
    const drop = engine === 'mysql' ? 'DROP INDEX post_author ON wp_posts' : 'DROP INDEX wp_posts__post_author';
    await run([drop, 'CREATE INDEX another ON wp_posts (post_author, post_date)'], db);
    expect(await findMissingSchema(db, WORDPRESS_TABLES)).toEqual([]);
  });
});
