import { expect, test } from '@jest/globals';
import { onMysql } from '../../../test/support/databases.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { PRIMARY_ONLY } from './read-batches.js';

test('reads that must be current do not go to replicas', () => {
  expect(PRIMARY_ONLY.test('SELECT 1')).toBe(false);
  expect(PRIMARY_ONLY.test(`${ON_PRIMARY}SELECT 1`)).toBe(true);
});

onMysql((makeDatabase) => {
  test('reads that begin together get their own responses, in any number', async () => {
    const db = await makeDatabase();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        db.query<{ n: number; text: string }>('SELECT ? AS n, ? AS text', [index, `it's; "${index}" \\`]),
      ),
    );
    expect(answers.map(([row]) => row)).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ n: index, text: `it's; "${index}" \\` })),
    );
  });

  test('one that fails does not take the others with it', async () => {
    const db = await makeDatabase();
    const [good, bad, alsoGood] = await Promise.allSettled([
      db.query('SELECT 1 AS a'),
      db.query('SELECT no_such_column FROM wp_posts'),
      db.query('SELECT 2 AS a'),
    ]);
    expect(good).toEqual({ status: 'fulfilled', value: [{ a: 1 }] });
    expect(bad.status).toBe('rejected');
    expect(alsoGood).toEqual({ status: 'fulfilled', value: [{ a: 2 }] });
  });
});
