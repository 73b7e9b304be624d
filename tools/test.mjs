#!/usr/bin/env node
// npm test: build, types, lint, the tests on both engines, and the conformance runs, each of which counts as one test.
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
import { runTests } from './test/jest.mjs';
import { run } from './test/run.mjs';
import { summarize } from './test/summary.mjs';

/** A check that runs longer than this hangs, even on a busy machine. */
const TIMEOUT_MS = 1_800_000;
const isStuck = (ms) => ms > TIMEOUT_MS;
const names = SUITES.map(({ name }) => name);
const suites = process.argv.slice(2).filter((argument) => names.includes(argument));
const patterns = process.argv.slice(2).filter((argument) => !names.includes(argument));
const isOnMySql = suites.includes('mysql');
const product = isOnMySql ? 'MySQL' : 'MariaDB';
const scratch = mkdtempSync(join(tmpdir(), 'nestpress-run-'));
// A database server that root starts continues under its own account.
chmodSync(scratch, 0o711);
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 10 }));
const result = { passed: 0, failed: [], flaky: [], skipped: [] };

/** Runs a command; its output is shown only when it fails. */
async function check(name, command, args) {
  const startedAt = Date.now();
  const problem = await run(command, args, { isStuck, quiet: true });
  if (problem === undefined) result.passed++;
  else result.failed.push(`${name} (${problem})`);
  console.log(`${name}: ${problem ?? 'ok'} (${seconds(startedAt)})`);
}

async function inTurn(...scripts) {
  for (const script of scripts) await check(script, 'npm', ['run', '--silent', script]);
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

/** After the tests, since both use all cores. Runs once more after a failure, as test files do. */
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
  const args = ['tools/conformance.mjs', '--result', report, ...(isOnMySql ? ['--server', 'mysql'] : [])];
  const problem = await run('node', args, { isStuck, quiet: true });
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
const building = check('build', 'npm', ['run', '--silent', 'build']);
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
process.exit(result.failed.length === 0 ? 0 : 1);

async function everything() {
  const isWhole = suites.length === 0;
  if (isWhole) await Promise.all([inTurn('typecheck', 'lint:format', 'lint:imports'), inTurn('lint:code')]);
  await tests({
    ...(server && { TEST_MYSQL_URL: server.url('') }),
    ...(isOnMySql && { TEST_ENGINE: 'mysql' }),
  });
  if (isWhole || (isOnMySql && patterns.length === 0)) await conformance();
}
