#!/usr/bin/env node
// npm run test:wordpress-core -- FOLDER: WordPress's own PHPUnit tests of its REST API against the built service. PHP makes their
// fixtures, the test's REST server sends the requests to us, on the same private MariaDB (test/wordpress-core has the bridge).
// FOLDER has three folders, none of which is part of this repository:
//   wordpress-develop   a clone of WordPress/wordpress-develop with the branches trunk, 4.9 and 4.7
//   wordpress           the files of a WordPress 7.1
//   polyfills           Yoast/PHPUnit-Polyfills 1.x
// PHP with curl, gd, intl, mbstring, mysql, xml and zip, and PHPUnit 9, must be installed (Debian: phpunit php-curl …).
//   --variant A     one variant only; --variant WordPress: WordPress itself, whose passing tests count for C
//   --only NAME     one test file only, such as rest-posts-controller
//   --filter NAME   tests whose name matches
//   --summary       no tests, only the table of the last run
//   --write         put the table into docs/conformance.md
// Exit 1: a test fails for which test/wordpress-core/verdicts.json has no reason.
import './usage.mjs';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startMariaDb } from './local-mariadb.mjs';
import { prepare } from './wordpress-core/prepare.mjs';
import { crossing, reportsIn, verdictOf } from './wordpress-core/results.mjs';

const ROOT = join(import.meta.dirname, '..');
const BRIDGE = join(ROOT, 'test/wordpress-core');
const DOCUMENT = join(ROOT, 'docs/conformance.md');
const MARKS = [
  '<!-- wordpress-core: npm run test:wordpress-core -- FOLDER --write -->',
  '<!-- end of wordpress-core -->',
];
const RUNS = ['WordPress', 'C', 'A', 'B'];
const FILE_SECONDS = 3600;

const { values: own, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    variant: { type: 'string' },
    only: { type: 'string' },
    filter: { type: 'string' },
    summary: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const folder = resolve(positionals[0] ?? '.');
const places = {
  bridge: BRIDGE,
  clone: join(folder, 'wordpress-develop'),
  wordpress: join(folder, 'wordpress'),
  polyfills: join(folder, 'polyfills'),
  work: join(folder, 'work'),
};
for (const name of ['clone', 'wordpress', 'polyfills'])
  if (!existsSync(places[name])) {
    console.error(`${places[name]} is missing; see npm run test:wordpress-core -- --help.`);
    process.exit(2);
  }
const { leftOut, verdicts } = JSON.parse(readFileSync(join(BRIDGE, 'verdicts.json'), 'utf8'));
const chosen = RUNS.filter((name) => own.variant === undefined || own.variant === name);
mkdirSync(places.work, { recursive: true });
if (!own.summary) await runAll();
summarize();

async function runAll() {
  if (!existsSync(join(ROOT, 'dist/src/main.js')))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  const server = await startMariaDb();
  try {
    for (const name of chosen) runVariant(name, new URL(server.url()));
  } finally {
    await server.stop();
  }
}

function runVariant(name, server) {
  const { framework, tests, site } = prepare(places, name);
  const output = join(places.work, 'results', name);
  mkdirSync(output, { recursive: true });
  const database = `phpunit_${name.toLowerCase()}`;
  for (const schema of [database, `${database}_snap`])
    execFileSync('mariadb', [
      '--no-defaults',
      '-uroot',
      '-h127.0.0.1',
      `-P${server.port}`,
      '-e',
      `CREATE DATABASE IF NOT EXISTS ${schema}`,
    ]);
  const env = {
    ...process.env,
    NP_FRAMEWORK: framework,
    NP_POLYFILLS: places.polyfills,
    NP_WORK: places.work,
    NP_WP: site,
    NP_DB: database,
    NP_DB_PORT: server.port,
    WP_TESTS_SKIP_INSTALL: '1',
    ...((name === 'A' || name === 'B') && { NP_LENIENT: '1' }),
  };
  for (const file of testFiles(tests)) runFile(file, { name, tests, framework, output, env });
}

/** Test files of REST routes; the others test classes of PHP. */
function testFiles(tests) {
  const within = (part, pattern) =>
    existsSync(join(tests, 'tests', part))
      ? readdirSync(join(tests, 'tests', part))
          .filter((file) => pattern.test(file))
          .map((file) => `${part}/${file}`)
      : [];
  const files = [
    ...within('rest-api', /^(?:rest-(?!test-controller)|wp).*\.php$/),
    ...within('oembed', /^controller\.php$/),
    ...within('fonts/font-library', /^wpRestFont.*\.php$/),
  ];
  return files.filter((file) => {
    const name = nameOf(file);
    return !leftOut.includes(name) && (own.only === undefined || own.only === name);
  });
}

function nameOf(file) {
  const name = file.replace(/^.*\//, '').replace(/\.php$/, '');
  return file.startsWith('oembed/') ? `oembed-${name}` : name;
}

function runFile(file, { name, tests, framework, output, env }) {
  const report = nameOf(file);
  const php = ['-d', 'memory_limit=-1', '-d', 'display_errors=1', '-d', 'error_reporting=-1'];
  for (const ending of ['xml', 'jsonl', 'log']) rmSync(join(output, `${report}.${ending}`), { force: true });
  // An installation without posts, as the framework makes it.
  const installed = spawnSync(
    'php',
    [
      ...php,
      join(framework, 'includes/install.php'),
      join(BRIDGE, 'wp-tests-config.php'),
      'no_ms_tests',
      'run_core_tests',
    ],
    { env },
  );
  if (installed.status !== 0) throw new Error(`WordPress was not installed: ${installed.stdout}${installed.stderr}`);
  const configuration = join(output, `${report}.phpunit.xml`);
  const excluded = ['ajax', 'ms-files', 'ms-required', 'external-http'].map((group) => `<group>${group}</group>`);
  writeFileSync(
    configuration,
    `<phpunit backupGlobals="false"><testsuites><testsuite name="t"><file>${join(tests, 'tests', file)}</file></testsuite></testsuites>` +
      `<groups><exclude>${excluded.join('')}</exclude></groups></phpunit>`,
  );
  const run = spawnSync(
    'php',
    [
      ...php,
      '/usr/bin/phpunit',
      ...['-c', configuration, '--bootstrap', join(BRIDGE, 'bootstrap.php'), '--no-interaction'],
      ...['--log-junit', join(output, `${report}.xml`)],
      ...(own.filter === undefined ? [] : ['--filter', own.filter]),
    ],
    {
      env: name === 'WordPress' ? env : { ...env, NP_URL: name, NP_LOG: join(output, `${report}.jsonl`) },
      timeout: FILE_SECONDS * 1000,
      maxBuffer: 1 << 28,
    },
  );
  const log = `${run.stdout}${run.stderr}`;
  writeFileSync(join(output, `${report}.log`), log);
  const [result = 'no result'] = log.match(/^(?:OK|Tests:|Fatal|PHP Fatal).*$/gm)?.slice(-1) ?? [];
  console.log(`${name.padEnd(10)}${report.padEnd(48)}${result}`);
}

function summarize() {
  const rows = new Map();
  const reasons = new Map();
  const failures = [];
  const variants = chosen.filter((name) => name !== 'WordPress' && existsSync(join(places.work, 'results', name)));
  for (const variant of variants) {
    const output = join(places.work, 'results', variant);
    const baseline = variant === 'C' ? join(places.work, 'results/WordPress') : undefined;
    const { tests } = prepare(places, variant);
    const sources = new Map(testFiles(tests).map((file) => [nameOf(file), join(tests, 'tests', file)]));
    for (const name of reportsIn(output).filter((one) => sources.has(one))) {
      const { crossed } = crossing({ output, name, source: sources.get(name), baseline });
      const failed = crossed.filter(([, { state }]) => state === 'failed');
      const unjudged = failed.filter(([test]) => !verdictOf(verdicts, variant, name, test));
      failures.push(...unjudged.map(([test, { text }]) => ({ variant, name, test, text })));
      for (const [test] of failed) {
        const { kind, reason } = verdictOf(verdicts, variant, name, test) ?? { kind: 'not judged', reason: '' };
        const key = `${kind}: ${reason}`;
        const counted = reasons.get(key) ?? { files: new Set() };
        counted.files.add(name);
        counted[variant] = (counted[variant] ?? 0) + 1;
        reasons.set(key, counted);
      }
      const cell = [crossed.length, crossed.length - failed.length, failed.length - unjudged.length, unjudged.length];
      rows.set(name, { ...rows.get(name), [variant]: cell });
    }
  }
  const table = `${tableOf(rows, variants)}\n\n${reasonsOf(reasons, variants)}`;
  console.log(`\n${table}`);
  for (const { variant, name, test, text } of failures)
    console.log(`\n${variant} ${name} ${test.slice(0, 150)}\n${text.trim().slice(0, 800)}`);
  if (own.write) writeTable(table);
  if (failures.length > 0) process.exitCode = 1;
}

/** Cells: can cross / pass / fail for a known reason / fail. */
function tableOf(rows, variants) {
  const cells = (values) => variants.map((variant) => values[variant]?.join(' / ') ?? '–');
  const total = Object.fromEntries(
    variants.map((variant) => [
      variant,
      [0, 1, 2, 3].map((place) => [...rows.values()].reduce((sum, row) => sum + (row[variant]?.[place] ?? 0), 0)),
    ]),
  );
  const line = (values) => `| ${values.join(' | ')} |`;
  return [
    line(['test file', ...variants]),
    line(['---', ...variants.map(() => '---')]),
    ...[...rows].sort(([one], [other]) => one.localeCompare(other)).map(([name, row]) => line([name, ...cells(row)])),
    line(['**all**', ...cells(total)]),
  ].join('\n');
}

/** Why tests fail, with the number of them and their files. */
function reasonsOf(reasons, variants) {
  const line = (values) => `| ${values.join(' | ')} |`;
  return [
    line(['why tests fail', ...variants, 'test files']),
    line(['---', ...variants.map(() => '---'), '---']),
    ...[...reasons]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([reason, counted]) =>
        line([reason, ...variants.map((variant) => counted[variant] ?? '–'), [...counted.files].sort().join(', ')]),
      ),
  ].join('\n');
}

function writeTable(table) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [start, end] = MARKS.map((mark) => text.indexOf(mark));
  writeFileSync(DOCUMENT, `${text.slice(0, start + MARKS[0].length)}\n${table}\n${text.slice(end)}`);
}
