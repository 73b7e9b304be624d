import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { extentOfCommit, hasTurn, isReplayedPerCommit } from '../../tools/test/extent.mjs';
import { failures, summarize } from '../../tools/test/summary.mjs';

const ROOT = join(import.meta.dirname, '../..');
/** Modules of scripts, and the server that bench/run.mjs starts. */
const NO_SCRIPTS = [
  'bench/bare.mjs',
  'bench/capacity.mjs',
  'bench/lib.mjs',
  'bench/plot.mjs',
  'bench/reference.mjs',
  'bench/statistics.mjs',
  'tools/free-port.mjs',
  'tools/graphql-clients.mjs',
  'tools/local-database.mjs',
  'tools/record-saved-blocks.page.mjs',
  'tools/staged-folder.mjs',
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
  expect(usage.toString()).toMatch(/^npm run conformance: .*\n(?:.*\n)* {2}--variant A {5}replay one recording only:/);
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

test('more than three files that needed a second run are a failure', () => {
  const flaky = ['a', 'b', 'c', 'd'].map((name) => ({ file: `${name}.spec.ts`, failedFirst: ['waits'] }));
  const result = { passed: 9, failed: [], flaky: flaky.slice(1), skipped: [] };
  expect(failures(result)).toEqual([]);
  expect(summarize(result)).toMatch(/\n9 passed, 0 failed, 0 skipped$/);
  expect(failures({ ...result, flaky })).toHaveLength(1);
  expect(
    summarize({ ...result, flaky })
      .split('\n')
      .slice(-2),
  ).toEqual(['failed: 4 files needed a second run; at most 3 may', '9 passed, 1 failed, 0 skipped']);
});

test('the commit decides whose turn it is, and TEST_COMMIT_ENGINE the engine of all files', () => {
  expect(extentOfCommit({}, '45e0')).toEqual({ TEST_EXTENT: 'commit', TEST_COMMIT_TURN: '224' });
  expect(extentOfCommit({ TEST_COMMIT_ENGINE: 'mysql' }, 'e1')).toMatchObject({ TEST_COMMIT_ENGINE: 'mysql' });
  expect(() => extentOfCommit({ TEST_COMMIT_ENGINE: 'postgres' }, 'e0')).toThrow('it can be sqlite or mysql');
});

test('each file has its turn with every second commit, and about half of them with one', () => {
  const files = Array.from({ length: 200 }, (_, index) => `test/${index}.spec.ts`);
  expect(files.every((file) => hasTurn(file, 6) !== hasTurn(file, 7))).toBe(true);
  const count = files.filter((file) => hasTurn(file, 6)).length;
  expect(count).toBeGreaterThan(60);
  expect(count).toBeLessThan(140);
});

test('a file that `npm test` runs has a test that notPerCommit does not leave out', () => {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('spec.ts'),
  );
  const withoutTests = files.filter((name) => {
    const text = readFileSync(join(ROOT, 'test', name), 'utf8');
    const always = text.replace(/^( *)notPerCommit\(\(\) => \{\n.*?^\1\}\);/gms, '');
    return always !== text && !/\b(?:test|it)(?:\.each\(.*?\))?\(/s.test(always);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(withoutTests).toEqual([]);
});

test('with every commit each variant is replayed once, with every second one each recording of plugins', () => {
  const engines = (name: string, turn: number) =>
    (['sqlite', 'mysql'] as const).filter((engine) => isReplayedPerCommit(name, engine, turn));
  for (const name of ['A', 'B', 'C']) expect([engines(name, 0).length, engines(name, 1).length]).toEqual([1, 1]);
  for (const name of ['SCF', 'ACF', 'PLL', 'PLLV', 'YOAST', 'GQL'])
    expect(engines(name, 0).length + engines(name, 1).length).toBe(1);
});

test('workflows run scripts that exist: three jobs for the suites of `npm test`, and every night all of them', async () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const runIn = (workflow: string) =>
    [...readFileSync(join(ROOT, '.github/workflows', workflow), 'utf8').matchAll(/npm (?:run )?([\w:-]+)/g)].map(
      ([, name]) => name!,
    );
  const names = [...Object.keys(scripts), 'ci', 'install'];
  expect([...runIn('ci.yml'), ...runIn('nightly.yml')].filter((name) => !names.includes(name))).toEqual([]);
  const config = join(ROOT, 'jest.config.mjs');
  const { SUITES } = (await import(config)) as { SUITES: { name: string; always?: boolean }[] };
  const always = SUITES.filter((suite) => suite.always).map(({ name }) => `test:${name}`);
  expect(runIn('ci.yml')).toEqual(expect.arrayContaining(['lint', 'typecheck', ...always]));
  expect(runIn('nightly.yml')).toContain('test:all');
});

/** The blocks of tests: from their first line to the line that closes them. */
function testsIn(source: string): string[] {
  const lines = source.split('\n');
  return lines.flatMap((line, start) => {
    const indent = /^( *)test(?:\.\w+(?:\(.*\))?)?\(/.exec(line)?.[1];
    if (indent === undefined) return [];
    const isOneLine = line.endsWith(');');
    const end = isOneLine
      ? start
      : lines.findIndex((l, at) => at > start && /^ *[})]/.test(l) && l.search(/\S/) === indent.length);
    return [lines.slice(start, end < 0 ? undefined : end + 1).join('\n')];
  });
}

/** Assertions, waiting for a state, and helpers whose names say that they assert. */
const ASSERTION = /\bexpect|assert|waitFor|\buntil\(|check|compare|verify|equal/i;
/** Tests whose whole body is a function. */
const BODY_ELSEWHERE = ['on a full disk writes fail with 507'];

test('every test asserts something', () => {
  const specs = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('spec.ts'))
      .map((name) => join(folder, name)),
  );
  const tests = specs.flatMap((path) => testsIn(readFileSync(join(ROOT, path), 'utf8')).map((text) => [path, text]));
  expect(tests.length).toBeGreaterThan(2500);
  const withoutTitle = (text: string) => text.replace(/(['`])(?:\\.|(?!\1).)*\1/, '');
  const idle = tests.filter(([, text]) => !ASSERTION.test(withoutTitle(text!)));
  expect(idle.filter(([, text]) => !BODY_ELSEWHERE.some((title) => text!.includes(title)))).toEqual([]);
});
