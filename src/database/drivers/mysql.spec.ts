import { expect, jest, test } from '@jest/globals';
import { onMysql } from '../../../test/support/databases.js';
import type { Database } from '../database.js';
import { endsConnection } from '../engine/errors.js';
import { readMysqlAddress } from './mysql-hosts.js';
import { type MysqlDatabase, mysqlDataSourceOptions } from './mysql.js';
import { until } from '../../../test/support/until.js';

const title = async (db: Database, id: number) =>
  (await db.query<{ post_title: string }>(`SELECT post_title FROM ${db.tables.posts} WHERE ID = ?`, [id]))[0]
    ?.post_title;

onMysql((makeDatabase) => {
  test('every session takes zero dates and runs on UTC', async () => {
    const db = await makeDatabase({ tables: false });
    const variables = '@@sql_mode AS mode, @@time_zone AS zone, @@character_set_client AS charset';
    const settings = () => db.query<object>(`SELECT ${variables}, SLEEP(0.05) AS s`);
    for (const [row] of await Promise.all([1, 2, 3, 4].map(settings))) {
      expect({ ...row }).toEqual({ mode: 'NO_ENGINE_SUBSTITUTION', zone: '+00:00', charset: 'utf8mb4', s: 0 });
    }
  });

  test('a lost connection fails one statement, not the next', async () => {
    const db = await makeDatabase({ tables: false });
    await expect(db.query('KILL CONNECTION_ID()')).rejects.toThrow();
    await expect(db.ping()).resolves.toBeUndefined();
    await expect(db.transaction((tx) => tx.query('KILL CONNECTION_ID()'))).rejects.toThrow();
    for (let i = 0; i < 5; i++) await expect(db.transaction((tx) => tx.query('SELECT 1'))).resolves.toHaveLength(1);
  });

  test('a connection that ended while it lay idle costs a transaction nothing', async () => {
    const db = (await makeDatabase({ tables: false })) as MysqlDatabase;
    const acquired = jest.spyOn(db, 'acquire').mockImplementationOnce(async () => {
      const got = await db.acquire();
      const [row] = (await got.runner.query('SELECT CONNECTION_ID() AS id')) as [{ id: number }];
      await db.query(`KILL ${Number(row.id)}`);
      await until(
        async () =>
          (await db.query('SELECT ID FROM information_schema.PROCESSLIST WHERE ID = ?', [row.id])).length === 0,
        'the connection is gone',
      );
      return got;
    });
    await expect(db.transaction((tx) => tx.query('SELECT 1'))).resolves.toHaveLength(1);
    expect(acquired).toHaveBeenCalledTimes(3);
  });

  test('a text with characters a column cannot hold is compared all the same', async () => {
    const db = await makeDatabase({ tables: false });
    const texts = { latin1: 'caf\u00e9', utf8: '\u0416\u0443\u043a' };
    for (const [charset, text] of Object.entries(texts)) {
      await db.query(`CREATE TABLE old_${charset} (text varchar(50) NOT NULL) CHARACTER SET ${charset}`);
      const table = `old_${charset}`;
      await db.transaction((tx) => tx.execute(`INSERT INTO ${table} VALUES (?), ('&#x1f600;')`, [text], table));
      const found = (searched: string) =>
        db.query<{ text: string }>(`SELECT text FROM old_${charset} WHERE text = ?`, [searched]);
      expect(await found(text)).toEqual([{ text }]);
      expect(await found('\u{1f600}')).toEqual([{ text: '&#x1f600;' }]);
      expect(await found(`${text} \u0416\u{1f600}`)).toEqual([]);
      const { affected } = await db.transaction((tx) =>
        tx.execute(`DELETE FROM ${table} WHERE text IN (?, ?)`, [text, '\u{1f600}\u0416'], table),
      );
      expect(affected).toBe(1);
    }
  });

  test('a connection on which a transaction failed is clean for the next one', async () => {
    const db = await makeDatabase();
    for (let i = 0; i < 10; i++) {
      await db
        .transaction(async (tx) => {
          await tx.execute(`INSERT INTO ${db.tables.posts} (post_title) VALUES ('x')`);
          await tx.query('SELECT nonsense');
        })
        .catch(() => undefined);
    }
    expect(await db.query(`SELECT ID FROM ${db.tables.posts}`)).toEqual([]);
  });

  test('two that really deadlock both get done', async () => {
    const db = await makeDatabase();
    const ids = await db.transaction(async (tx) => {
      const insert = () => tx.execute(`INSERT INTO ${db.tables.posts} (post_title) VALUES ('')`);
      return [(await insert()).insertId, (await insert()).insertId] as const;
    });
    let runs = 0;
    let holding = 0;
    const append = (letter: string, [first, second]: readonly [number, number]) =>
      db.transaction(async (tx) => {
        runs++;
        const update = `UPDATE ${db.tables.posts} SET post_title = CONCAT(post_title, ?) WHERE ID = ?`;
        await tx.execute(update, [letter, first]);
        holding++;
        await until(() => holding >= 2, 'each holds what the other wants');
        await tx.execute(update, [letter, second]);
      });
    await Promise.all([append('a', ids), append('b', [ids[1], ids[0]])]);
    expect(runs).toBeGreaterThan(2);
    for (const id of ids) expect([...((await title(db, id)) ?? '')].sort()).toEqual(['a', 'b']);
  });
});

test('which errors end a connection', () => {
  expect([1047, 1290, 1836, 1792, 1053, 2013].filter((errno) => !endsConnection({ errno }))).toEqual([]);
  expect([endsConnection({ fatal: true }), endsConnection({ driverError: { errno: 1290 } })]).toEqual([true, true]);
  expect([endsConnection({ errno: 1062 }), endsConnection(new Error('x')), endsConnection(undefined)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('the address is read with its escapes, and anything else refused', () => {
  const options = mysqlDataSourceOptions({
    url: 'mysql://us%40er:p%3Aw@db.example:3307/my_site?ssl=true',
    file: '',
    tablePrefix: '',
  });
  expect(options).toMatchObject({
    host: 'db.example',
    port: 3307,
    username: 'us@er',
    password: 'p:w',
    database: 'my_site',
    ssl: {},
  });
  expect(options.synchronize).toBe(false);
  const { hosts } = readMysqlAddress('mysql://root@one:3307,two,[::1]:3308/db');
  expect(hosts).toEqual([
    { host: 'one', port: 3307 },
    { host: 'two', port: 3306 },
    { host: '::1', port: 3308 },
  ]);
  expect(() => mysqlDataSourceOptions({ url: 'postgres://x/y', file: '', tablePrefix: '' })).toThrow('mysql://');
  expect(() => mysqlDataSourceOptions({ url: 'mysql://localhost', file: '', tablePrefix: '' })).toThrow('mysql://');
});
