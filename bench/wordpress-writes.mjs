#!/usr/bin/env node
// What the triggers of the list index cost a WordPress on the same database: processor milliseconds of PHP and of the database server
// for each post that WordPress creates or updates and each comment that it adds, without the index, with it, and with an index that
// leaves families out; in BENCH_ROUNDS interleaved rounds. Needs a running ../shared/reference/wordpress (REF_RELEASE, REF_DIR,
// REF_DB_PORT as there) whose database nothing else uses, and `npm run build`. The site is left without the index.
import '../tools/usage.mjs';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cpuSeconds } from './lib.mjs';
import { median, spread } from './statistics.mjs';

const STATE = process.env.REF_DIR ?? '/tmp/wp-reference-7.1';
const PORT = process.env.REF_DB_PORT ?? '13371';
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const WRITES = Number(process.env.BENCH_WRITES ?? 150);
const KINDS = ['create', 'update', 'comment'];
const INDEXES = {
  none: undefined,
  complete: 'none',
  'without comments': 'comments',
  'without terms': 'terms',
  'without versions': 'versions',
  'without all three': 'comments,terms,versions',
};

const data = mkdtempSync(join(tmpdir(), 'nestpress-writes-'));
const server = Number(readFileSync(join(STATE, 'db/db.pid'), 'utf8'));

function nestpress(...args) {
  const env = { ...process.env, DATABASE_URL: `mysql://wp:wp@127.0.0.1:${PORT}/wp`, DATA_DIR: data, VARIANT: 'C' };
  execFileSync(process.execPath, [join(import.meta.dirname, '../bin/nestpress.mjs'), ...args], { env, stdio: 'pipe' });
}

async function measure(kind) {
  const php = spawn('php', [join(import.meta.dirname, 'wordpress-writes.php'), join(STATE, 'site'), kind, WRITES], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: php.stdout })[Symbol.asyncIterator]();
  if ((await lines.next()).value !== 'ready') throw new Error('WordPress did not start.');
  const before = cpuSeconds(server);
  php.stdin.write('\n');
  const ofPhp = Number((await lines.next()).value);
  const ofServer = ((cpuSeconds(server) - before) * 1000) / WRITES;
  await new Promise((done) => php.once('exit', done));
  return ofPhp + ofServer;
}

const samples = new Map();
for (let round = 0; round < ROUNDS; round++) {
  // In another order in each round: the site grows.
  const indexes = Object.entries(INDEXES);
  for (const [index, without] of indexes.map((_, place) => indexes[(place + round) % indexes.length])) {
    nestpress('list-index', 'remove');
    if (without !== undefined) nestpress('list-index', 'build', '--without', without);
    for (const kind of KINDS) {
      const key = `${kind}, ${index}`;
      samples.set(key, [...(samples.get(key) ?? []), await measure(kind)]);
    }
  }
}
nestpress('list-index', 'remove');
rmSync(data, { recursive: true });

for (const [key, values] of samples) {
  const [kind] = key.split(',');
  const more = (median(values) / median(samples.get(`${kind}, none`)) - 1) * 100;
  console.log(`${key.padEnd(28)} ${spread(values, ' ms')}  ${more >= 0 ? '+' : ''}${more.toFixed(0)} %`);
}
console.log(`${ROUNDS} rounds of ${WRITES} writes, load ${loadavg()[0].toFixed(1)}`);
