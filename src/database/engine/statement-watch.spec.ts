import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { forEachEngine } from '../../../test/support/databases.js';
import { type Database } from '../database.js';
import { until } from '../../../test/support/until.js';

const logged: unknown[] = [];
beforeAll(() =>
  Logger.overrideLogger({ log: () => undefined, error: () => undefined, warn: (line: unknown) => logged.push(line) }),
);
afterAll(() => Logger.overrideLogger(false));

/** However fast the machine is. */
const ANY_TIME_MS = 1e-9;

forEachEngine((engine, makeDatabase) => {
  async function write(database: Database, name: string): Promise<void> {
    await database.transaction(async (tx) => {
      await tx.execute(
        `INSERT INTO ${database.tables.options} (option_name, option_value, autoload) VALUES (?, ?, ?)`,
        [name, 'a private value', 'no'],
      );
    });
  }

  test('nothing is counted until watching starts', async () => {
    const database = await makeDatabase();
    await database.query('SELECT 1');
    expect(database.statements.counts).toEqual({ statements: 0, failures: 0, slow: 0 });
  });

  test('statements of reads and transactions are counted, slow ones logged with placeholders instead of values', async () => {
    const database = await makeDatabase();
    database.statements.turnOn(ANY_TIME_MS);
    logged.length = 0;
    await database.query(`SELECT option_id FROM ${database.tables.options} WHERE option_name = ?`, ['a private name']);
    await write(database, 'a private name');
    await expect(database.query('SELECT nothing FROM nowhere WHERE x = ?', ['a private name'])).rejects.toThrow();
    const { statements, failures, slow } = database.statements.counts;
    expect(failures).toBe(1);
    expect(slow).toBe(statements);
    expect(database.statements.durations.counts.reduce((sum, count) => sum + count)).toBe(statements);
    expect(logged).toContainEqual({
      msg: 'slow query',
      sql: `SELECT option_id FROM ${database.tables.options} WHERE option_name = ?`,
      ms: expect.any(Number),
    });
    expect(JSON.stringify(logged)).toContain('INSERT INTO');
    expect(JSON.stringify(logged)).not.toContain('private');
  });

  test('without a limit nothing is logged', async () => {
    const database = await makeDatabase();
    database.statements.turnOn(0);
    logged.length = 0;
    await database.query('SELECT 1');
    expect(database.statements.counts).toMatchObject({ statements: 1, slow: 0 });
    expect(logged).toEqual([]);
  });

  test('connections in use and those waited for are known', async () => {
    const database = await makeDatabase();
    let end = (): void => undefined;
    const held = new Promise<void>((done) => (end = done));
    const work = Array.from({ length: 6 }, () => database.transaction(() => held));
    const limit = engine === 'mysql' ? 4 : 1;
    const state = () => database.connections().find(({ pool }) => pool === 'write');
    await until(() => state()!.waiting === 6 - limit, 'the others wait');
    expect(state()).toEqual({ pool: 'write', limit, inUse: limit, idle: 0, waiting: 6 - limit });
    end();
    await Promise.all(work);
    expect(state()).toMatchObject({ inUse: 0, waiting: 0 });
  });
});
