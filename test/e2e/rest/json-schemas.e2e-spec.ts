import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../support/app.js';
import { missingOptional } from '../../support/missing.js';
import { schemaViolations } from '../../support/wordpress-schemas.js';

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus');

type Exception = readonly [violation: RegExp, reason: string];

/** Where WordPress 7.1 itself differs from the schemas. */
const EXCEPTIONS: readonly Exception[] = [
  [/author_avatar_urls\/N: must be string$/, 'false for pings'],
  [/font_family_settings(?:\/preview)?: must match/, 'fonts without a preview have an empty one'],
  [/^(?:collections\/)?menu-items?\b.*\/url: must match format "uri"$/, 'menu items link to anything, such as #top'],
  [/\/_embedded: must have required property 'author'$/, '_embed names the relations that are embedded'],
  [/^collections\/search-results /, 'post formats are found, too'],
  [/^error : must NOT have additional properties$/, 'additional_data of errors with several data'],
  [/^error (?:\/data: must be object|: must have required property 'data')$/, 'errors without data'],
  [/^settings \/\w+: must be /, 'null for stored values that do not fit'],
];

/** Where the service has less: what it cannot know without the files of a WordPress, and an empty map as PHP writes it. */
const OWN_EXCEPTIONS: readonly Exception[] = [
  [
    /^(?:collections\/)?themes? .*'(?:author|description|is_block_theme|version)'$/,
    'headers of a theme are in its files',
  ],
  [/^collections\/menu-locations : must be object$/, 'a site without menu locations'],
];

const isIn = (exceptions: readonly Exception[], violation: string) =>
  exceptions.some(([pattern]) => pattern.test(violation));

interface RecordedCase {
  id: string;
  method: string;
  path?: string;
  query?: string;
}

describe('wp-json-schemas', () => {
  describe('recorded responses of WordPress 7.1', () => {
    if (!existsSync(join(CORPUS, 'cases-c.json'))) return missingOptional('the recorded responses are not there');

    test('fit, but for what the schemas leave out; so do ours, which are compared with them', () => {
      const cases = JSON.parse(readFileSync(join(CORPUS, 'cases-c.json'), 'utf8')) as RecordedCase[];
      const lines = gunzipSync(readFileSync(join(CORPUS, 'answers-c.jsonl.gz')))
        .toString()
        .trim()
        .split('\n');
      const responses = new Map(
        lines.map((line) => {
          const { id, response } = JSON.parse(line.replaceAll('{site}', 'http://site.test')) as {
            id: string;
            response: { status: number; body?: unknown };
          };
          return [id, response];
        }),
      );
      const unexpected = new Map<string, string>();
      const used = new Set<string>();
      let judged = 0;
      for (const { id, method, path = '', query = '' } of cases) {
        const { status, body } = responses.get(id) ?? {};
        if (status === undefined || body === undefined) continue;
        const [route = '', inPath = ''] = path.split('?');
        const search = new URLSearchParams(`${inPath}&${query}`);
        const violations = schemaViolations({ method, route, query: search, status, body });
        if (!violations) continue;
        judged++;
        for (const violation of violations)
          if (isIn(EXCEPTIONS, violation)) used.add(violation);
          else unexpected.set(violation, id);
      }
      expect(Object.fromEntries(unexpected)).toEqual({});
      expect(judged).toBeGreaterThan(2000);
      expect(EXCEPTIONS.filter(([pattern]) => ![...used].some((violation) => pattern.test(violation)))).toEqual([]);
    });
  });

  anyEngine((engine) => {
    let service: TestApp;
    beforeAll(async () => void (service = await startTestApp({ VARIANT: 'C' }, engine)));
    afterAll(() => service?.close());

    test('responses of a new site fit', async () => {
      const get = async (path: string, isSigned: boolean) => {
        const sent = request(service.server).get(`/wp-json${path}`);
        return isSigned ? sent.auth(ADMIN.user, ADMIN.password) : sent;
      };
      const { routes } = (await get('/', true)).body as { routes: Record<string, { methods: string[] }> };
      const lists = Object.keys(routes).filter(
        (route) => /^\/wp\/v2\/[\w-]+$/.test(route) && routes[route]!.methods.includes('GET'),
      );
      const found: Record<string, string[]> = {};
      let judged = 0;
      for (const isSigned of [true, false])
        for (const context of isSigned ? ['view', 'edit'] : ['view'])
          for (const route of lists) {
            const listed = await get(`${route}?context=${context}`, isSigned);
            const paths = Array.isArray(listed.body)
              ? (listed.body as { id?: number }[]).flatMap(({ id }) => (id === undefined ? [] : [`${route}/${id}`]))
              : [];
            for (const path of [route, ...paths.slice(0, 2)]) {
              const { status, body } = path === route ? listed : await get(`${path}?context=${context}`, isSigned);
              const violations = schemaViolations({
                method: 'GET',
                route: path,
                query: new URLSearchParams({ context }),
                status,
                body,
              });
              if (!violations) continue;
              judged++;
              const unexpected = violations.filter((violation) => !isIn([...EXCEPTIONS, ...OWN_EXCEPTIONS], violation));
              if (unexpected.length > 0) found[`${path} ${context}`] = unexpected;
            }
          }
      expect(found).toEqual({});
      expect(judged).toBeGreaterThan(50);
    });
  });
});
