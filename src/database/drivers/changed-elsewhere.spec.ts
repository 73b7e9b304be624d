import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { onMysql } from '../../../test/support/databases.js';
import type { Database } from '../database.js';
import { ChangeLog } from './change-log.js';
import { RECHECK_MS, TableTimes } from './table-times.js';
import { tablesWithPrefix } from '../engine/table-names.js';

const write = (db: Database, name: string, value: string) =>
  db.transaction((tx) =>
    tx.execute(
      db.sql.upsert(db.tables.options, ['option_name', 'option_value', 'autoload'], ['option_name'], ['option_value']),
      [name, value, 'yes'],
    ),
  );

/** Looks until nothing is new any more. */
async function settle(times: TableTimes): Promise<void> {
  await times.news();
  await wait(2100);
  await times.news();
  expect(await times.news()).toEqual([]);
}

onMysql((makeDatabase) => {
  test('the change log reports written tables once to other processes, and not to the writer', async () => {
    const db = await makeDatabase();
    const [ours, theirs] = [new ChangeLog(db), new ChangeLog(db)];
    await ours.prepare();
    await Promise.all([ours.news(), theirs.news()]);
    const entry = theirs.entry(new Set(['wp_posts', 'wp_terms', 'wp_nestpress_jobs']))!;
    await db.transaction((tx) => tx.execute(entry.sql, entry.parameters));
    expect(await ours.news()).toEqual(['wp_posts', 'wp_terms']);
    expect(await ours.news()).toEqual([]);
    expect(await theirs.news()).toEqual([]);
    expect(theirs.entry(new Set(['wp_nestpress_jobs']))).toBeUndefined();
  });

  test('a row that becomes visible after one with a greater id is reported, too', async () => {
    const db = await makeDatabase();
    const [ours, theirs] = [new ChangeLog(db), new ChangeLog(db)];
    await ours.prepare();
    await ours.news();
    const [slow, quick] = [theirs.entry(new Set(['wp_posts']))!, theirs.entry(new Set(['wp_users']))!];
    await db.transaction(async (tx) => {
      await tx.execute(slow.sql, slow.parameters);
      await db.transaction((other) => other.execute(quick.sql, quick.parameters));
      expect(await ours.news()).toEqual(['wp_users']);
    });
    expect(await ours.news()).toEqual(['wp_posts']);
  });

  test('a commit of one process is reported to another, even after a long transaction', async () => {
    const db = await makeDatabase();
    await db.shareChanges();
    const other = new ChangeLog(db);
    await other.news();
    await db.transaction(async (tx) => {
      await tx.execute(`UPDATE ${db.tables.posts} SET post_title = 'x'`, [], db.tables.posts);
      await wait(1200);
    });
    expect(await other.news()).toEqual(['wp_posts']);
  });

  test('a table written by another program is noticed, even twice within one second', async () => {
    const db = await makeDatabase();
    const times = new TableTimes(db);
    await settle(times);
    await write(db, 'x', '1');
    expect(await times.news()).toEqual(['wp_options']);
    await write(db, 'x', '2');
    expect(await times.news()).toEqual(['wp_options']);
  });

  test('a recreated table is reported as replaced, a written one is not', async () => {
    const db = await makeDatabase();
    let replaced = 0;
    const times = new TableTimes(db, () => replaced++);
    await settle(times);
    await write(db, 'x', '1');
    await times.news();
    expect(replaced).toBe(0);
    await db.transaction(async (tx) => {
      await tx.execute('CREATE TABLE wp_links_2 LIKE wp_links', [], []);
      await tx.execute('RENAME TABLE wp_links TO wp_links_1, wp_links_2 TO wp_links', [], []);
    });
    await times.news();
    await times.news();
    expect(replaced).toBe(1);
  });

  test('options that nothing is made from do not count', async () => {
    const db = await makeDatabase();
    const times = new TableTimes(db);
    await settle(times);
    for (const name of ['cron', '_transient_x', '_site_transient_timeout_x']) await write(db, name, '1');
    expect(await times.news()).toEqual([]);
    await write(db, 'blogname', 'New');
    expect(await times.news()).toEqual(['wp_options']);
  });
});

describe('an account without the PROCESS privilege', () => {
  const clock = jest.spyOn(performance, 'now');
  let now = 0;
  let commits = 0;
  const server = {
    tablePrefix: 'wp_',
    tables: tablesWithPrefix('wp_'),
    query: async (sql: string) => {
      if (sql.includes('INNODB_TRX')) throw Object.assign(new Error('Access denied'), { errno: 1227 });
      if (!sql.includes('information_schema')) return [{ name: 'blogname', digest: 'x', autoload: 'yes' }];
      return [{ name: 'wp_posts', written: '2026-01-01 00:00:00', lacksUpdateTime: 0, evidence: String(commits) }];
    },
  };
  const times = new TableTimes(server as unknown as Database);
  const lookAt = (ms: number) => {
    now = ms;
    return times.news();
  };

  beforeAll(() => void clock.mockImplementation(() => now));
  afterAll(() => clock.mockRestore());

  test('for a minute after a write, any commit on the server counts as a further one, in two looks', async () => {
    await lookAt(0);
    expect(await lookAt(1000)).toEqual(['wp_posts']);
    expect(await lookAt(2000)).toEqual(['wp_posts']);
    expect(await lookAt(3000)).toEqual([]);
    commits++;
    expect(await lookAt(4000)).toEqual(['wp_posts']);
    expect(await lookAt(5000)).toEqual(['wp_posts']);
    expect(await lookAt(6000)).toEqual([]);
  });

  test('afterwards a table is re-checked once a minute, if anything was committed', async () => {
    expect(await lookAt(RECHECK_MS + 10_000)).toEqual([]);
    commits++;
    expect(await lookAt(RECHECK_MS + 11_000)).toEqual(['wp_posts']);
    expect(await lookAt(RECHECK_MS + 12_000)).toEqual([]);
    expect(await lookAt(2 * RECHECK_MS + 10_000)).toEqual([]);
    expect(await lookAt(2 * RECHECK_MS + 11_000)).toEqual(['wp_posts']);
    expect(await lookAt(4 * RECHECK_MS)).toEqual([]);
  });
});

test('without update times from the engine, every poll may have missed a change, except for options', async () => {
  let blogname = 'Old';
  const server = {
    tablePrefix: 'wp_',
    tables: tablesWithPrefix('wp_'),
    query: async (sql: string) =>
      sql.includes('information_schema')
        ? ['wp_posts', 'wp_options'].map((name) => ({ name, written: null, lacksUpdateTime: 1 }))
        : [{ name: 'blogname', digest: blogname, autoload: 'yes' }],
  };
  const times = new TableTimes(server as unknown as Database);
  await times.news();
  expect(await times.news()).toEqual(['wp_posts']);
  blogname = 'New';
  expect(await times.news()).toEqual(['wp_posts', 'wp_options']);
});
