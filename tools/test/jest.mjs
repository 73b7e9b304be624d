import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from './run.mjs';

// Many end-to-end tests wait for processes rather than compute, so one worker more than there are cores.
const WORKERS = availableParallelism() + 1;
/** On a busy machine the longest file takes some minutes; when none begins or ends for so long, something hangs. */
const SILENCE_MS = 600_000;
/** More than these do not fail by chance. */
const MOST_RERUN = 12;
const REPORTER = join(import.meta.dirname, 'reporter.mjs');

/**
 * Runs all tests; gives each file's passed tests and the names of those that failed. A busy machine may let a wait run out: files
 * that failed run once more, each alone, and what they say then counts.
 */
export async function runTests(scratch, env) {
  const results = await runJest([`--maxWorkers=${WORKERS}`], scratch, env);
  const failing = results.filter(({ failed }) => failed.length > 0);
  if (failing.length > MOST_RERUN || failing.some(({ path }) => path === undefined)) return results;
  for (const result of failing) {
    const name = relative(process.cwd(), result.path);
    console.log(`\n== once more, alone: ${name}, because of ${result.failed.join('; ')}`);
    const [again] = await runJest(['--runInBand', '--forceExit', '--runTestsByPath', result.path], scratch, env);
    results[results.indexOf(result)] = again;
  }
  return results;
}

async function runJest(options, scratch, env) {
  const file = join(scratch, 'tests.jsonl');
  rmSync(file, { force: true });
  const isStuck = (ms) => ms > SILENCE_MS && (!existsSync(file) || Date.now() - statSync(file).mtimeMs > SILENCE_MS);
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--silent',
    '--reporters=default',
    `--reporters=${REPORTER}`,
    ...options,
  ];
  const problem = await run('node', args, { env: { ...env, TMPDIR: scratch, TEST_LINES: file }, isStuck });
  const [{ total = 0 } = {}, ...lines] = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  const results = [...new Map(lines.map((line) => [line.path, line])).values()];
  const files = results.map(({ path, passed = 0, failed = ['it did not come to an end'] }) => ({
    path,
    passed,
    failed,
  }));
  // Jest itself can fail with nothing to show for it, or before it was at the end of the list.
  if (files.length < total)
    files.push({ passed: 0, failed: [`jest: ${total - files.length} files were not run (${problem})`] });
  else if (problem && files.every(({ failed }) => failed.length === 0))
    files.push({ passed: 0, failed: [`jest: ${problem}`] });
  return files;
}
