import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { PipeliningClient } from '../../../test/support/pipelined.js';
import { until } from '../../../test/support/until.js';
import { PipelinedRequests } from './pipelined-requests.js';
import { UnreadResponses } from './unread-responses.js';

/** More than the operating system takes for a client that does not read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

let server: Server;
const clients: PipeliningClient[] = [];

async function serve(listener: RequestListener): Promise<() => PipeliningClient> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return () => {
    const client = new PipeliningClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    clients.push(client);
    return client;
  };
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

test('a connection is closed when too many requests wait in the process', async () => {
  const run: RequestListener = (_, response) => void response.end(LARGE);
  const pipelined = new PipelinedRequests(run, 5);
  const connected = await serve((request, response) =>
    response.socket ? run(request as never, response as never) : pipelined.add(request, response),
  );
  const [patient, greedy, next] = [connected(), connected(), connected()];
  patient.get('/', '/', '/');
  greedy.get(...Array.from({ length: 10 }, () => '/'));
  greedy.read();
  await until(() => greedy.isClosed, 'the connection with too many requests is closed');
  next.get('/', '/', '/');
  next.read();
  patient.read();
  await until(() => patient.statuses.length === 3 && next.statuses.length === 3, 'the others get their responses');
});

test('unread responses have a common limit: those that wait for the longest time are dropped', async () => {
  const unread = new UnreadResponses(2.5 * LARGE.length);
  const ended: string[] = [];
  const connected = await serve((request, response) => {
    response.end(LARGE);
    unread.add(response);
    response.once('close', () => ended.push(`${request.url} ${request.socket.destroyed ? 'dropped' : 'read'}`));
  });
  const [first, second, third] = [connected(), connected(), connected()];
  for (const [client, path] of [
    [first, '/1'],
    [second, '/2'],
    [third, '/3'],
  ] as const) {
    const seen = ended.length;
    client.get(path);
    if (client === third) await until(() => ended.length > seen, 'the oldest is dropped');
    else await until(async () => (await connections()) > clients.indexOf(client), 'the response is under way');
  }
  expect(ended).toEqual(['/1 dropped']);
  for (const client of [second, third]) client.read();
  await until(() => ended.length === 3, 'the others are read');
  expect(ended.slice(1).sort()).toEqual(['/2 read', '/3 read']);
});

test('a connection whose client reads nothing is closed; one that is read late is used again', async () => {
  const unread = new UnreadResponses(Infinity, 1000);
  let closed = 0;
  const connected = await serve((request, response) => {
    response.end(request.url === '/small' ? 'x' : LARGE);
    unread.add(response);
    response.once('close', () => closed++);
  });
  const [stalled, late] = [connected(), connected()];
  late.get('/large');
  late.read();
  await until(() => closed === 1, 'the response is read');
  stalled.get('/large');
  await until(() => closed === 2, 'the connection is closed');
  late.get('/small');
  await until(() => late.statuses.length === 2, 'the connection is used again');
});

function connections(): Promise<number> {
  return new Promise((done) => server.getConnections((_, count) => done(count)));
}
