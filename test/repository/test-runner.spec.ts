import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { summarize } from '../../tools/test/summary.mjs';

const ROOT = join(import.meta.dirname, '../..');
/** Modules of scripts, and the server that bench/run.mjs starts. */
const NO_SCRIPTS = [
  'bench/bare.mjs',
  'bench/capacity.mjs',
  'bench/lib.mjs',
  'bench/plot.mjs',
  'bench/statistics.mjs',
  'tools/free-port.mjs',
  'tools/local-database.mjs',
  'tools/typescript.mjs',
  'tools/usage.mjs',
];

test('every script prints its usage for --help before it does anything', () => {
  const scripts = ['tools', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => `${folder}/${name}`),
  );
  const importsUsageFirst = (path: string) =>
    /^import .*/m.exec(readFileSync(join(ROOT, path), 'utf8'))?.[0].endsWith("usage.mjs';") ?? false;
  expect(scripts.filter((path) => !NO_SCRIPTS.includes(path) && !importsUsageFirst(path))).toEqual([]);
  const usage = execFileSync(process.execPath, ['tools/conformance.mjs', '--variant', 'A', '--help'], { cwd: ROOT });
  expect(usage.toString()).toMatch(/^npm run conformance: .*\n.*\n {2}--variant A {5}replay one variant only\n/);
});

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
