// What machines hold, computed from the stored runs of bench/wordpress.mjs and bench/processes.mjs; docs/capacity.md explains the tables,
// which bench/report.mjs writes.
import { median, spread } from './statistics.mjs';

/** The share of the processor time that is planned for; the rest is for peaks. */
const USED = 0.7;
const HIT_RATIOS = [0, 0.5, 0.9, 0.99];
const CORES = [1, 2, 4, 8, 16];
const MACHINES = [1, 2, 4, 8, 16];
const CORES_OF_A_MACHINE = 4;
const CORES_OF_THE_DATABASE = 8;
/** Writes a second at which every process spends this share of a core on learning about them. */
const SHARE_FOR_NOTICES = 0.05;

const whole = (value) => Math.floor(value).toLocaleString('en');
const precise = (ms) => (ms < 0.01 ? '0' : ms.toPrecision(2));
const of = (samples, part) => median(samples.map((sample) => sample[part]));

/** Processor milliseconds of the service and of the database. */
function costs(comparison, { writes }) {
  const { cached, checked, plain } = comparison.rows['list of 10'];
  const reading = (samples) => ({ service: of(samples, 'service'), database: of(samples, 'database') });
  return {
    hit: reading(cached),
    checked: reading(checked),
    plain: reading(plain),
    write: { service: of(writes.create, 'service'), database: of(writes.create, 'database') },
  };
}

const both = ({ service, database }) => service + database;

/** The cost of a request if a share of the requests hits the response cache and the others use the entry cache. */
function mixed({ hit, checked }, ratio) {
  const part = (name) => ratio * hit[name] + (1 - ratio) * checked[name];
  return { service: part('service'), database: part('database') };
}

/** Two processes instead of one: the processor time of a request grows by this factor. */
function sharing({ workers }) {
  return Math.max(1, of(workers['response cache hit'][2], 'total') / of(workers['response cache hit'][1], 'total'));
}

export function costTable(comparison, processes) {
  const { hit, checked, plain, write } = costs(comparison, processes);
  const row = (name, { service, database }) => [name, precise(service), precise(database)];
  return [
    ['Request', 'service, ms', 'database, ms'],
    row('list of ten posts, response cache', hit),
    row('304 of the same', { service: of(processes.workers['304'][1], 'total'), database: 0 }),
    row('list of ten posts, entry cache', checked),
    row('list of ten posts, no cache', plain),
    row('new post', write),
  ];
}

export function machineTable(comparison, processes) {
  const costsOfRun = costs(comparison, processes);
  const perSecond = (cores, cost) => (cores * USED * 1000) / (cost * (cores > 1 ? sharing(processes) : 1));
  return [
    ['Cores', ...HIT_RATIOS.map((ratio) => `reads/s, ${ratio * 100} % hits`), 'writes/s alone'],
    ...CORES.map((cores) => [
      String(cores),
      ...HIT_RATIOS.map((ratio) => whole(perSecond(cores, both(mixed(costsOfRun, ratio))))),
      whole(perSecond(cores, both(costsOfRun.write))),
    ]),
  ];
}

/** Machines of the service in front of one database server. */
export function machinesTable(comparison, processes) {
  const costsOfRun = costs(comparison, processes);
  const database = CORES_OF_THE_DATABASE * USED * 1000;
  const reads = (machines, ratio) => {
    const { service, database: share } = mixed(costsOfRun, ratio);
    const ofServices = (machines * CORES_OF_A_MACHINE * USED * 1000) / (service * sharing(processes));
    const ofDatabase = share > 0 ? database / share : Number.POSITIVE_INFINITY;
    return `${whole(Math.min(ofServices, ofDatabase))} (${ofServices < ofDatabase ? 'service' : 'database'})`;
  };
  const writes = (machines) => {
    const ofServices = (machines * CORES_OF_A_MACHINE * USED * 1000) / costsOfRun.write.service;
    const ofDatabase = database / costsOfRun.write.database;
    return `${whole(Math.min(ofServices, ofDatabase))} (${ofServices < ofDatabase ? 'service' : 'database'})`;
  };
  return [
    ['Machines', 'reads/s, 50 % hits', 'reads/s, 90 % hits', 'reads/s, 99 % hits', 'writes/s alone', 'connections'],
    ...MACHINES.map((machines) => [
      String(machines),
      ...[0.5, 0.9, 0.99].map((ratio) => reads(machines, ratio)),
      writes(machines),
      whole(machines * CORES_OF_A_MACHINE * processes.pool),
    ]),
  ];
}

export function noticeTable({ fanOut }) {
  return [
    [
      'Other processes',
      'messages per write',
      'noticed after, ms',
      'ms of each process per write',
      'writes/s at 5 % of a core',
    ],
    ...Object.entries(fanOut).map(([count, { messages, noticed, listenerMs }]) => [
      count,
      messages.toFixed(1),
      spread(noticed),
      precise(listenerMs),
      listenerMs > 0 ? whole((SHARE_FOR_NOTICES * 1000) / listenerMs) : 'no limit seen',
    ]),
  ];
}

export function workersTable({ workers }) {
  const kinds = Object.entries(workers).filter(([name]) => name !== 'memory');
  return [
    ['List of ten posts', '1 process, req/s', '2 processes, req/s', '1 process, ms', '2 processes, ms'],
    ...kinds.map(([name, { 1: one, 2: two }]) => [
      name,
      ...[one, two].map((samples) => spread(samples.map(({ perSecond }) => perSecond))),
      ...[one, two].map((samples) => precise(of(samples, 'total'))),
    ]),
  ];
}
