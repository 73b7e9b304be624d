import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AddressMatcher } from '../../src/modules/entries/model/match-address.js';
import { RouteMatcher, RouteRegistry } from '../../src/rest/route/route-registry.js';
import { startTestApp, type TestApp, WEB } from '../support/app.js';
import { processorMs } from '../support/processor-time.js';

/** Far more than a route may have, so that a cost that grows faster than the text shows. */
const SIZE = 32 * 1024;
/** A linear match takes some ten milliseconds; one that backtracks takes seconds. */
const MOST_MS = 500;
const UNITS = ['a', '1', '/', 'a/', '%', '-', '1/revisions/', 'a/autosaves/1/', '//a'];
const ENDS = ['', '!', '/revisions/!'];

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ ...WEB, VARIANT: 'C' });
});
afterAll(() => service.close());

test('the cost of every declared route pattern grows no faster than the path', () => {
  const patterns = service.app.get(RouteRegistry).routes.map(({ pattern }) => pattern);
  // Patterns that differ in their literal prefix only cost the same.
  const shapes = new Map(patterns.map((pattern) => [pattern.slice(pattern.indexOf('(')), pattern]));
  expect(shapes.size).toBeGreaterThan(15);
  const slow: string[] = [];
  for (const pattern of shapes.values()) {
    const matcher = new RouteMatcher(pattern);
    const prefix = pattern.slice(0, Math.max(pattern.indexOf('('), 0));
    for (const unit of UNITS) {
      for (const end of ENDS) {
        const path = prefix + unit.repeat(SIZE / unit.length) + end;
        const ms = processorMs(() => matcher.match(path));
        if (ms > MOST_MS) slow.push(`${pattern} with ${unit}…${end}: ${Math.round(ms)} ms`);
      }
    }
  }
  expect(slow).toEqual([]);
});

test.each(['/%category%/%postname%/', '/%author%-%category%-%postname%/', '/%postname%%author%%category%x/'])(
  'so does that of the permalink structure %s',
  (structure) => {
    const matcher = new AddressMatcher({ home: 'http://site.test', structure, postsPage: 0 } as never);
    for (const unit of ['-', 'a', 'a-']) {
      const segments = [unit.repeat(1900 / unit.length), 'a', 'b'];
      expect(processorMs(() => matcher.match(segments, []))).toBeLessThan(MOST_MS);
    }
  },
);
