import { expect, jest, test } from '@jest/globals';
import { type Database } from '../../database/database.js';
import { type Config } from '../config/config.js';
import { DiagnosticsService } from './diagnostics.service.js';

const CONFIG = {
  keys: {},
  smtpUrl: undefined,
  databaseUrl: undefined,
  databaseFile: 'site.sqlite',
} as unknown as Config;

test('each part fails by itself, and the checks run once for several requests', async () => {
  const existingTables = jest.fn(() => Promise.reject(new Error('gone')));
  const database = { engine: 'sqlite', tablePrefix: 'wp_', existingTables } as unknown as Database;
  const service = new DiagnosticsService(database, CONFIG);
  const [findings, again] = [await service.findings(), await service.findings()];
  expect(again).toEqual(findings);
  expect(findings).toContainEqual({ check: 'schema', state: 'fail', message: 'gone', fixes: [] });
  expect(findings).toContainEqual(expect.objectContaining({ check: 'mail', state: 'warn', fixes: ['Set SMTP_URL.'] }));
  const calls = existingTables.mock.calls.length;
  await service.findings();
  expect(existingTables).toHaveBeenCalledTimes(calls);
});

test('a check that takes long does not delay the others', async () => {
  const database = {
    engine: 'sqlite',
    tablePrefix: 'wp_',
    existingTables: () => new Promise(() => undefined),
  } as unknown as Database;
  expect(await new DiagnosticsService(database, CONFIG).findings()).toContainEqual(
    expect.objectContaining({ check: 'schema', state: 'warn', message: 'This check has not finished yet.' }),
  );
});
