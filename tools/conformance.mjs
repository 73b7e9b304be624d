#!/usr/bin/env node
// npm run conformance: replays the recorded responses (../shared/corpus) against the compiled service: every variant on
// MariaDB and on the embedded engine, concurrently. Prints a table by area and the differences.
//   --variant A     replay one variant only
//   --engine mysql  replay on one engine only (mysql, sqlite)
//   --per-commit    replay each variant on one engine only, as `npm test` does
//   --server mysql  replay on MySQL instead of MariaDB and the embedded engine
//   --main FILE     replay against another build of the service
//   --write         put the counts into docs/conformance.md
//   --result FILE   put the counts of each run into a file, as JSON
//   --report DIR    keep the runner's reports
// Other options go to the runner, e.g. --only '^settings'. Exit 1: a response differs that test/contract/deviations.json does not
// name, or a deviation is named that no run shows.
import './usage.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replay } from './conformance/replay.mjs';
import { startSite } from './conformance/site.mjs';
import { differences, table, writeSummary } from './conformance/tables.mjs';
import { startMariaDb } from './local-mariadb.mjs';
import { startMySql } from './local-mysql.mjs';
import { REPLAYED_PER_COMMIT } from './test/extent.mjs';

const ROOT = join(import.meta.dirname, '..');
const CORPUS = join(ROOT, '../shared/corpus');
const RUNS = ['A', 'B', 'C'].flatMap((variant) => ['mysql', 'sqlite'].map((engine) => ({ variant, engine })));

const { own, others } = splitOptions(process.argv.slice(2));
const product = own.server === 'mysql' ? 'MySQL' : 'MariaDB';
if (product === 'MySQL') own.engine = 'mysql';
const chosen = (own['per-commit'] ? REPLAYED_PER_COMMIT : RUNS).filter(
  ({ variant, engine }) => (own.variant ?? variant) === variant && (own.engine ?? engine) === engine,
);
if (!existsSync(join(CORPUS, 'run.mjs'))) {
  console.log('The recorded responses (../shared/corpus) are missing; nothing was compared.');
  process.exit(0);
}
if (!existsSync(join(ROOT, 'dist/src/main.js')))
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });

const scratch = mkdtempSync(join(tmpdir(), 'nestpress-conformance-'));
const reports = own.report ?? join(scratch, 'reports');
mkdirSync(reports, { recursive: true });
const database = await (product === 'MySQL' ? startMySql() : startMariaDb());
const runs = await Promise.all(chosen.map(compare)).finally(async () => {
  await database.stop();
  rmSync(scratch, { recursive: true, force: true });
});

console.log(table(runs));
console.log(differences(runs));
// A part of the cases need not show every deviation; every variant shows them on each engine.
const isPartial = own.variant !== undefined || others.length > 0 || own.main !== undefined;
const unused = isPartial
  ? []
  : runs.map((run) => run.unused).reduce((all, some) => all.filter((line) => some.includes(line)));
for (const line of unused) console.log(line);
if (own.result)
  writeFileSync(
    own.result,
    JSON.stringify(
      runs.map(({ variant, engine, server, counts, isGood }) => ({ variant, engine, server, isGood, ...counts })),
    ),
  );
if (own.write && !isPartial && chosen.length === RUNS.length) writeSummary(join(ROOT, 'docs/conformance.md'), runs);
process.exit(runs.every((run) => run.isGood) && unused.length === 0 ? 0 : 1);

async function compare({ variant, engine }) {
  const clock = clockOf(variant);
  const site = await startSite({
    clock,
    variant,
    engine,
    database,
    corpus: CORPUS,
    root: ROOT,
    main: own.main ?? join(ROOT, 'dist/src/main.js'),
    folder: join(scratch, variant + engine),
  });
  try {
    const options = [
      '--dir',
      CORPUS,
      '--base',
      site.url,
      '--variant',
      variant,
      '--deviations',
      join(ROOT, 'test/contract/deviations.json'),
    ];
    const result = await replay(join(CORPUS, 'run.mjs'), [...options, ...others], {
      report: join(reports, `${variant}-${engine}`),
      env: clock,
    });
    return { variant, engine, server: engine === 'mysql' ? product : 'embedded', ...result, isGood: result.ok };
  } finally {
    await site.stop();
  }
}

/** Environment of processes that start at the time of the recording. */
function clockOf(variant) {
  const { recordedAt } = JSON.parse(readFileSync(join(CORPUS, 'meta.json'), 'utf8'))[variant];
  const offset = Date.parse(recordedAt) - Date.now();
  return {
    NODE_OPTIONS: `--import=${new URL('conformance/clock.mjs', import.meta.url)}`,
    CLOCK_OFFSET_MS: String(offset),
  };
}

function splitOptions(args) {
  const options = {
    variant: { type: 'string' },
    engine: { type: 'string' },
    'per-commit': { type: 'boolean' },
    server: { type: 'string' },
    main: { type: 'string' },
    write: { type: 'boolean' },
    result: { type: 'string' },
    report: { type: 'string' },
  };
  const { tokens, values } = parseArgs({ args, options, strict: false, tokens: true });
  const ours = new Set(
    tokens
      .filter(({ name }) => name in options)
      .flatMap(({ index, inlineValue, value }) => (value === undefined || inlineValue ? [index] : [index, index + 1])),
  );
  return { own: values, others: args.filter((_, index) => !ours.has(index)) };
}
