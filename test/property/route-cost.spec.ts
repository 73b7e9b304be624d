import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AddressMatcher } from '../../src/modules/entries/model/match-address.js';
import { RouteMatcher, RouteRegistry } from '../../src/rest/route/route-registry.js';
import { startTestApp, type TestApp, WEB } from '../support/app.js';
import { repeated, superLinearCost } from '../support/processor-time.js';

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
        const cost = superLinearCost(
          (path: string) => matcher.match(path),
          (size) => prefix + repeated(unit)(size / 16) + end,
        );
        if (cost !== undefined) slow.push(`${pattern} with ${unit}…${end}: ${cost}`);
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
      const run = (segment: string) => matcher.match([segment, 'a', 'b'], []);
      expect(superLinearCost(run, (size) => repeated(unit)(size / 128))).toBeUndefined();
    }
  },
);
