import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { WORDPRESS_TABLES } from '../schema/index.js';
import { openDatabase } from './open.js';

const folder = mkdtempSync(join(tmpdir(), 'nestpress-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openFile = (file: string) => openDatabase({ file: join(folder, file), tablePrefix: '' });
const insert = "INSERT INTO posts (post_title) VALUES ('x')";

test('two processes on one file take turns', async () => {
  const [one, two] = [await openFile('shared.sqlite'), await openFile('shared.sqlite')];
  await one.createTables(WORDPRESS_TABLES);
  const slow = one.transaction(async (tx) => {
    await tx.execute(insert);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await Promise.all([slow, two.transaction((tx) => tx.execute(insert))]);
  expect(await two.query('SELECT ID FROM posts')).toHaveLength(2);
  await one.close();
  await two.close();
});

test('it is written ahead, and a read cannot write', async () => {
  const db = await openFile('modes.sqlite');
  await db.createTables(WORDPRESS_TABLES);
  expect({ ...(await db.query<object>('PRAGMA journal_mode'))[0] }).toEqual({ journal_mode: 'wal' });
  await expect(db.query(insert)).rejects.toThrow('readonly');
  await db.close();
  await db.close();
});

test('a memory database leaves nothing behind', async () => {
  const db = await openDatabase({ file: ':memory:', tablePrefix: '' });
  const [row] = await db.query<{ file: string }>('PRAGMA database_list');
  expect(existsSync(row!.file)).toBe(true);
  await db.close();
  expect(existsSync(dirname(row!.file))).toBe(false);
});
