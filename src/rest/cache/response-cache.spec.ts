import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type IncomingMessage } from 'node:http';
import { CommitBus } from '../../database/commit-bus.js';
import { parsePhpQuery } from '../../text/php/php-query.js';
import { WireReply } from '../response/reply.js';
import { cacheKey, formHeaders } from './cache-key.js';
import { ResponseCache, matchesEtag } from './response-cache.js';

const reply = (body = 'x') =>
  new WireReply(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': 'http://a.test' }, body);

function newCache(bytes = 1_000_000): { cache: ResponseCache; changes: CommitBus } {
  const changes = new CommitBus();
  changes.watchFor(60_000);
  return { cache: new ResponseCache(bytes, changes), changes };
}

test('a change makes the responses stale that were made from the table, and no others', () => {
  const { cache, changes } = newCache();
  cache.store('/posts', reply(), { tables: ['posts', 'options'], since: cache.now() });
  cache.store('/tags', reply(), { tables: ['terms', 'options'], since: cache.now() });
  changes.publish(new Set(['posts']));
  expect(cache.get('/posts')).toBeUndefined();
  expect(cache.get('/tags')).toBeDefined();
  changes.publish(new Set(['options']), 'elsewhere');
  expect(cache.get('/tags')).toBeUndefined();
  expect(cache.size.entries).toBe(0);
});

test('a response built while one of its tables was written is not stored', () => {
  const { cache, changes } = newCache();
  const since = cache.now();
  changes.publish(new Set(['posts']));
  expect(cache.store('/posts', reply(), { tables: ['posts'], since })).toBeUndefined();
  expect(cache.store('/posts', reply(), { tables: ['posts'], since: cache.now() })).toBeDefined();
});

test('a response does not outlive the moment at which it changes by itself', async () => {
  const { cache } = newCache();
  expect(cache.store('/posts', reply(), { tables: [], since: 0, expiresAt: Date.now() - 1 })).toBeUndefined();
  cache.store('/posts', reply(), { tables: [], since: 0, expiresAt: Date.now() + 2000 });
  expect(cache.get('/posts')).toBeDefined();
  await new Promise((done) => setTimeout(done, 2010));
  expect(cache.get('/posts')).toBeUndefined();
});

test('a response does not outlive an hour, even if the clock is set back meanwhile', () => {
  const clock = jest.spyOn(performance, 'now');
  const started = performance.now();
  try {
    const { cache, changes } = newCache();
    changes.watchFor(Number.MAX_SAFE_INTEGER);
    clock.mockImplementation(() => started);
    cache.store('/posts', reply(), { tables: [], since: 0 });
    clock.mockImplementation(() => started + 3_599_000);
    expect(cache.get('/posts')).toBeDefined();
    clock.mockImplementation(() => started + 3_601_000);
    expect(cache.get('/posts')).toBeUndefined();
  } finally {
    clock.mockRestore();
  }
});

test('there are no hits while the database is not watched', () => {
  const { cache, changes } = newCache();
  cache.store('/posts', reply(), { tables: ['posts'], since: cache.now() });
  changes.watchFor(-1);
  expect(cache.get('/posts')).toBeUndefined();
  changes.watchFor(60_000);
  expect(cache.get('/posts')).toBeDefined();
});

test('memory is bounded', () => {
  const { cache } = newCache(50_000);
  for (let index = 0; index < 100; index++)
    cache.store(`/posts?page=${index}`, reply('x'.repeat(5000)), { tables: ['posts'], since: 0 });
  expect(cache.size.bytes).toBeLessThanOrEqual(50_000);
  expect(cache.size.entries).toBeGreaterThan(2);
});

test('a response larger than the whole cache is not stored', () => {
  const { cache } = newCache(5000);
  cache.store('/', reply('x'.repeat(6000)), { tables: [], since: 0 });
  expect(cache.size.entries).toBe(0);
});

test('headers of a single exchange are not stored', () => {
  const { cache } = newCache();
  const { headers, etag } = cache.store('/', reply(), { tables: [], since: 0 })!;
  expect(headers).toEqual([
    'Content-Type',
    'application/json',
    'ETag',
    etag,
    'Vary',
    'Origin',
    'X-Nestpress-Cache',
    'hit',
  ]);
});

test('complete messages weigh, and are not made of large responses', () => {
  const { cache } = newCache(100_000);
  const { body } = cache.store('/', reply('x'.repeat(1000)), { tables: [], since: 0 })!;
  const plain = cache.size.bytes;
  const message = cache.message('Age: 1\r\n\r\n', body);
  expect(message?.toString()).toBe(`Age: 1\r\n\r\n${body.toString()}`);
  expect(cache.message('Age: 1\r\n\r\n', body)).toBe(message);
  expect(cache.message('Age: 2\r\n\r\n', body)?.toString()).toBe(`Age: 2\r\n\r\n${body.toString()}`);
  expect(cache.size.bytes).toBe(plain + message!.length);
  expect(cache.message('', Buffer.alloc(50_000))).toBeUndefined();
  cache.store('/', reply('y'), { tables: [], since: 0 });
  expect(cache.size.bytes).toBeLessThan(plain);
});

test('the compressed form is made once and weighs', async () => {
  const { cache } = newCache();
  const entry = cache.store('/', reply('x'.repeat(5000)), { tables: [], since: 0 })!;
  const plain = cache.size.bytes;
  cache.compressLater('/', entry);
  cache.compressLater('/', entry);
  while (!cache.get('/')?.gzipped) await new Promise((done) => setTimeout(done, 5));
  expect(cache.size.bytes).toBeGreaterThan(plain);
});

test('If-None-Match takes lists, weak and strong forms, and the star', () => {
  for (const header of ['W/"a"', '"a"', '"b", W/"a"', '*']) expect(matchesEtag(header, 'W/"a"')).toBe(true);
  for (const header of [undefined, '', '"b"', 'a']) expect(matchesEtag(header, 'W/"a"')).toBe(false);
});

function key(url: string, headers: Record<string, string> = {}, method = 'GET'): string | undefined {
  return formHeaders(Object.entries(headers).flat(), []) && cacheKey({ method, url } as IncomingMessage);
}

test('the order of parameters does not matter, the order within one does', () => {
  expect(key('/wp-json/wp/v2/posts?b=2&a=1')).toBe(key('/wp-json/wp/v2/posts?a=1&b=2'));
  expect(key('/x?a%5B%5D=1&b')).toBe(key('/x?b=&a[]=1'));
  expect(key('/x?include[]=2&include[]=1')).not.toBe(key('/x?include[]=1&include[]=2'));
  expect(key('/x?page=1&page=2')).not.toBe(key('/x?page=2&page=1'));
  expect(key('/x?')).toBe(key('/x'));
});

test('requests with one name ask for the same', () => {
  const query = fc.array(
    fc.tuple(fc.constantFrom('a', 'a[]', 'a[b]', 'b', 'b%5B%5D', 'c.d', 'c_d'), fc.constantFrom('', '1', '%31', '2,3')),
    { maxLength: 5 },
  );
  const text = query.map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
  fc.assert(
    fc.property(text, text, (a, b) => {
      if (key(`/x?${a}`) === key(`/x?${b}`)) expect(parsePhpQuery(a)).toEqual(parsePhpQuery(b));
    }),
  );
});

test.each([
  ['/x', { authorization: 'Basic x' }],
  ['/x', { cookie: 'a=b' }],
  ['/x', { 'x-wp-nonce': 'n' }],
  ['/x', { 'content-type': 'application/json' }],
  ['/x?password=1', {}],
  ['/x?a=1&%70assword=1', {}],
  ['/x?password[]=1', {}],
  ['/x?password[a][b]=1', {}],
  ['/x?password%5B%5D=1', {}],
  ['/x?+password=1', {}],
  ['/x?%20password=1', {}],
  ['/x?PASSWORD=1', {}],
  ['/x?password', {}],
  ['/x?.method=DELETE', {}],
  ['/x?%5fmethod=DELETE', {}],
  ['/x?.wpnonce=1', {}],
  ['/x?+context=edit', {}],
  ['/x?Context=edit', {}],
  ['/x?context=view&context=edit', {}],
  ['/x?context=help', {}],
  ['/?rest_route=/wp/v2/posts', {}],
  ['/x?context=edit', {}],
  ['/x?context[]=edit', {}],
  ['/x?_wpnonce=1', {}],
  ['/x?_method=DELETE', {}],
])('%s %j is never cached', (url, headers) => {
  expect(key(url, headers as Record<string, string>)).toBeUndefined();
});

test('a public context is cached', () => {
  expect(key('/x?context=embed&page=2')).toBeDefined();
  expect(key('/x?page=2&context=view')).toBeDefined();
});

test('only reads are cached', () => {
  expect(key('/x', {}, 'POST')).toBeUndefined();
  expect(key('/x', {}, 'HEAD')).toBe('/x');
});

test('headers are read without regard to case, and repeated ones are joined', () => {
  const raw = ['Host', 'x', 'If-None-Match', '"a"', 'if-none-match', '"b"', 'ACCEPT-ENCODING', 'gzip'];
  expect(formHeaders(raw, [])).toEqual({ 'if-none-match': '"a", "b"', 'accept-encoding': 'gzip' });
  expect(formHeaders(['COOKIE', 'a=b'], [])).toBeUndefined();
  expect(formHeaders(['X-Api-Key', 'k'], ['x-api-key'])).toBeUndefined();
});
