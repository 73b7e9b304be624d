#!/usr/bin/env node
// Runs everything: types, lint, unit and end-to-end tests on the embedded engine and on MariaDB, and, where the recorded
// answers are there, the conformance runs, each of which counts as one check. Closes with the line `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startMariaDb } from './local-mariadb.mjs';

// Many end-to-end tests wait for processes rather than compute, so one worker more than there are cores.
const WORKERS = availableParallelism() + 1;
const inCi = process.env.CI === 'true';
const scratch = mkdtempSync(join(tmpdir(), 'nestpress-run-'));
const tally = { passed: 0, failed: 0 };

function run(command, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)));
    child.on('error', () => done(1));
  });
}

async function check(name, command, args) {
  console.log(`\n== ${name}`);
  const code = await run(command, args);
  tally[code === 0 ? 'passed' : 'failed']++;
}

/** A busy machine may let a wait run out: files that failed run once more, alone, and what they say then counts. */
async function jest(env) {
  console.log('\n== unit and end-to-end tests');
  const files = await runJest([`--maxWorkers=${WORKERS}`], env);
  const failing = files.filter(({ failed }) => failed > 0);
  if (failing.length === 0) return count(files);
  console.log(`\n== once more, alone: ${failing.map(({ name }) => relative(process.cwd(), name)).join(', ')}`);
  count(files.filter(({ failed }) => failed === 0));
  count(await runJest(['--runInBand', '--runTestsByPath', ...failing.map(({ name }) => name)], env));
}

function count(files) {
  for (const { passed, failed } of files) {
    tally.passed += passed;
    tally.failed += failed;
  }
}

/** Passed and failed tests of each file; one that could not be run counts as a failed test. */
async function runJest(options, env) {
  const report = join(scratch, 'jest.json');
  rmSync(report, { force: true });
  await run('node', ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, '--silent', ...options], env);
  if (!existsSync(report)) return [{ name: 'jest', passed: 0, failed: 1 }];
  return JSON.parse(readFileSync(report, 'utf8')).testResults.map(({ name, status, assertionResults }) => {
    const having = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
    return { name, passed: having('passed'), failed: having('failed') || (status === 'failed' ? 1 : 0) };
  });
}

/** After the tests rather than beside them: both fill the processors. Once more where it failed, as with the tests. */
async function conformance() {
  console.log('\n== conformance');
  let runs = await replay();
  if (runs.some(({ failed }) => failed > 0)) {
    console.log('\n== conformance, once more');
    runs = await replay();
  }
  count(runs);
}

/** Each run counts as one test; none where nothing was compared, of which it says why. */
async function replay() {
  const report = join(scratch, 'conformance.json');
  rmSync(report, { force: true });
  const code = await run('node', ['tools/conformance.mjs', '--result', report]);
  const runs = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [];
  const judged = runs.map((one) => (one.differ + one['no reference'] === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }));
  const isBroken = code !== 0 && judged.every(({ failed }) => failed === 0);
  return isBroken ? [...judged, { passed: 0, failed: 1 }] : judged;
}

const server = await startMariaDb().catch((error) => {
  if (inCi) throw error;
  console.log(`MariaDB is not available (${error.message}): only the embedded engine is tested.`);
  return undefined;
});
try {
  await check('build', 'npm', ['run', '--silent', 'build']);
  await check('types', 'npx', ['tsc', '--noEmit', '-p', 'tsconfig.json']);
  await check('lint and import directions', 'npm', ['run', '--silent', 'lint']);
  await jest(server ? { TEST_MYSQL_URL: server.url('') } : {});
  if (server) await conformance();
} finally {
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);
