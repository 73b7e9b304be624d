import { expect, test } from '@jest/globals';
import type { PoolConnection } from 'mysql2';
import { onMysql } from '../../../test/support/databases.js';
import { BatchedConnection } from './batched-connection.js';

/** A connection that records what is sent, and fails at a statement. */
function recording(failing?: RegExp) {
  const sent: string[] = [];
  const query = (text: string, callback: (error: Error | null, results?: unknown) => void) => {
    sent.push(text);
    const texts = text.split(';');
    const failed = failing ? texts.findIndex((one) => failing.test(one)) : -1;
    const results = failed < 0 ? texts : texts.slice(0, failed);
    setImmediate(() =>
      failed < 0
        ? callback(null, texts.length === 1 ? texts[0] : texts)
        : callback(Object.assign(new Error('failed'), { sqlState: '42000' })),
    );
    return { _resultIndex: failed, _rows: results };
  };
  return { sent, connection: new BatchedConnection({ query } as unknown as PoolConnection) };
}

test('a transaction begins with its first statements and ends with the deferred ones', async () => {
  const { sent, connection } = recording();
  await connection.query('START TRANSACTION');
  expect(sent).toEqual([]);
  expect(await Promise.all([connection.query('A ?', ["x'"]), connection.query('B')])).toEqual([["A 'x\\''"], ['B']]);
  void connection.defer('LOG ?', [1]);
  await connection.query('COMMIT');
  expect(sent).toEqual(["START TRANSACTION;A 'x\\'';B", 'LOG 1;COMMIT']);
});

test('a failed statement fails those sent after it, not those before', async () => {
  const { connection } = recording(/BAD/);
  const results = await Promise.allSettled(['A', 'BAD', 'C'].map((sql) => connection.query(sql)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('nothing but a rollback runs after a transaction could not begin, and nothing is committed without its deferred statements', async () => {
  for (const failing of [/START/, /LOG/]) {
    const { sent, connection } = recording(failing);
    await connection.query('START TRANSACTION');
    void connection.defer('LOG');
    await expect(connection.query('COMMIT')).rejects.toThrow('failed');
    await expect(connection.query('A')).rejects.toThrow('failed');
    await connection.query('ROLLBACK');
    expect(sent).toEqual(['START TRANSACTION;LOG;COMMIT', 'ROLLBACK']);
  }
});

onMysql((makeDatabase) => {
  test('statements that start together run in order, in one transaction', async () => {
    const db = await makeDatabase();
    const { options } = db.tables;
    const insert = `INSERT INTO ${options} (option_name, option_value) VALUES (?, 'x')`;
    const count = `SELECT COUNT(*) AS found FROM ${options} WHERE option_name IN ('one', 'two')`;
    const failed = db.transaction((tx) =>
      Promise.all([
        tx.execute(insert, ['one'], options),
        tx.query('SELECT * FROM missing_table'),
        tx.execute(insert, ['two'], options),
      ]),
    );
    await expect(failed).rejects.toThrow('missing_table');
    expect(await db.query(count)).toEqual([{ found: 0 }]);
    const [one, seen, two] = await db.transaction((tx) =>
      Promise.all([tx.execute(insert, ['one'], options), tx.query(count), tx.execute(insert, ['two'], options)]),
    );
    expect(seen).toEqual([{ found: 1 }]);
    expect(two.insertId).toBeGreaterThan(one.insertId);
    expect(await db.query(count)).toEqual([{ found: 2 }]);
  });
});
