import { describe, expect, test } from '@jest/globals';
import { missingOptional } from '../../../test/support/missing.js';
import { forEachEngine, onMysql } from '../../../test/support/databases.js';
import { readDump } from '../../../test/support/corpus-db.js';
import { ENTITIES } from '../entities/index.js';
import { WORDPRESS_TABLES } from './index.js';
import { getMetadataArgsStorage } from 'typeorm';

test('entities and tables have the same columns', () => {
  const { columns, tables } = getMetadataArgsStorage();
  for (const entity of ENTITIES) {
    const name = tables.find((table) => table.target === entity)?.name;
    const declared = columns.filter((column) => column.target === entity).map((column) => column.propertyName);
    expect(declared).toEqual(
      WORDPRESS_TABLES.find((table) => table.name === name)?.columns.map((column) => column.name),
    );
  }
  expect(ENTITIES).toHaveLength(WORDPRESS_TABLES.length);
});

forEachEngine((_engine, makeDatabase) => {
  test('creating the tables again changes nothing', async () => {
    const db = await makeDatabase();
    await db.createTables(WORDPRESS_TABLES);
    const names = (await db.existingTables()).filter((name) => name.startsWith('wp_'));
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

/** Without the counter, and without the collation, of which WordPress has used two. */
function comparable(statement: string): string {
  return statement
    .replace(/ AUTO_INCREMENT=\d+/, '')
    .replace(/utf8mb4_unicode_(?:520_)?ci/g, 'COLLATION')
    .replace(/;$/, '');
}
