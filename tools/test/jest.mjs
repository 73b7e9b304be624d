import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from './run.mjs';

// Many end-to-end tests wait for processes rather than compute, so use one worker more than there are cores.
const WORKERS = availableParallelism() + 1;
/** On a busy machine the longest file takes some minutes; a run in which no file begins or ends for this long hangs. */
const SILENCE_MS = 480_000 + Number(process.env.FAULTS_SECONDS ?? 0) * 1000;
/** More failing files than this are no coincidence and are not run again. */
const MAX_RERUNS = 12;
const REPORTER = join(import.meta.dirname, 'reporter.mjs');

/**
 * Runs suites and returns each file's number of passed tests and the names of failed and skipped ones. On a busy machine a wait
 * may time out: a file that failed runs once more, alone. The second result counts, and `failedFirst` names what failed before.
 */
export async function runTests({ scratch, env, suites, patterns }) {
  const context = { scratch, env: { ...env, ...(suites.length > 0 && { TEST_SUITES: suites.join(',') }) } };
  const chosen = patterns.length > 0 ? ['--testPathPatterns', ...patterns] : [];
  const results = await runJest([`--maxWorkers=${WORKERS}`, ...chosen], context);
  const failing = results.filter(({ failed }) => failed.length > 0);
  if (failing.length > MAX_RERUNS || failing.some(({ path }) => path === undefined)) return results;
  for (const result of failing) {
    console.log(`running again, alone: ${relative(process.cwd(), result.path)}`);
    const [again] = await runJest(['--runInBand', '--forceExit', '--runTestsByPath', result.path], context);
    results[results.indexOf(result)] = { ...again, failedFirst: result.failed };
  }
  return results;
}

async function runJest(options, { scratch, env }) {
  const file = join(scratch, 'tests.jsonl');
  rmSync(file, { force: true });
  const read = () =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line))
      : [];
  let printed = 0;
  const print = () => {
    const lines = read();
    for (const line of lines.slice(printed)) if (line.print) console.log(line.print);
    printed = lines.length;
  };
  const isStuck = (ms) => {
    print();
    return ms > SILENCE_MS && (!existsSync(file) || Date.now() - statSync(file).mtimeMs > SILENCE_MS);
  };
  const args = ['node_modules/jest/bin/jest.js', '--silent', `--reporters=${REPORTER}`, ...options];
  const problem = await run('node', args, { env: { ...env, TMPDIR: scratch, TEST_LINES: file }, isStuck, quiet: true });
  print();
  const [{ total = 0 } = {}, ...lines] = read();
  const results = [...new Map(lines.filter(({ path }) => path).map((line) => [line.path, line])).values()];
  const files = results.map(({ path, passed = 0, failed = ['the file did not finish'], skipped = [] }) => ({
    path,
    passed,
    failed,
    skipped,
  }));
  const broken = (failed) => ({ passed: 0, failed: [failed], skipped: [] });
  // Jest itself may fail before it has run every file, or without a failing test.
  if (files.length < total) files.push(broken(`jest: ${total - files.length} files were not run (${problem})`));
  else if (problem && files.every(({ failed }) => failed.length === 0)) files.push(broken(`jest: ${problem}`));
  else if (total === 0) files.push(broken('jest: no test file matches'));
  return files;
}
