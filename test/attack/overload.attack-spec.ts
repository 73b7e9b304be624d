import http from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/database/index.js';
import { ENTRY_VERSION_RULES } from '../../src/modules/entries/model/entry-sources.js';
import { freePort } from '../../tools/free-port.mjs';
import { type AttackedService, startAttackedService } from '../support/attacked-service.js';
import { fillEntries } from '../support/many-entries.js';
import { until } from '../support/until.js';

const CLIENTS = 300;
const POSTS = 3000;
const LIST = '/wp-json/wp/v2/posts';
/** Generous for two busy cores; without limits each of them waits for all searches, which take longer than this together. */
const MAX_MS = 3000;

let dataDir: string;
let env: Record<string, string>;
let service: AttackedService;
let number = 0;
let isOver = false;
let clients: Promise<void>[] = [];
const statuses = new Map<number | string, number>();

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestpress-overload-'));
  env = { DATA_DIR: dataDir, PORT: String(await freePort()), REQUEST_WAIT: '1' };
  service = await startAttackedService(env);
  const database = await openDatabase({
    file: join(dataDir, 'nestpress.sqlite'),
    tablePrefix: 'wp_',
    versionRules: ENTRY_VERSION_RULES,
  });
  await fillEntries(database, POSTS);
  await database.close();
  // Until the writes of the other process are noticed.
  await until(async () => (await get(LIST)).cache === 'hit', 'the list is cached');
  clients = Array.from({ length: CLIENTS }, search);
});
afterAll(async () => {
  isOver = true;
  await service.stop();
  await Promise.all(clients);
  rmSync(dataDir, { recursive: true, force: true });
});

interface Answer {
  status: number | string;
  ms: number;
  retryAfter?: string;
  cache?: string;
}

/** Other clients than those that search have another address. */
function get(path: string, agent?: http.Agent, localAddress = '127.0.0.2'): Promise<Answer> {
  const began = performance.now();
  return new Promise((done) => {
    const finish = (answer: Omit<Answer, 'ms'>) => done({ ...answer, ms: performance.now() - began });
    http
      .get(service.url + path, { agent, localAddress }, (response) => {
        const { 'retry-after': retryAfter, 'x-nestpress-cache': cache } = response.headers;
        response.resume().on('end', () => finish({ status: response.statusCode!, retryAfter, cache: String(cache) }));
        response.on('error', () => finish({ status: 'error' }));
      })
      .on('error', () => finish({ status: 'error' }));
  });
}

/** A client that searches without a pause, over one connection. */
async function search(): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  while (!isOver) {
    const path = `${LIST}?per_page=20&orderby=relevance&search=lorem%20${number++}`;
    const { status, retryAfter } = await get(path, agent, '127.0.0.1');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 503) expect(retryAfter).toBe('5');
    if (status === 'error') await new Promise((done) => setTimeout(done, 100));
  }
  agent.destroy();
}

async function slowest(path: string, expected = 200): Promise<number> {
  let most = 0;
  for (let time = 0; time < 20; time++) {
    const { status, ms } = await get(path);
    expect(status).toBe(expected);
    most = Math.max(most, ms);
  }
  return most;
}

test('with more searches than it can process, the service refuses some, and answers probes and cache hits', async () => {
  expect(await slowest('/healthz')).toBeLessThan(MAX_MS);
  expect(await slowest(LIST)).toBeLessThan(MAX_MS);
  // Not cached, but clients take turns.
  expect(await slowest('/wp-json/wp/v2/users/me?n=', 401)).toBeLessThan(MAX_MS);
  expect(await slowest('/readyz')).toBeLessThan(MAX_MS);
  await until(() => (statuses.get(503) ?? 0) > 0 && (statuses.get(200) ?? 0) > 0, 'some are processed, some refused');
  expect([...statuses.keys()].sort()).toEqual([200, 503]);
  expect(await service.metric('nestpress_requests_refused_total')).toBeGreaterThan(0);
  expect(await service.metric('nestpress_requests_waiting')).toBeLessThanOrEqual(CLIENTS);
});

test('a process that is started again under the same load gets ready', async () => {
  await service.process.stop('SIGKILL');
  service = await startAttackedService(env);
  expect(await slowest('/readyz')).toBeLessThan(MAX_MS);
});
