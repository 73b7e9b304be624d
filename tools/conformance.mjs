#!/usr/bin/env node
// npm run conformance: replays the recorded responses against the compiled service: those of WordPress (../shared/corpus), each
// variant on MariaDB and on the embedded engine, and those of WordPress with plugins (../shared/headless/recordings), in variant C,
// with the rows that each write changed. Prints a table by area and the differences.
//   --variant A     replay one recording only: A, B, C, or a part with plugins: SCF, ACF, PLL, PLLV, YOAST, and of GraphQL: GQL, GQL2,
//                   GQLV_FRONT, GQLV_PLAIN, GQLB
//   --engine mysql  replay on one engine only (mysql, sqlite)
//   --per-commit    replay what `npm test` does: each variant on one engine, and half of the parts with plugins in turns
//   --server mysql  replay on MySQL instead of MariaDB and the embedded engine
//   --main FILE     replay against another build of the service
//   --write         put the counts into docs/conformance.md
//   --result FILE   put the counts of each run into a file, as JSON
//   --report DIR    keep the runner's reports
// Other options go to the runner, e.g. --only '^settings'. Exit 1: a response differs that no deviation names, or a deviation
// is named that no run shows. Deviations: test/contract/deviations.json, deviations-NAME.json of a part with
// plugins, graphql-deviations.json of GraphQL, and deviations-NAME-rows.json of its rows.
import './usage.mjs';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judgeRows, nameCases, nameDocuments, observeRows } from './conformance/changed-rows.mjs';
import { replayGraphql } from './conformance/graphql.mjs';
import { RUNS } from './conformance/recordings.mjs';
import { replay } from './conformance/replay.mjs';
import { startSite } from './conformance/site.mjs';
import { differences, table, writeSummary } from './conformance/tables.mjs';
import { startMariaDb } from './local-mariadb.mjs';
import { startMySql } from './local-mysql.mjs';
import { isReplayedPerCommit } from './test/extent.mjs';

const ROOT = join(import.meta.dirname, '..');
/** As many as keep the cores busy while some of them wait for the database. */
const AT_ONCE = availableParallelism() + 1;
const RUNNER = join(ROOT, '../shared/corpus/run.mjs');

const { own, others } = splitOptions(process.argv.slice(2));
const product = own.server === 'mysql' ? 'MySQL' : 'MariaDB';
if (product === 'MySQL') own.engine = 'mysql';
const chosen = RUNS.filter(
  ({ recording: { name, folder }, engine }) =>
    isReplayed(name, engine) && (own.engine ?? engine) === engine && existsSync(join(ROOT, folder)),
);
if (!existsSync(RUNNER)) {
  console.log('The recorded responses (../shared/corpus) are missing; nothing was compared.');
  process.exit(0);
}
if (!existsSync(join(ROOT, 'dist/src/main.js')))
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });

const scratch = mkdtempSync(join(tmpdir(), 'nestpress-conformance-'));
const reports = own.report ?? join(scratch, 'reports');
mkdirSync(reports, { recursive: true });
const database = await (product === 'MySQL' ? startMySql() : startMariaDb());
const runs = await inTurns(chosen, compare).finally(async () => {
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
if (own.write && !isPartial && !own['per-commit'] && own.engine === undefined)
  writeSummary(join(ROOT, 'docs/conformance.md'), runs);
process.exit(runs.every((run) => run.isGood) && unused.length === 0 ? 0 : 1);

/** A few at a time: each is a service and a client of its own. */
async function inTurns(recordings, replayOne) {
  const results = [];
  const left = recordings.entries();
  const work = async () => {
    for (const [index, one] of left) results[index] = await replayOne(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

function isReplayed(name, engine) {
  if (own.variant !== undefined) return own.variant === name;
  return !own['per-commit'] || isReplayedPerCommit(name, engine);
}

async function compare({ recording, engine }) {
  const { name, folder } = recording;
  const clock = clockOf(recording);
  const scratchFolder = join(scratch, name + engine);
  const hasRows = recording.rows === true && engine === 'mysql';
  const site = await startSite({
    clock,
    recording,
    engine,
    database,
    root: ROOT,
    main: own.main ?? join(ROOT, 'dist/src/main.js'),
    folder: scratchFolder,
    observe: hasRows ? (place) => observeRows({ ...place, ...recordedRows(recording) }) : undefined,
  });
  try {
    if (recording.graphql) {
      const report = join(reports, `${name}-${engine}`);
      const only = others[others.indexOf('--only') + 1];
      const filter = others.includes('--only') ? only : undefined;
      const files = hasRows ? namedDocuments(recording, join(scratchFolder, 'cases')) : join(ROOT, folder);
      const result = await replayGraphql({
        ...{ recording, url: site.url, root: ROOT, report, env: clock, only: filter },
        files,
      });
      return withRows({ variant: name, engine, server: product, ...result, isGood: result.ok }, site.rows);
    }
    const files = hasRows ? namedCases(recording, join(scratchFolder, 'cases')) : join(ROOT, folder);
    const special = join(ROOT, `test/contract/deviations-${name.toLowerCase()}.json`);
    const options = [
      ...['--dir', files, '--base', site.url, '--variant', name],
      ...['--deviations', join(ROOT, 'test/contract/deviations.json')],
      ...(existsSync(special) ? ['--deviations', special] : []),
    ];
    const result = await replay(RUNNER, [...options, ...others], {
      report: join(reports, `${name}-${engine}`),
      env: clock,
    });
    const server = engine === 'mysql' ? product : 'embedded';
    return withRows({ variant: name, engine, server, ...result, isGood: result.ok }, site.rows);
  } finally {
    await site.stop();
  }
}

/** The run with the rows that its writes changed as further cases. */
function withRows(run, observed = []) {
  const rows = judgeRows(observed, join(ROOT, `test/contract/deviations-${run.variant.toLowerCase()}-rows.json`));
  if (rows.length === 0) return run;
  writeFileSync(join(reports, `${run.variant}-${run.engine}-rows.json`), JSON.stringify(rows, null, 1));
  for (const row of rows) run.counts[row.result]++;
  const isGood = run.isGood && rows.every((row) => row.result !== 'differ');
  return { ...run, cases: [...run.cases, ...rows], isGood };
}

function recordedAtOf({ name, folder, graphql }) {
  const part = graphql ? graphql.name.toUpperCase() : name;
  return JSON.parse(readFileSync(join(ROOT, folder, 'meta.json'), 'utf8'))[part].recordedAt;
}

/** Environment of processes that start at the time of the recording. */
function clockOf(recording) {
  return {
    NODE_OPTIONS: `--import=${new URL('conformance/clock.mjs', import.meta.url)}`,
    CLOCK_OFFSET_MS: String(Date.parse(recordedAtOf(recording)) - Date.now()),
  };
}

function recordedRows(recording) {
  const recordedAt = recordedAtOf(recording);
  const { folder, graphql, name } = recording;
  const file = graphql ? `graphql-${graphql.name}.jsonl.gz` : `rows-${name.toLowerCase()}.jsonl.gz`;
  return { recorded: join(ROOT, folder, file), recordedAt, now: Date.parse(recordedAt), hasWritesOnly: !graphql };
}

function namedDocuments({ folder, graphql }, target) {
  const from = join(ROOT, folder);
  mkdirSync(target);
  copyFileSync(join(from, 'meta.json'), join(target, 'meta.json'));
  nameDocuments(join(from, `graphql-${graphql.name}.jsonl.gz`), join(target, `graphql-${graphql.name}.jsonl.gz`));
  return target;
}

/** A copy of the recorded cases that name themselves in their requests. */
function namedCases({ name, folder }, target) {
  const from = join(ROOT, folder);
  const part = name.toLowerCase();
  mkdirSync(target);
  for (const file of ['meta.json', 'volatile.json', `answers-${part}.jsonl.gz`])
    copyFileSync(join(from, file), join(target, file));
  nameCases(join(from, `cases-${part}.json`), join(target, `cases-${part}.json`));
  return target;
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
