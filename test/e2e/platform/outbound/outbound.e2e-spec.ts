import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { OutboundClient, OutboundError } from '../../../../src/platform/outbound/outbound.client.js';
import {
  DEFAULT_OUTBOUND,
  DnsResolver,
  isGlobalAddress,
  type OutboundOptions,
} from '../../../../src/platform/outbound/outbound-options.js';
import { freePort } from '../../../../tools/free-port.mjs';
import { type DnsServer, startDnsServer } from '../../../support/dns-server.js';
import { hostileHosts, nameFor, privateV4, privateV6 } from '../../../support/hostile-hosts.js';

const PAGE = { accept: 'text/html', maxBytes: 1000, oversize: 'cut' } as const;
/** Stands for a host of the public internet: the only address besides the global ones that may be connected to. */
const OUTSIDE = '127.0.0.9';
const RUNS = 5000;
const AT_ONCE = 50;

let canary: Server;
let outside: Server;
let dns: DnsServer;
let reached = 0;
let port: number;
const rebound = new Map<string, number>();

/** What a name leads to is written in the name; `rebind-…` leads outside first and to loopback ever after. */
function responses(name: string, type: 'A' | 'AAAA'): string[] {
  if (name.startsWith('rebind-') && type === 'A') {
    rebound.set(name, (rebound.get(name) ?? 0) + 1);
    return [rebound.get(name) === 1 ? OUTSIDE : '127.0.0.1'];
  }
  const [kind = '', hex = ''] = (name.split('.')[0] ?? '').split('-');
  const v4 = () => [Buffer.from(hex, 'hex').join('.')];
  if (kind === 'out' && type === 'A') return [OUTSIDE];
  if (kind === 'v4' && type === 'A') return v4();
  if (kind === 'mixed' && type === 'A') return [OUTSIDE, ...v4()];
  if (kind === 'v6' && type === 'AAAA') return [hex.match(/.{4}/g)!.join(':')];
  if (kind === 'both') return type === 'A' ? [OUTSIDE] : [hex.match(/.{4}/g)!.join(':')];
  return [];
}

function client(options: Partial<OutboundOptions> = {}): OutboundClient {
  return new OutboundClient({
    ...DEFAULT_OUTBOUND,
    resolver: new DnsResolver([dns.address]),
    mayConnect: (address) => address === OUTSIDE || isGlobalAddress(address),
    ports: new Set([80, 443, port]),
    maxConcurrent: 1000,
    ...options,
  });
}

async function failure(request: Promise<unknown>): Promise<string> {
  try {
    await request;
  } catch (error) {
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
  return 'none';
}

beforeAll(async () => {
  dns = await startDnsServer(responses);
  canary = createServer((_, response) => response.end('canary'));
  canary.on('connection', () => reached++);
  // The same port at two addresses.
  port = await freePort();
  await new Promise<void>((resolve) => canary.listen(port, '127.0.0.1', resolve));
  outside = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://outside');
    const to = url.searchParams.get('to');
    if (to !== null) response.writeHead(302, { Location: to.replace(/[^\x00-\x7f]+/g, encodeURIComponent) }).end();
    else if (url.pathname === '/slow') response.write('.');
    else if (url.pathname === '/gzip') response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x');
    else response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`${request.headers.host} ${'x'.repeat(5000)}`);
  });
  await new Promise<void>((resolve) => outside.listen(port, OUTSIDE, resolve));
});

afterAll(async () => {
  for (const server of [canary, outside]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await dns.close();
});

beforeEach(() => {
  reached = 0;
});

describe('nothing inside is ever connected to', () => {
  test('the canary records every connection, so the test would notice one', async () => {
    const careless = client({ mayConnect: () => true });
    const { body } = await careless.get(`http://v4-7f000001.test:${port}/`, PAGE);
    expect(body.toString()).toBe('canary');
    expect(reached).toBe(1);
  });

  test.each([
    ['directly', (url: string) => url],
    ['by redirect', (url: string) => `http://out.test:${port}/?to=${encodeURIComponent(url)}`],
  ])(`${RUNS} spellings, %s`, async (_, lead) => {
    const strict = client({ timeoutMs: 60_000 });
    const hosts = fc.sample(hostileHosts(), { numRuns: RUNS, seed: 1 });
    const refused: Record<string, string[]> = {};
    for (let at = 0; at < hosts.length; at += AT_ONCE) {
      const batch = hosts.slice(at, at + AT_ONCE);
      const reasons = await Promise.all(
        batch.map((host) => failure(strict.get(lead(`http://${host}:${port}/`), PAGE))),
      );
      reasons.forEach((reason, place) => (refused[reason] ??= []).push(batch[place]!));
    }
    const { address, network, ...others } = refused;
    expect(others).toEqual({});
    expect(address!.length + network!.length).toBe(RUNS);
    expect(reached).toBe(0);
  });

  test('a name that changes its mind is looked up once a request', async () => {
    const asked = await client().get(`http://rebind-1.test:${port}/`, PAGE);
    expect(asked.status).toBe(200);
    expect(rebound.get('rebind-1.test')).toBe(1);
    expect(await failure(client().get(`http://rebind-1.test:${port}/`, PAGE))).toBe('network');
    expect(reached).toBe(0);
  });

  test('one bad address among good ones spoils the name', async () => {
    for (const name of [nameFor('mixed', privateV4[0]!), nameFor('both', privateV6[0]!)]) {
      expect(await failure(client().get(`http://${name}:${port}/`, PAGE))).toBe('network');
    }
  });
});

test('TLS connections send the host name, although they connect to an IP address', async () => {
  const names: string[] = [];
  const secure = createTlsServer({
    SNICallback: (name, done) => (names.push(name), done(new Error('no certificate'))),
  });
  await new Promise<void>((resolve) => secure.listen(0, OUTSIDE, resolve));
  const { port: securePort } = secure.address() as AddressInfo;
  const reason = await failure(client({ ports: new Set([securePort]) }).get(`https://out.test:${securePort}/`, PAGE));
  expect([reason, names]).toEqual(['connection', ['out.test']]);
  await new Promise((resolve) => secure.close(resolve));
});

describe('requests are capped', () => {
  test('in size', async () => {
    const { body, contentType, url } = await client().get(`http://out.test:${port}/a?b`, PAGE);
    expect(body).toHaveLength(1000);
    expect(body.toString()).toMatch(new RegExp(`^out.test:${port} x`));
    expect(contentType).toBe('text/plain');
    expect(url.href).toBe(`http://out.test:${port}/a?b`);
    expect(await failure(client().get(`http://out.test:${port}/`, { ...PAGE, oversize: 'refuse' }))).toBe('size');
  });

  test('in time, with everything that belongs to one', async () => {
    const start = performance.now();
    expect(await failure(client({ timeoutMs: 200 }).get(`http://out.test:${port}/slow`, PAGE))).toBe('time');
    // What it asks for never ends.
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  test('in redirects', async () => {
    const to = (left: number): string =>
      `http://out.test:${port}/${left === 0 ? '' : `?to=${encodeURIComponent(to(left - 1))}`}`;
    expect((await client().get(to(3), PAGE)).status).toBe(200);
    expect(await failure(client().get(to(4), PAGE))).toBe('redirects');
    expect(await failure(client().get(`http://out.test:${port}/?to=file:///etc/passwd`, PAGE))).toBe('address');
  });

  test('in number', async () => {
    const busy = client({ maxConcurrent: 2, timeoutMs: 300 });
    const slow = () => failure(busy.get(`http://out.test:${port}/slow`, PAGE));
    expect((await Promise.all([slow(), slow(), slow()])).sort()).toEqual(['busy', 'time', 'time']);
    expect(await slow()).toBe('time');
  });

  test('bodies that would unpack to something larger are not taken', async () => {
    expect(await failure(client().get(`http://out.test:${port}/gzip`, PAGE))).toBe('encoding');
  });
});
