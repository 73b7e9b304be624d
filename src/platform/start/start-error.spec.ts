import { expect, test } from '@jest/globals';
import { ConfigError } from '../config/load-config.js';
import { databaseProblem, listenProblem, startErrorText } from './start-error.js';

const embedded = { databaseUrl: undefined, databaseFile: '/srv/data/nestpress.sqlite' };
const server = { ...embedded, databaseUrl: 'mysql://anna:s3cret@db.test:3307/site' };
const failure = (code: string) => Object.assign(new Error(`driver says ${code}`), { code });

test.each([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'X',
])('a server that fails with %s is one sentence about DATABASE_URL without the password', (code) => {
  const sentence = databaseProblem(failure(code), server);
  expect(sentence).toMatch(/^DATABASE_URL: .*\.$/);
  expect(sentence).not.toContain('s3cret');
});

test.each(['EACCES', 'EROFS', 'ENOTDIR', 'ENOSPC', 'constructor'])(
  'a file that fails with %s is a sentence about DATA_DIR',
  (code) => {
    expect(databaseProblem(failure(code), embedded)).toMatch(/^DATA_DIR: .*\.$/);
  },
);

test('ports: in use, forbidden, and an address that is not ours', () => {
  const place = { name: 'PORT', port: 80, host: '10.0.0.9' } as const;
  expect(listenProblem(failure('EADDRINUSE'), place)).toMatch(/^PORT: .*port 80/);
  expect(listenProblem(failure('EACCES'), place)).toMatch(/^PORT: .*above 1023/);
  expect(listenProblem(failure('EADDRNOTAVAIL'), { ...place, name: 'METRICS_PORT' })).toMatch(
    /^METRICS_PORT: 10.0.0.9/,
  );
  expect(listenProblem(failure('EPIPE'), place)).toBeUndefined();
});

test('known causes have no stack, defects have one', () => {
  expect(startErrorText(new ConfigError('PORT must be a number.'))).toBe('PORT must be a number.');
  expect(startErrorText(Object.assign(new Error('CREATE command denied'), { errno: 1142 }))).toMatch(
    /^DATABASE_URL: .*CREATE/,
  );
  expect(startErrorText(new TypeError('x is not a function'))).toContain('    at ');
});
