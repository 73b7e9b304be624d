// What the benchmarks share: start servers, load them with wrk (or a small own client where wrk is missing), and count the
// processor time each request cost the server. Figures are ratios within one run.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import '../tools/typescript.mjs';

const TICKS = 100;

/** Processor seconds of a process so far. */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

export function residentMb(pid) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
}

/** The processes that a process has started. */
export function childrenOf(pid) {
  const isChild = (entry) => {
    try {
      return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1] === String(pid);
    } catch {
      // The process ended meanwhile.
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isChild(entry))
    .map(Number);
}

function hasWrk() {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return error.code !== 'ENOENT';
  }
}

const WRK = hasWrk();

/** Sends requests until the hot code is compiled, however slow the machine is. */
export async function warmUp(url, { requests = 5000, connections = 8, headers = {} } = {}) {
  for (let sent = 0; sent < requests;) sent += await load(url, 2, connections, headers);
}

/** Requests a second and processor milliseconds a request, for the given processes together and for each of them. */
export async function measure(url, { pids, seconds = 4, connections = 16, headers = {}, isWarm = false }) {
  if (!isWarm) await load(url, 1, connections, headers);
  const before = pids.map(cpuSeconds);
  const started = performance.now();
  const requests = await load(url, seconds, connections, headers);
  const elapsed = (performance.now() - started) / 1000;
  // No request ended in so short a time.
  if (requests === 0) return measure(url, { pids, seconds: seconds * 2, connections, headers, isWarm: true });
  const cpuMsOf = new Map(pids.map((pid, index) => [pid, ((cpuSeconds(pid) - before[index]) * 1000) / requests]));
  const cpuMs = [...cpuMsOf.values()].reduce((sum, ms) => sum + ms, 0);
  return { perSecond: requests / elapsed, cpuMs, cpuMsOf };
}

function load(url, seconds, connections, headers) {
  return WRK ? loadWithWrk(url, seconds, connections, headers) : loadWithNode(url, seconds, connections, headers);
}

function loadWithWrk(url, seconds, connections, headers) {
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    url,
  ];
  return new Promise((done, failed) => {
    const child = spawn('wrk', args);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('exit', () => {
      const match = /(\d+) requests in/.exec(output);
      if (match) done(Number(match[1]));
      else failed(new Error(`wrk: ${output}`));
    });
  });
}

async function loadWithNode(url, seconds, connections, headers) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  let requests = 0;
  const once = () =>
    new Promise((done, failed) => {
      http.get(url, { agent, headers }, (answer) => answer.resume().on('end', done)).on('error', failed);
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await once();
        requests++;
      }
    }),
  );
  agent.destroy();
  return requests;
}

/** On a busy machine, a round ends with fewer requests. */
const MAX_ROUND_MS = 15_000;

/**
 * Milliseconds of processor time per request, for each of the named servers as often as there are rounds. In a round, each gets
 * its `requests` one after the other, so that all of them meet the same machine. `warm`: requests before the first round.
 */
export async function interleavedCosts(servers, rounds) {
  const names = Object.keys(servers);
  for (const name of names) await sendEach(servers[name].url, servers[name].warm);
  const costs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const { url, pids, requests } = servers[name];
      const total = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
      const before = total();
      const sent = await sendEach(url, requests);
      costs[name].push(((total() - before) * 1000) / sent);
    }
  return costs;
}

async function sendEach(url, times) {
  const end = performance.now() + MAX_ROUND_MS;
  let sent = 0;
  for (; sent < times && performance.now() < end; sent++) {
    const response = await fetch(url);
    const text = await response.text();
    if (!response.ok || text.startsWith('{"errors"')) throw new Error(`${url}: ${text.slice(0, 300)}`);
  }
  return sent;
}

/** A start takes minutes on a busy machine. */
export async function waitFor(url, tries = 1500) {
  for (let i = 0; i < tries; i++) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer`);
}

export function startNode(args, env) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { pid: child.pid, stop: () => new Promise((done) => (child.on('exit', done), child.kill())) };
}

/** Builds or removes the list index of a site on MySQL. */
export async function setListIndex(url, isOn) {
  await onSite(url, (site) => (isOn ? site.listIndex.build() : site.listIndex.remove()));
}

/** Builds the search index likewise. */
export async function buildSearchIndex(url) {
  await onSite(url, (site) => site.searchIndex.build());
}

async function onSite(url, work) {
  const { openDatabase } = await import('../src/database/index.ts');
  const { ENTRY_VERSION_RULES: versionRules } = await import('../src/modules/entries/model/entry-sources.ts');
  const site = await openDatabase({ url, file: '', tablePrefix: 'wp_', versionRules });
  try {
    await work(site);
  } finally {
    await site.close();
  }
}

const LOAD_AT_START = loadavg()[0];

/** Stores a run with its conditions; bench/report.mjs makes the tables of README and docs from it. */
export function storeRun(name, run) {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const conditions = {
    measured: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cores: availableParallelism(),
    load: [LOAD_AT_START, loadavg()[0]],
  };
  const rounded = (_key, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ ...conditions, ...run }, rounded, 2)}\n`);
}

/** The installed MariaDB, which the benchmarks start. */
export function mariaDbRelease() {
  const version = execFileSync('mariadbd', ['--version'], { encoding: 'utf8' });
  return `MariaDB ${/Ver (\d+\.\d+)/.exec(version)[1]}`;
}

/** What sends the requests of `measure`. */
export const CLIENT = WRK ? 'wrk with four connections' : 'four connections of node:http';

export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column])))
        .join('  '),
    );
}
