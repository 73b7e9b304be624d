import { expect, test } from '@jest/globals';
import { summarize } from '../../tools/test/summary.mjs';

test('the summary names failures, flaky files and skips, and ends with the counts', () => {
  const result = {
    passed: 7,
    failed: ['a.spec.ts › adds'],
    flaky: [{ file: 'b.spec.ts', failedFirst: ['waits', 'retries'] }],
    skipped: [
      { reason: 'nginx is not installed', file: 'c.spec.ts' },
      { reason: 'TEST_MYSQL_URL is not set', file: 'd.spec.ts' },
      { reason: 'TEST_MYSQL_URL is not set', file: 'd.spec.ts' },
      { reason: 'TEST_MYSQL_URL is not set', file: 'c.spec.ts' },
      { reason: 'conformance: the recorded responses are missing' },
    ],
  };
  expect(summarize(result).split('\n')).toEqual([
    'flaky: b.spec.ts passed only in a second run; before: waits; retries',
    'skipped: nginx is not installed (c.spec.ts)',
    'skipped: TEST_MYSQL_URL is not set (3 tests in c.spec.ts, d.spec.ts)',
    'skipped: conformance: the recorded responses are missing',
    'failed: a.spec.ts › adds',
    '7 passed, 1 failed, 5 skipped',
  ]);
});
