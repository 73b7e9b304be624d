#!/usr/bin/env node
// Runs everything: types, lint, unit and end-to-end tests on the embedded engine and on MariaDB, and, where the recorded
// answers are there, the conformance runs, each of which counts as one check. Closes with the line `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
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

async function jest(env) {
  console.log('\n== unit and end-to-end tests');
  const report = join(scratch, 'jest.json');
  const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, `--maxWorkers=${WORKERS}`];
  const code = await run('node', [...args, '--silent'], env);
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    tally.passed += result.numPassedTests;
    tally.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  } catch {
    tally.failed += 1;
  }
  return code;
}

/** After the tests rather than beside them: both fill the processors. */
async function conformance() {
  console.log('\n== conformance');
  const report = join(scratch, 'conformance.json');
  const code = await run('node', ['tools/conformance.mjs', '--result', report]);
  if (code === 0 && !existsSync(report)) return; // It said why nothing was compared.
  const runs = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [];
  const good = runs.filter((one) => one.differ + one['no reference'] === 0).length;
  tally.passed += good;
  tally.failed += Math.max(runs.length - good, code === 0 ? 0 : 1);
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
