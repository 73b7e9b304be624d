import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { until } from '../../../test/support/until.js';
import { RestError } from '../errors/rest-error.js';
import { type AdmittedRequest } from '../http/request-slot.js';
import { RequestAdmission } from './request-admission.js';

Logger.overrideLogger(false);

interface Options {
  requestLimit?: number;
  requestWait?: number;
  maxWaiting?: number;
  run?: (name: string) => void;
}

/** Admission of requests that are named by their path, and end on demand. */
function admission({ requestLimit = 2, requestWait = 60, maxWaiting, run = () => undefined }: Options = {}) {
  const started: string[] = [];
  const refused: string[] = [];
  const slots = new Map<string, AdmittedRequest['slot']>();
  const admitted = new RequestAdmission(
    (request) => {
      started.push(request.url!);
      slots.set(request.url!, (request as AdmittedRequest).slot);
      run(request.url!);
    },
    { requestLimit, requestWait },
    ({ url }) => refused.push(url!),
    () => ['x-token'],
    maxWaiting,
  );
  const send = (url: string, ip = '192.0.2.1', headers: Record<string, string> = {}) => {
    const response = Object.assign(new EventEmitter(), { headersSent: false });
    admitted.admit({ url, headers, ip } as never, response as never);
    return response;
  };
  const end = async (url: string) => {
    slots.get(url)!.release();
    await nextTurn();
    await nextTurn();
  };
  return { admitted, counts: admitted.counts, started, refused, slots, send, end };
}

test('a limited number of requests is processed at a time, and the next one starts when one ends', async () => {
  const { send, end, started, counts } = admission();
  for (const url of ['/1', '/2', '/3', '/4']) send(url);
  expect(started).toEqual(['/1', '/2']);
  await end('/2');
  expect(started).toEqual(['/1', '/2', '/3']);
  await end('/2');
  expect(counts).toMatchObject({ running: 2, waiting: 1 });
});

test('probes are processed at once', async () => {
  const { send, started } = admission({ requestLimit: 1 });
  for (const url of ['/1', '/2', '/healthz', '/readyz?verbose=1', '/healthzz']) send(url);
  expect(started).toEqual(['/1', '/healthz', '/readyz?verbose=1']);
});

test('clients take turns, and so do requests with and without credentials', async () => {
  const { send, end, started } = admission({ requestLimit: 1 });
  send('/first');
  for (const url of ['/a1', '/a2', '/a3']) send(url, '198.51.100.1');
  send('/b1', '198.51.100.2');
  send('/c1', '198.51.100.1', { authorization: 'Basic eDp5' });
  send('/c2', '198.51.100.1', { cookie: 'a=b; wordpress_logged_in_abc=1' });
  send('/c3', '198.51.100.1', { 'x-token': '1' });
  for (let ended = 0; ended < 7; ended++) await end(started.at(-1)!);
  expect(started.slice(1)).toEqual(['/c1', '/a1', '/c2', '/b1', '/c3', '/a2', '/a3']);
});

test('a request that has waited for too long is refused, also when none ends', async () => {
  const { send, refused, counts } = admission({ requestLimit: 1, requestWait: 0.1 });
  for (const url of ['/1', '/2', '/3']) send(url);
  await until(() => refused.length === 2, 'both are refused');
  expect(counts).toMatchObject({ running: 1, waiting: 0, refused: 2 });
});

test('after long turns the limit grows again while requests in progress leave the event loop idle', async () => {
  const { send, started, counts } = admission({ requestLimit: 64, requestWait: 60 });
  for (let sent = 0; sent < 16; sent++) send(`/${sent}`);
  await until(() => started.length === 16, 'all have started');
  // Turns that are long enough to lower the limit below the requests in progress.
  for (let turn = 0; turn < 14; turn++) {
    send(`/blocked-${turn}`);
    const end = performance.now() + 60;
    while (performance.now() < end);
    await nextTurn();
  }
  await until(() => started.length === 30, 'the others have started, too');
  expect(counts).toMatchObject({ running: 30, waiting: 0, refused: 0 });
});

test('when too many wait, the client with most of them loses its newest one', () => {
  const { send, refused, counts } = admission({ requestLimit: 1, maxWaiting: 3 });
  send('/first');
  for (const url of ['/a1', '/a2', '/a3']) send(url, '198.51.100.1');
  send('/b1', '198.51.100.2');
  send('/c1', '198.51.100.3', { authorization: 'Basic eDp5' });
  expect(refused).toEqual(['/a3', '/a2']);
  expect(counts.waiting).toBe(3);
});

test('a request whose client has left is not processed', async () => {
  const { send, end, started, counts } = admission({ requestLimit: 1 });
  send('/1');
  const second = send('/2');
  send('/3');
  second.emit('close');
  await end('/1');
  expect(started).toEqual(['/1', '/3']);
  expect(counts).toMatchObject({ running: 1, waiting: 0, abandoned: 1 });
});

test('work in progress counts although its client has left, until it responds', async () => {
  const { send, end, counts, started } = admission({ requestLimit: 1 });
  send('/1').emit('close');
  send('/2');
  await nextTurn();
  expect(counts.running).toBe(1);
  await end('/1');
  expect(started).toEqual(['/1', '/2']);
});

test('a request does not count while its body arrives, and then waits for its turn again', async () => {
  const { send, end, started, slots } = admission({ requestLimit: 1 });
  send('/upload');
  const order: string[] = [];
  let receive = (): void => undefined;
  const body = slots.get('/upload')!.pause(() => new Promise<void>((done) => (receive = done)));
  void body.then(() => order.push('body'));
  await nextTurn();
  send('/2');
  expect(started).toEqual(['/upload', '/2']);
  receive();
  await nextTurn();
  expect(order).toEqual([]);
  await end('/2');
  await body;
});

test('a request whose body arrived too late for its turn gets a 503', async () => {
  const { send, slots } = admission({ requestLimit: 1, requestWait: 0.1 });
  send('/upload');
  const body = slots.get('/upload')!.pause(() => wait(1));
  send('/2');
  const error = await body.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RestError);
  expect(error).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
});

/** Keeps the processor busy. */
function compute(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('between requests that keep the processor busy there is time for other events', async () => {
  const ended: string[] = [];
  const { send, slots, started } = admission({
    requestLimit: 100,
    run: (url) =>
      void Promise.resolve().then(() => {
        compute(20);
        ended.push(url);
        slots.get(url)!.release();
      }),
  });
  for (let number = 0; number < 10; number++) {
    send(`/${number}`);
    // As between two events of the same turn.
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(started.length).toBeLessThan(3);
  const seen: number[] = [];
  while (ended.length < 10) {
    await nextTurn();
    seen.push(ended.length);
  }
  expect(Math.max(...seen.map((count, index) => count - (seen[index - 1] ?? started.length)))).toBeLessThan(3);
});

test('fewer requests are processed at a time while turns of the event loop are long, more while they are short', async () => {
  const { send, started, end, counts } = admission({ requestLimit: 30 });
  for (let number = 0; number < 100; number++) send(`/${number}`);
  expect(counts.running).toBe(8);
  for (let number = 0; number < 60; number++) await end(started[number]!);
  expect(counts.running).toBeGreaterThan(20);
  const most = counts.running;
  for (let number = 60; counts.running > 4; number++) {
    const ending = end(started[number]!);
    compute(60);
    await ending;
  }
  expect(most).toBeLessThanOrEqual(30);
});
