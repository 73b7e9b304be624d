import { expect, test } from '@jest/globals';
import { type IncomingMessage } from 'node:http';
import { WireReply } from '../response/reply.js';
import { cacheKey } from './cache-key.js';
import { ResponseCache } from './response-cache.js';

const reply = (body = 'x') => new WireReply(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': 'http://a.test' }, body);

test('a purge of a tag drops the answers that have it, and no others', () => {
  const cache = new ResponseCache(1_000_000);
  cache.store('/posts', reply(), ['posts', 'options'], cache.now());
  cache.store('/tags', reply(), ['terms', 'options'], cache.now());
  cache.purge(['posts']);
  expect(cache.get('/posts')).toBeUndefined();
  expect(cache.get('/tags')).toBeDefined();
  cache.purge(['options']);
  expect(cache.size.entries).toBe(0);
});

test('an answer made while one of its tags was purged is not kept', () => {
  const cache = new ResponseCache(1_000_000);
  const before = cache.now();
  cache.purge(['posts']);
  expect(cache.store('/posts', reply(), ['posts'], before)).toBeUndefined();
  expect(cache.store('/posts', reply(), ['posts'], cache.now())).toBeDefined();
});

test('an answer made while everything was dropped is not kept either', () => {
  const cache = new ResponseCache(1_000_000);
  const before = cache.now();
  cache.clear();
  expect(cache.store('/posts', reply(), ['posts'], before)).toBeUndefined();
});

test('memory is bounded', () => {
  const cache = new ResponseCache(50_000);
  for (let index = 0; index < 100; index++) cache.store(`/posts?page=${index}`, reply('x'.repeat(5000)), ['posts'], cache.now());
  expect(cache.size.bytes).toBeLessThanOrEqual(50_000);
});

test('headers of one exchange are not kept', () => {
  const cache = new ResponseCache(1_000_000);
  expect(cache.store('/', reply(), [], 0)!.headers).toEqual({ 'Content-Type': 'application/json' });
});

function key(url: string, headers: Record<string, string> = {}, method = 'GET'): string | undefined {
  return cacheKey({ method, url, headers } as unknown as IncomingMessage);
}

test('the order of parameters does not matter', () => {
  expect(key('/wp-json/wp/v2/posts?b=2&a=1')).toBe(key('/wp-json/wp/v2/posts?a=1&b=2'));
});

test.each([
  ['/x', { authorization: 'Basic x' }],
  ['/x', { cookie: 'a=b' }],
  ['/x', { 'x-wp-nonce': 'n' }],
  ['/x', { 'content-type': 'application/json' }],
  ['/x?password=1', {}],
  ['/x?a=1&%70assword=1', {}],
  ['/x?password[]=1', {}],
  ['/x?context=edit', {}],
  ['/x?context[]=edit', {}],
  ['/x?_wpnonce=1', {}],
  ['/x?_method=DELETE', {}],
  ['/x?a=%zz', {}],
])('%s %j is never kept', (url, headers) => {
  expect(key(url, headers as Record<string, string>)).toBeUndefined();
});

test('a harmless context is kept', () => {
  expect(key('/x?context=embed&page=2')).toBeDefined();
  expect(key('/x?page=2&context=view')).toBeDefined();
});

test('only reads are kept', () => {
  expect(key('/x', {}, 'POST')).toBeUndefined();
  expect(key('/x', {}, 'HEAD')).toBe('/x');
});
