#!/usr/bin/env node
// Runs everything: types, lint, unit and end-to-end tests on the embedded engine and on MariaDB, and, where the recorded
// answers are there, the conformance runs, each of which counts as one check. Closes with what failed and the line `N passed, N failed`.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startMariaDb } from './local-mariadb.mjs';
import { runTests } from './test/jest.mjs';
import { run } from './test/run.mjs';

/** What takes longer hangs, on the busiest machine. */
const LIMIT_MS = 900_000;
const isStuck = (ms) => ms > LIMIT_MS;
const scratch = mkdtempSync(join(tmpdir(), 'nestpress-run-'));
// A database server started by root goes on under an account of its own.
chmodSync(scratch, 0o711);
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 10 }));
let passed = 0;
const failed = [];

async function check(name, command, args) {
  console.log(`\n== ${name}`);
  const problem = await run(command, args, { isStuck });
  if (problem === undefined) passed++;
  else failed.push(`${name} (${problem})`);
}

async function tests(env) {
  console.log('\n== unit and end-to-end tests');
  for (const file of await runTests(scratch, env)) {
    passed += file.passed;
    for (const name of file.failed)
      failed.push(file.path === undefined ? name : `${relative(process.cwd(), file.path)} › ${name}`);
  }
}

/** After the tests rather than beside them: both fill the processors. Once more where it failed, as with the tests. */
async function conformance() {
  console.log('\n== conformance');
  let runs = await replay();
  if (runs.some(({ isGood }) => !isGood)) {
    console.log('\n== conformance, once more');
    runs = await replay();
  }
  for (const { name, isGood } of runs) {
    if (isGood) passed++;
    else failed.push(`conformance ${name}`);
  }
}

/** Each run counts as one test; none where nothing was compared, of which it says why. */
async function replay() {
  const report = join(scratch, 'conformance.json');
  rmSync(report, { force: true });
  const problem = await run('node', ['tools/conformance.mjs', '--result', report], { isStuck });
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [];
  const runs = counts.map((one) => ({
    name: `${one.variant} ${one.engine}`,
    isGood: one.differ + one['no reference'] === 0,
  }));
  const isBroken = problem !== undefined && runs.every(({ isGood }) => isGood);
  return isBroken ? [...runs, { name: `as a whole (${problem})`, isGood: false }] : runs;
}

const server = await startMariaDb().catch((error) => {
  if (process.env.CI === 'true') failed.push(`MariaDB did not start: ${error.message}`);
  else console.log(`MariaDB is not available (${error.message}): only the embedded engine is tested.`);
});
if (failed.length === 0) await everything().finally(() => server?.stop());
console.log();
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

async function everything() {
  await check('build', 'npm', ['run', '--silent', 'build']);
  await check('types', 'npx', ['tsc', '--noEmit', '-p', 'tsconfig.json']);
  await check('lint and import directions', 'npm', ['run', '--silent', 'lint']);
  await tests(server ? { TEST_MYSQL_URL: server.url('') } : {});
  if (server) await conformance();
}
