import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Logger } from '@nestjs/common';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, expect, jest, test } from '@jest/globals';
import { WORDPRESS_TABLES } from '../schema/index.js';
import type { Database } from '../database.js';
import { DatabaseFileError } from '../engine/errors.js';
import { openDatabase } from './open.js';
import { commitRecordOf } from './sqlite-commits.js';
import { lockUnusedFile } from './sqlite-file.js';

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

test.each(['IMMEDIATE', 'EXCLUSIVE'])('BEGIN %s of another process delays writes, not reads', async (mode) => {
  const db = await openFile('locked.sqlite');
  await db.createTables(WORDPRESS_TABLES);
  const before = (await db.query('SELECT ID FROM posts')).length;
  const other = new DatabaseSync(join(folder, 'locked.sqlite'));
  other.exec(`BEGIN ${mode}`);
  let isWritten = false;
  const write = db.transaction((tx) => tx.execute(insert)).then(() => (isWritten = true));
  // A timer fires while the write waits: nothing blocks the thread.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isWritten).toBe(false);
  expect(await db.query('SELECT ID FROM posts')).toHaveLength(before);
  other.exec('COMMIT');
  await write;
  expect(await db.query('SELECT ID FROM posts')).toHaveLength(before + 1);
  other.close();
  await db.close();
});

test.each<[string, (db: Database) => Promise<void>]>([
  ['running migrations', (db) => db.migrate()],
  ['creating tables', (db) => db.createTables(WORDPRESS_TABLES)],
  ['building the list index', (db) => db.listIndex.build()],
  ['building the search index', (db) => db.searchIndex.build()],
])('%s waits for the lock of another process without blocking the thread', async (name, work) => {
  const file = join(folder, `${name}.sqlite`);
  const db = await openDatabase({ file, tablePrefix: '', versionRules: [] });
  if (name.endsWith('index')) await db.createTables(WORDPRESS_TABLES);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  let isDone = false;
  const working = work(db).then(() => (isDone = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isDone).toBe(false);
  other.exec('COMMIT');
  await working;
  other.close();
  await db.close();
});

test('a file that was replaced while it was open is not written to', async () => {
  const file = join(folder, 'replaced.sqlite');
  const db = await openFile('replaced.sqlite');
  await db.createTables(WORDPRESS_TABLES);
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  const replaced = 'The file replaced.sqlite was replaced or deleted while it was in use. Restart the service.';
  // A readiness probe checks at once, a write within a tenth of a second.
  await expect(db.ping()).rejects.toThrow(replaced);
  await expect(db.transaction((tx) => tx.execute(insert))).rejects.toThrow(replaced);
  expect(await db.query('SELECT ID FROM posts')).toEqual([]);
  await db.close();
});

test('a file can be locked for its replacement only while no process has it open', async () => {
  const file = join(folder, 'used.sqlite');
  const db = await openFile('used.sqlite');
  await db.createTables(WORDPRESS_TABLES);
  expect(() => lockUnusedFile(file)).toThrow(DatabaseFileError);
  await db.transaction((tx) => tx.execute(insert));
  await db.close();
  // Its connections in this process are closed only when their statements are garbage-collected.
  copyFileSync(file, join(folder, 'unused.sqlite'));
  const unlock = lockUnusedFile(join(folder, 'unused.sqlite'));
  const other = new DatabaseSync(join(folder, 'unused.sqlite'));
  expect(() => other.prepare('SELECT 1 FROM posts').all()).toThrow('locked');
  unlock();
  expect(other.prepare('SELECT 1 FROM posts').all()).toHaveLength(1);
  other.close();
});

test('acknowledged writes that a damaged write-ahead log has lost are reported once', async () => {
  const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const db = await openFile('before.sqlite');
  await db.createTables(WORDPRESS_TABLES);
  const [from, to] = [join(folder, 'before.sqlite'), join(folder, 'after.sqlite')];
  for (let i = 0; i < 3; i++) await db.transaction((tx) => tx.execute(insert));
  // Transactions that change nothing are not counted.
  await db.transaction((tx) => tx.execute("UPDATE posts SET post_title = 'y' WHERE ID = 0"));
  for (const side of ['', '-wal', '-commits']) copyFileSync(from + side, to + side);
  const [number] = readFileSync(commitRecordOf(to), 'latin1').split(' ');
  expect(number).toBe('3');
  // As on the same file after a kill.
  writeFileSync(commitRecordOf(to), `${number} ${statSync(to).ino}`);
  const log = readFileSync(`${to}-wal`);
  writeFileSync(`${to}-wal`, log.fill(0xff, log.length - 5000));
  for (let start = 0; start < 2; start++) {
    const damaged = await openFile('after.sqlite');
    expect(await damaged.query('SELECT ID FROM posts')).toHaveLength(2);
    await damaged.close();
  }
  expect(errors.mock.calls.map(([message]) => String(message))).toEqual([
    expect.stringContaining('after.sqlite lacks the last 1 acknowledged writes'),
  ]);
  errors.mockRestore();
  await db.close();
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
