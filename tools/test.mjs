#!/usr/bin/env node
// npm test: what every commit must pass: build, types, lint, the tests, and the recorded responses, once for each variant. Each check
// and each replay counts as one test.
// npm run test:all (node tools/test.mjs all): everything: no test left out, both engines everywhere, and the suites that are not part
// of `npm test`, each of which counts as one test.
// npm run test:SUITE [PATTERN...] (node tools/test.mjs SUITE... [PATTERN...]): build and run only these suites of jest.config.mjs,
// or only their files whose path matches a pattern.
// npm run test:mysql runs its suite and the recorded responses on a MySQL instead of MariaDB.
// Ends with what failed, what needed a second run, what was skipped, and the line `N passed, N failed, N skipped`.
import './usage.mjs';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SUITES } from '../jest.config.mjs';
import { startMariaDb } from './local-mariadb.mjs';
import { startMySql } from './local-mysql.mjs';
import { extentOfCommit } from './test/extent.mjs';
import { runTests } from './test/jest.mjs';
import { run } from './test/run.mjs';
import { failures, summarize } from './test/summary.mjs';

/** A check that runs longer than this hangs, even on a busy machine. */
const TIMEOUT_MS = 1_800_000;
const isStuck = (ms) => ms > TIMEOUT_MS;
/** Scripts of the suites that are not part of `npm test`. They limit the time of their own tests. */
const OTHER_SUITES = ['test:faults', 'test:attack', 'test:cluster', 'test:mysql'];
const OTHER_SUITES_TIMEOUT_MS = 4 * TIMEOUT_MS;
const names = SUITES.map(({ name }) => name);
const isComplete = process.argv[2] === 'all';
const args = process.argv.slice(isComplete ? 3 : 2);
const suites = args.filter((argument) => names.includes(argument));
const patterns = args.filter((argument) => !names.includes(argument));
const isOnMySql = suites.includes('mysql');
const product = isOnMySql ? 'MySQL' : 'MariaDB';
const scratch = mkdtempSync(join(tmpdir(), 'nestpress-run-'));
// A database server that root starts continues under its own account.
chmodSync(scratch, 0o711);
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 10 }));
const result = { passed: 0, failed: [], flaky: [], skipped: [] };

/** Runs a script of package.json; its output is shown only when it fails, unless it is not quiet. */
async function check(name, { quiet = true, limit = TIMEOUT_MS } = {}) {
  const startedAt = Date.now();
  const problem = await run('npm', ['run', '--silent', name], { isStuck: (ms) => ms > limit, quiet });
  if (problem === undefined) result.passed++;
  else result.failed.push(`${name} (${problem})`);
  console.log(`${name}: ${problem ?? 'ok'} (${seconds(startedAt)})`);
}

async function inTurn(scripts, options) {
  for (const script of scripts) await check(script, options);
}

async function tests(env) {
  const startedAt = Date.now();
  for (const { path, passed, failed, skipped, failedFirst } of await runTests({ scratch, env, suites, patterns })) {
    const file = path === undefined ? undefined : relative(process.cwd(), path);
    result.passed += passed;
    result.failed.push(...failed.map((name) => (file === undefined ? name : `${file} › ${name}`)));
    result.skipped.push(...skipped.map((reason) => ({ reason, file })));
    if (failedFirst && failed.length === 0) result.flaky.push({ file, failedFirst });
  }
  console.log(`tests: ${seconds(startedAt)}`);
}

/** Runs once more after a failure, as test files do. */
async function conformance() {
  if (!server) return void result.skipped.push({ reason: `conformance: ${product} is not available` });
  const startedAt = Date.now();
  let runs = await replay();
  const failedFirst = runs.filter(({ isGood }) => !isGood).map(({ name }) => name);
  if (failedFirst.length > 0) runs = await replay();
  if (runs.length === 0)
    result.skipped.push({ reason: 'conformance: the recorded responses (../shared/corpus) are missing' });
  for (const { name, isGood } of runs) {
    if (isGood) result.passed++;
    else result.failed.push(`conformance ${name}`);
  }
  if (failedFirst.length > 0 && runs.every(({ isGood }) => isGood))
    result.flaky.push({ file: 'conformance', failedFirst });
  console.log(`conformance: ${runs.map(({ name }) => name).join('; ')} (${seconds(startedAt)})`);
}

/** One result per variant and engine; none where there are no recorded responses. */
async function replay() {
  const report = join(scratch, 'conformance.json');
  rmSync(report, { force: true });
  const extent = isOnMySql ? ['--server', 'mysql'] : isComplete ? [] : ['--per-commit'];
  const problem = await run('node', ['tools/conformance.mjs', '--result', report, ...extent], { isStuck, quiet: true });
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [];
  const runs = counts.map(({ variant, server: on, isGood, same, differ, deviation, 'no reference': unknown }) => ({
    name: `${variant} on ${on}: ${same} same, ${differ + unknown} different, ${deviation} deviations`,
    isGood,
  }));
  const isBroken = problem !== undefined && runs.every(({ isGood }) => isGood);
  return isBroken ? [...runs, { name: `as a whole: ${problem}`, isGood: false }] : runs;
}

function seconds(startedAt) {
  return `${Math.round((Date.now() - startedAt) / 1000)} s`;
}

// The server starts meanwhile.
const building = check('build');
const server = await (isOnMySql ? startMySql : startMariaDb)().catch((error) => {
  if (process.env.CI === 'true') result.failed.push(`${product} did not start: ${error.message}`);
  else if (isOnMySql) result.skipped.push({ reason: `MySQL is not available (${error.message})` });
  else console.log(`MariaDB is not available (${error.message}): only the embedded engine is tested.`);
});
await building;
const isPossible = result.failed.length === 0 && (server !== undefined || !isOnMySql);
try {
  if (isPossible) await everything();
} finally {
  await server?.stop();
}
console.log(`\n${summarize(result)}`);
process.exit(failures(result).length === 0 ? 0 : 1);

async function everything() {
  const isWhole = suites.length === 0;
  // Neither uses two cores all the time.
  if (isWhole) await Promise.all([inTurn(['typecheck', 'lint:format', 'lint:imports', 'lint:code']), conformance()]);
  await tests({
    ...extent(),
    ...(server && { TEST_MYSQL_URL: server.url('') }),
    ...(isOnMySql && { TEST_ENGINE: 'mysql' }),
  });
  if (isOnMySql && patterns.length === 0) await conformance();
  if (isComplete) await inTurn(OTHER_SUITES, { quiet: false, limit: OTHER_SUITES_TIMEOUT_MS });
}

/** The suites of `npm test` leave out what is not tested with every commit; chosen files and other suites run completely. */
function extent() {
  if (isComplete) return { TEXT_COST: 'all' };
  if (patterns.length > 0 || !suites.every((suite) => SUITES.find(({ name }) => name === suite).always)) return {};
  const env = { ...extentOfCommit(), ...(!server && { TEST_COMMIT_ENGINE: 'sqlite' }) };
  const engine = env.TEST_COMMIT_ENGINE ?? 'SQLite or MariaDB, in turns';
  console.log(`each file on one engine (${engine}), a third of the end-to-end tests; test:all runs everything`);
  return env;
}
