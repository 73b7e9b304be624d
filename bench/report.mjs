#!/usr/bin/env node
// Prints the tables of README.md, docs/capacity.md and docs/list-index.md that come from stored runs (bench/results), or writes them there:
// node bench/report.mjs --write
// A table stands between `<!-- figures: NAME -->` and `<!-- end of figures -->`; test/repository/figures.spec.ts compares both.
import '../tools/usage.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costTable, machinesTable, machineTable, noticeTable, workersTable } from './capacity.mjs';
import { spread } from './statistics.mjs';

const ROOT = join(import.meta.dirname, '..');

export const PAGES = ['README.md', 'docs/capacity.md', 'docs/list-index.md'];

const fileOf = (run) => join(ROOT, `bench/results/${run}.json`);

/** Aligned as Prettier aligns it. */
function markdown(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function conditions({ measured, client, rounds, cores, load, node, database, rows = {} }) {
  const counts = new Set(Object.values(rows).flatMap((row) => Object.values(row).map((samples) => samples.length)));
  const isShort = [...counts].some((count) => count > 1 && count < rounds);
  const exceptions = [
    ...(isShort ? [', without those in which no request finished'] : []),
    ...(counts.has(1) ? ['; what has no brackets was measured once'] : []),
  ];
  return (
    `Medians of ${rounds} interleaved rounds, with the least and most in brackets${exceptions.join('')}; ${client}; Node ${node}, ${database}; ` +
    `${cores} cores that other programs used too (load ${load.map((value) => value.toFixed(1)).join(' to ')}); ${measured}.`
  );
}

/** How many times less processor time a request costs than in WordPress, round by round. */
function comparison(run) {
  const times = (row, kind) => row.wordpress.map((theirs, round) => theirs.total / row[kind][round].total);
  const measured = Object.entries(run.rows).filter(([, { wordpress }]) => wordpress.length > 0);
  const rows = measured.map(([name, row]) => [
    name,
    spread(row.wordpress.map(({ total }) => total)),
    ...['cached', 'checked', 'plain'].map((kind) => spread(times(row, kind), '×')),
  ]);
  return [['Request', 'WordPress, ms', 'response cache hit', 'entry cache', 'no cache'], ...rows];
}

/** Work that is never cached. */
function writes(run) {
  const rows = Object.entries(run.writes).map(([name, { wordpress, service }]) => [
    name,
    spread(wordpress.map(({ total }) => total)),
    spread(service.map(({ total }) => total)),
    spread(
      wordpress.map(({ total }, round) => total / service[round].total),
      '×',
    ),
  ]);
  return [['Write', 'WordPress, ms', 'Nestpress, ms', 'ratio'], ...rows];
}

/** What README shows of the growth. */
const COMMON_REQUESTS = [
  'first page',
  'deep page',
  'by category',
  'one post',
  'of any status, signed in',
  'media',
  'comments',
  'search: word in every post, indexed',
  'create',
  'update',
];

function growth(run, names = Object.keys(run.rows)) {
  const sizes = run.sizes.map((size) => `${size.toLocaleString('en')} posts`);
  const rows = names.map((name) => [name, ...run.sizes.map((size) => spread(run.rows[name][size]))]);
  return [['Request', ...sizes], ...rows];
}

const COMPARISON = 'wordpress-7.1';
const PROCESSES = 'processes';

/** How tables are made, and from which runs; those that are computed name no conditions. */
const MEASURED = {
  comparison: [comparison, COMPARISON],
  writes: [writes, COMPARISON],
  growth: [(run) => growth(run, COMMON_REQUESTS), 'scale'],
  sizes: [(run) => growth(run), 'scale'],
  workers: [workersTable, PROCESSES],
  notices: [noticeTable, PROCESSES],
};
const COMPUTED = {
  costs: [costTable, COMPARISON, PROCESSES],
  machine: [machineTable, COMPARISON, PROCESSES],
  machines: [machinesTable, COMPARISON, PROCESSES],
};

/** A slow server may complete no request of a round; such a round has no cost per request. */
function withoutEmptyRounds(run) {
  for (const row of Object.values(run.rows ?? {})) {
    const kinds = Object.keys(row);
    const isComplete = (round) => kinds.every((kind) => row[kind][round]?.total !== null);
    for (const kind of kinds) row[kind] = row[kind].filter((_, round) => isComplete(round));
  }
  return run;
}

/** The tables of the runs that are stored, by name. */
export function tables() {
  const made = Object.entries({ ...MEASURED, ...COMPUTED })
    .filter(([, [, ...runs]]) => runs.every((run) => existsSync(fileOf(run))))
    .map(([name, [make, ...runs]]) => {
      const stored = runs.map((run) => withoutEmptyRounds(JSON.parse(readFileSync(fileOf(run), 'utf8'))));
      const table = markdown(make(...stored));
      const run = name === 'writes' ? { ...stored[0], client: 'one request after the other' } : stored[0];
      return [name, name in MEASURED ? `${conditions(run)}\n\n${table}` : table];
    });
  return Object.fromEntries(made);
}

const PLACES = /(<!-- figures: (\w+) -->\n)[^]*?(<!-- end of figures -->)/g;

/** The page with the tables of the stored runs. */
export function withTables(page) {
  const known = tables();
  return page.replace(PLACES, (_place, start, name, end) => `${start}\n${known[name]}\n\n${end}`);
}

if (process.argv[1] === import.meta.filename) {
  for (const page of PAGES) {
    const file = join(ROOT, page);
    if (process.argv.includes('--write')) writeFileSync(file, withTables(readFileSync(file, 'utf8')));
  }
  for (const [name, text] of Object.entries(tables())) console.log(`${name}\n\n${text}\n`);
}
