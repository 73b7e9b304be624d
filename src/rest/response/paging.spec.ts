import { describe, expect, test } from '@jest/globals';
import { ANONYMOUS } from '../../access/principal.js';
import { Site } from '../../site/site.js';
import { RestRequest } from '../http/rest-request.js';
import { RequestContext } from '../http/request-context.js';
import { type Paging, pagedReply, queryText } from './paging.js';

const site = new Site(
  { get: (name: string) => ({ home: 'http://site.test', permalink_structure: '/%postname%/' })[name], has: () => true },
  { basePath: '/wp-json', plainRoot: '/' },
);

function headers(paging: Partial<Paging>, query: Record<string, unknown> = { a: 'x' }) {
  const ctx = new RequestContext(ANONYMOUS, new RestRequest('GET', '/wp/v2/users', query, {}, '', 'GET'), site, {
    envelope: false,
    embed: false,
  });
  return pagedReply(ctx, '/wp/v2/users', [], { total: 5, perPage: 2, page: 1, ...paging }).headers;
}

const link = (query: string, rel: string) => `<http://site.test/wp-json/wp/v2/users?${query}>; rel="${rel}"`;

describe('pagedReply', () => {
  test('contains totals and links to the neighbouring pages', () => {
    expect(headers({ page: 2 })).toEqual({
      'X-WP-Total': 5,
      'X-WP-TotalPages': 3,
      Link: `${link('a=x&page=1', 'prev')}, ${link('a=x&page=3', 'next')}`,
    });
    expect(headers({ page: 1 }).Link).toBe(link('a=x&page=2', 'next'));
  });

  test('behind the end the last page is the previous one', () => {
    expect(headers({ page: 99 }).Link).toBe(link('a=x&page=3', 'prev'));
  });

  test('behind an empty list the first page is the previous one', () => {
    expect(headers({ page: 3, total: 0 }).Link).toBe(link('a=x&page=1', 'prev'));
  });

  test('an empty collection has no pages', () => {
    expect(headers({ total: 0 })).toEqual({ 'X-WP-Total': 0, 'X-WP-TotalPages': 0 });
  });

  test('arguments are spelled as they were understood, where they stood', () => {
    expect(
      headers({ args: { include: [7, 8], page: 1, per_page: 2 } }, { include: '7,8', page: '1', x: 'y' }).Link,
    ).toBe(link('include%5B0%5D=7&include%5B1%5D=8&page=2&x=y', 'next'));
  });
});

describe('queryText', () => {
  test('encodes names and values, nests lists and maps', () => {
    expect(queryText({ 'q x': "a b:'~", search: '', deep: { a: { b: 'c' } }, none: [] })).toBe(
      'q+x=a+b%3A%27%7E&search&deep%5Ba%5D%5Bb%5D=c',
    );
  });

  test('never throws on malformed text', () => {
    expect(queryText({ a: '\ud800' })).toBe('a=%EF%BF%BD');
  });
});
