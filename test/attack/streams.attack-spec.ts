import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ADMIN, ADMIN_AUTHORIZATION } from '../support/app.js';
import { type AttackedService, startAttackedService } from '../support/attacked-service.js';
import { spawnCli } from '../support/cli.js';
import { until } from '../support/until.js';

const CONNECTIONS = 2000;
const FEED = '/wp-json/nestpress/v1/changes';
const MAX_HEALTH_MS = 200;
/** Of one processor, while all connections stay open and nothing is written. */
const MAX_PROCESSOR_SHARE = 0.3;
const MAX_STREAMS = 200;
const OF_ONE_ADDRESS = MAX_STREAMS / 10;
const ANONYMOUS = MAX_STREAMS * 0.75;

let service: AttackedService;
let folder: string;
const clients: Client[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-streams-'));
  const env = { DATA_DIR: folder, SITE_URL: 'http://site.test', ADMIN_PASSWORD: ADMIN.password };
  service = await startAttackedService({ ...env, TRUSTED_PROXIES: 'loopback' });
  const { code, err } = await spawnCli(env, ['change-feed', 'build']);
  if (code !== 0) throw new Error(err);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await until(async () => (await service.metric('nestpress_requests_in_flight')) === 0, 'no request is left');
});

interface Client {
  socket: Socket;
  text: string;
}

/** A request whose response is read as it comes, on a connection of its own. */
function open(path: string, address: string): Client {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const client: Client = { socket, text: '' };
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (client.text += chunk.toString('latin1')));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: site.test\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  clients.push(client);
  return client;
}

const statusOf = ({ text }: Client) => Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0);
const withStatus = (status: number) => clients.filter((client) => statusOf(client) === status);

/** How long others wait while the attack goes on. The median: the machine may be busy with something else. */
async function healthMs(times: number): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    const response = await fetch(`${service.url}/healthz`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}

const cursor = async () => ((await (await fetch(service.url + FEED)).json()) as { cursor: string }).cursor;

test.each([
  ['streams of one address', () => `${FEED}/stream`, () => '203.0.113.1', OF_ONE_ADDRESS],
  ['streams of many addresses', () => `${FEED}/stream`, (n: number) => `203.0.113.${n % 250}`, ANONYMOUS],
  [
    'long polls of many addresses',
    (since: string) => `${FEED}?wait=25&since=${since}`,
    (n: number) => `203.0.113.${n % 250}`,
    ANONYMOUS,
  ],
])('%s: what exceeds the limit is refused, and others are served', async (kind, path, address, most) => {
  const since = await cursor();
  const before = service.processorMs();
  for (let n = 0; n < CONNECTIONS; n++) open(path(since), address(n));
  expect(await healthMs(10)).toBeLessThan(MAX_HEALTH_MS);
  await until(() => withStatus(503).length >= CONNECTIONS - most, 'the others are refused');
  expect(withStatus(503)[0]!.text).toMatch(/^Retry-After: \d+\r$/im);
  expect(withStatus(503)[0]!.text).toContain('rest_too_many_streams');
  // A request takes a few milliseconds of processor time, refused or not.
  expect(service.processorMs() - before).toBeLessThan(CONNECTIONS * 5);

  const [began, used] = [performance.now(), service.processorMs()];
  expect(await healthMs(50)).toBeLessThan(MAX_HEALTH_MS);
  await until(() => performance.now() - began > 3000, 'they stay open for a while');
  expect(withStatus(503)).toHaveLength(CONNECTIONS - most);
  if (kind.startsWith('streams')) expect(withStatus(200)).toHaveLength(most);
  expect((service.processorMs() - used) / (performance.now() - began)).toBeLessThan(MAX_PROCESSOR_SHARE);

  // Accounts have places of their own.
  const stop = new AbortController();
  const own = await fetch(`${service.url}${FEED}/stream`, {
    headers: { authorization: ADMIN_AUTHORIZATION },
    signal: stop.signal,
  });
  expect(own.status).toBe(200);
  stop.abort();
});

test('reads that wait inside of another request count for the account', async () => {
  const since = await cursor();
  const requests = Array.from({ length: 60 }, () => ({ path: `/nestpress/v1/changes?wait=1&since=${since}` }));
  const response = await fetch(`${service.url}/wp-json/nestpress/v1/reads`, {
    method: 'POST',
    headers: { authorization: ADMIN_AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  });
  const { responses } = (await response.json()) as { responses: { status: number }[] };
  const refused = responses.filter(({ status }) => status === 503);
  expect([response.status, refused.length]).toEqual([200, 60 - OF_ONE_ADDRESS]);
});

test('places are free again when clients leave', async () => {
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < OF_ONE_ADDRESS; n++) open(`${FEED}/stream`, '203.0.113.9');
    await until(() => withStatus(200).length === OF_ONE_ADDRESS, 'each one is served');
    for (const { socket } of clients.splice(0)) socket.destroy();
    await until(async () => (await service.metric('nestpress_requests_in_flight')) === 0, 'no request is left');
  }
});
