import { describe, expect, test } from '@jest/globals';
import { compareResponses } from './compare-responses.js';
import { indexView } from './sample-requests.js';
import { knownReason } from './known-differences.js';
import { reportOf, reportText } from './report.js';

const response = (body: unknown, headers: Record<string, string> = {}, status = 200) => ({ status, headers, body });

describe('compareResponses', () => {
  test('the order of members, of links and of methods means nothing, nor how links are encoded', () => {
    const ours = response([{ a: 1, b: [1, 2] }], {
      allow: 'GET, POST',
      link: '<{home}/x?after=2020-01-01T00%3A00&page=2>; rel="next", <{home}/x>; rel="prev"',
    });
    const theirs = response([{ b: [1, 2], a: 1 }], {
      allow: 'POST,GET',
      link: '<{home}/x>; rel="prev", <{home}/x?page=2&after=2020-01-01T00:00>; rel="next"',
    });
    expect(compareResponses(ours, theirs)).toEqual([]);
  });

  test('an empty map may be a list, as PHP writes it', () => {
    expect(compareResponses(response({ meta: [] }), response({ meta: {} }))).toEqual([]);
    expect(compareResponses(response({ meta: [] }), response({ meta: { x: 1 } }))).toEqual([
      { path: 'body.meta.x', ours: undefined, theirs: 1 },
    ]);
  });

  test('every difference is reported with its path', () => {
    const ours = response([{ id: 1, title: { rendered: 'A' } }, { id: 2 }], { 'x-wp-total': '2' });
    const theirs = response([{ id: 1, title: { rendered: 'B' } }], { 'x-wp-total': '1' }, 201);
    expect(compareResponses(ours, theirs)).toEqual([
      { path: 'status', ours: 200, theirs: 201 },
      { path: 'header.x-wp-total', ours: '2', theirs: '1' },
      { path: 'body.length', ours: 2, theirs: 1 },
      { path: 'body[0].title.rendered', ours: 'A', theirs: 'B' },
    ]);
  });
});

test.each([
  ['/wp/v2/types', { path: 'body.post.icon', ours: undefined, theirs: 'x' }, true],
  ['/wp/v2/types', { path: 'body.post.icon', ours: 'y', theirs: 'x' }, false],
  ['/wp/v2/types', { path: 'body.product', ours: undefined, theirs: {} }, false],
  ['/wp/v2/posts', { path: 'body.message', ours: 'a', theirs: 'b' }, true],
  ['/wp/v2/posts', { path: 'body.code', ours: 'a', theirs: 'b' }, false],
  ['/', { path: 'body.routes./wp/v2/search', ours: undefined, theirs: 'GET' }, true],
  ['/', { path: 'body.routes./shop/v1/orders', ours: undefined, theirs: 'GET' }, false],
  ['/', { path: 'body.namespaces.shop/v1', ours: undefined, theirs: true }, false],
  [
    '/wp/v2/posts',
    { path: 'body[0].content.rendered', ours: '<img src="x">', theirs: '<img decoding="async" src="x">' },
    true,
  ],
  [
    '/wp/v2/posts',
    { path: 'body[0].content.rendered', ours: '<img src="y">', theirs: '<img decoding="async" src="x">' },
    false,
  ],
])('%s %j is known: %s', (route, difference, isKnown) => {
  expect(knownReason(route, difference) !== undefined).toBe(isKnown);
});

test('the index is compared by routes and methods, whatever their patterns', () => {
  const view = indexView({
    name: 'N',
    namespaces: ['wp/v2'],
    routes: { '/wp/v2/posts/(?P<parent>[\\d]+)/x/(?P<id>(?:[a-z()]|\\))+)/end': { methods: ['POST', 'GET'] } },
  });
  expect(view).toMatchObject({
    name: 'N',
    namespaces: { 'wp/v2': true },
    routes: { '/wp/v2/posts/{parent}/x/{id}/end': 'GET, POST' },
  });
});

test('the report counts by route and lists a repeated difference once', () => {
  const difference = (at: number) => ({ path: `body[${at}].slug`, ours: 'a', theirs: 'b' });
  const report = reportOf([
    { route: '/r', path: '/r', query: '', differences: [difference(0), difference(1)], known: [] },
    {
      route: '/r',
      path: '/r',
      query: 'page=2',
      differences: [],
      known: [{ path: 'body.icon', ours: undefined, theirs: 1, reason: 'newer' }],
    },
  ]);
  expect(report.summary).toEqual({ requests: 2, same: 1, different: 1, known: 1 });
  expect(report.routes[0]!.differences).toEqual([
    { path: 'body[].slug', times: 2, example: '/r', ours: 'a', theirs: 'b' },
  ]);
  expect(reportText(report)).toContain('2 requests: 1 with the same response, 1 with a different one.');
});
