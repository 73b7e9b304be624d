#!/usr/bin/env node
// Prints the tables of README.md and docs/*.md that come from stored runs (bench/results), or writes them and the plot of README.md there:
// node bench/report.mjs --write
// A table stands between `<!-- figures: NAME -->` and `<!-- end of figures -->`, a figure in a sentence between `<!-- figure: NAME -->`
// and `<!-- end -->`; test/repository/figures.spec.ts compares all of them with the stored runs.
import '../tools/usage.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costTable, machinesTable, machineTable, noticeTable, workersTable } from './capacity.mjs';
import { comparisonPlot } from './plot.mjs';
import { figure, median, spread } from './statistics.mjs';

const ROOT = join(import.meta.dirname, '..');

export const PAGES = ['README.md', 'docs/performance.md', 'docs/capacity.md', 'docs/list-index.md'];

const fileOf = (run) => join(ROOT, `bench/results/${run}.json`);

/** Aligned as Prettier aligns it. */
function markdown(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

const LINE_LENGTH = 120;

/** Wrapped as Prettier wraps it. */
function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (longer.length > LINE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

function conditions({ measured, client, rounds, cores, load, node, database, rows = {} }) {
  const counts = new Set(Object.values(rows).flatMap((row) => Object.values(row).map((samples) => samples.length)));
  const isShort = [...counts].some((count) => count > 1 && count < rounds);
  const exceptions = [
    ...(isShort ? [', without those in which no request finished'] : []),
    ...(counts.has(1) ? ['; what has no brackets was measured once'] : []),
  ];
  return wrapped(
    `Medians of ${rounds} interleaved rounds, with the least and most in brackets${exceptions.join('')}; ${client}; Node ${node}, ${database}; ` +
      `${cores} cores that other programs used too (load ${load.map((value) => value.toFixed(1)).join(' to ')}); ${measured}.`,
  );
}

/** How many times less processor time a request costs than in WordPress, round by round. */
function times(row, kind) {
  return row.wordpress.map((theirs, round) => theirs.total / row[kind][round].total);
}

function comparison(run) {
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
  const rows = Object.entries(run.writes).map(([name, row]) => [
    name,
    spread(row.wordpress.map(({ total }) => total)),
    spread(row.service.map(({ total }) => total)),
    spread(times(row, 'service'), '×'),
  ]);
  return [['Write', 'WordPress, ms', 'Nestpress, ms', 'ratio'], ...rows];
}

/** What README shows of the comparison, and as what. */
const SUMMARY = {
  'list of 10': 'list of 10 posts',
  'one post': 'one post',
  'list of 10, _embed': 'list of 10, _embed',
  search: 'search',
  create: 'create a post',
};

/** The rows of the summary with their kinds of responses, from the slowest; a write is never cached. */
function summaryRows({ rows, writes: written }) {
  return Object.entries(SUMMARY).map(([name, label]) => {
    const row = rows[name] ?? { wordpress: written[name].wordpress, plain: written[name].service };
    const kinds = ['wordpress', 'plain', 'checked', 'cached'].filter((kind) => kind in row);
    return { label, row, kinds };
  });
}

function summary(run) {
  const rows = summaryRows(run).map(({ label, row }) => [
    label,
    `${figure(median(row.wordpress.map(({ total }) => total)))} ms`,
    ...['plain', 'checked', 'cached'].map((kind) =>
      kind in row ? `${figure(median(times(row, kind)))}×` : 'not cached',
    ),
  ]);
  return [['Request', 'WordPress 7.1', 'no cache', 'entry cache', 'response cache hit'], ...rows];
}

/** The plot of the same rows. */
function plot(run, scheme) {
  const rows = summaryRows(run).map(({ label, row, kinds }) => ({
    name: label,
    samples: Object.fromEntries(kinds.map((kind) => [kind, row[kind].map(({ total }) => total)])),
  }));
  return comparisonPlot(rows, scheme);
}

/** What docs/performance.md shows of the growth. */
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
const SCALE = 'scale';

/** How tables are made, and from which runs; those that are computed name no conditions. */
const MEASURED = {
  comparison: [comparison, COMPARISON],
  writes: [writes, COMPARISON],
  growth: [(run) => growth(run, COMMON_REQUESTS), SCALE],
  sizes: [(run) => growth(run), SCALE],
  workers: [workersTable, PROCESSES],
  notices: [noticeTable, PROCESSES],
};
const COMPUTED = {
  summary: [summary, COMPARISON],
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

const stored = (run) => withoutEmptyRounds(JSON.parse(readFileSync(fileOf(run), 'utf8')));

/** The tables of the runs that are stored, by name. */
export function tables() {
  const made = Object.entries({ ...MEASURED, ...COMPUTED })
    .filter(([, [, ...runs]]) => runs.every((run) => existsSync(fileOf(run))))
    .map(([name, [make, ...runs]]) => {
      const data = runs.map(stored);
      const table = markdown(make(...data));
      const run = name === 'writes' ? { ...data[0], client: 'one request after the other' } : data[0];
      return [name, name in MEASURED ? `${conditions(run)}\n\n${table}` : table];
    });
  return Object.fromEntries(made);
}

/** The figures of the sentences in README.md, by name. */
export function figures() {
  const { rows, writes: written } = stored(COMPARISON);
  const { rows: grown } = stored(SCALE);
  const ratio = (row, kind) => `${figure(median(times(row, kind)))}×`;
  return {
    'list hit': ratio(rows['list of 10'], 'cached'),
    'list uncached': ratio(rows['list of 10'], 'plain'),
    'list validated': ratio(rows['list of 10'], 'checked'),
    create: ratio(written.create, 'service'),
    'first page of 1,000': `${figure(median(grown['first page'][1000]))} ms`,
    'first page of 1,000,000': `${figure(median(grown['first page'][1_000_000]))} ms`,
  };
}

/** The files of the plot in README.md, from the root of the repository. */
export function plots() {
  const run = stored(COMPARISON);
  const files = ['light', 'dark'].map((scheme) => [`docs/images/comparison-${scheme}.svg`, plot(run, scheme)]);
  return Object.fromEntries(files);
}

const PLACES = /(<!-- figures: (\w+) -->\n)[^]*?(<!-- end of figures -->)/g;
const SENTENCES = /(<!-- figure: ([^>]+) -->)[^<]*(<!-- end -->)/g;

/** The page with the tables and figures of the stored runs. */
export function withFigures(page) {
  const knownTables = tables();
  const knownFigures = figures();
  return page
    .replace(PLACES, (_place, start, name, end) => `${start}\n${knownTables[name]}\n\n${end}`)
    .replace(SENTENCES, (_place, start, name, end) => `${start}${knownFigures[name]}${end}`);
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--write')) {
    for (const page of PAGES) writeFileSync(join(ROOT, page), withFigures(readFileSync(join(ROOT, page), 'utf8')));
    for (const [path, svg] of Object.entries(plots())) writeFileSync(join(ROOT, path), svg);
  }
  for (const [name, table] of Object.entries(tables())) console.log(`${name}\n\n${table}\n`);
}
