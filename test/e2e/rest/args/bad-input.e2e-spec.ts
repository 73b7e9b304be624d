import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RouteRegistry } from '../../../../src/rest/route/route-registry.js';
import { NAMED_GROUP } from '../../../../src/rest/route/route.decorators.js';
import { type Endpoint } from '../../../../src/rest/route/route.types.js';
import { PROFILES } from '../../../../src/variant/profiles.js';
import {
  ADMIN_AUTHORIZATION,
  eachEngine,
  type EngineName,
  startTestApp,
  type TestApp,
  WEB,
} from '../../../support/app.js';

/** Values no argument expects: wrong types, boundaries, huge, nested, duplicated, oddly encoded. */
const BAD_VALUES: unknown[] = [
  'x',
  '',
  '-1',
  '0',
  '1e400',
  '99999999999999999999999',
  'true',
  'NaN',
  '%00',
  '\u0000',
  '\ud800',
  '‮',
  "' OR 1=1 --",
  '<script>',
  '../../etc/passwd',
  'a'.repeat(5000),
  -1,
  1.5,
  1e308,
  true,
  [],
  {},
  [[]],
  [null],
  { a: { b: { c: [] } } },
  ['x', 1, null, {}],
  Array.from({ length: 500 }, (_, index) => index),
  { raw: [] },
  { rendered: 'x' },
  '2018-13-45T99:99:99',
  '0000-00-00T00:00:00',
];

/** Status codes of the reference that are 5xx by design; the bodies say so by code. */
const DOCUMENTED_5XX = new Set([
  'rest_trash_not_supported',
  'existing_user_login',
  'existing_user_email',
  'empty_user_login',
  'user_login_too_long',
  'user_nicename_too_long',
  'empty_term_name',
  'duplicate_term_slug',
  'term_exists',
  'rest_upload_sideload_error',
  'rest_upload_unknown_error',
  'rest_invalid_stored_value',
]);

interface Attempt {
  endpoint: Endpoint;
  name: string;
  value: unknown;
  asAdmin: boolean;
}

function attempts(registry: RouteRegistry): Attempt[] {
  return registry.routes.flatMap((route) =>
    route.endpoints.flatMap((endpoint) =>
      endpoint.args.args.flatMap(({ name }) =>
        BAD_VALUES.flatMap((value) => [
          { endpoint, name, value, asAdmin: false },
          // An administrator's deletes would take the ground away from the rest of the sweep.
          ...(endpoint.methods.includes('DELETE') ? [] : [{ endpoint, name, value, asAdmin: true }]),
        ]),
      ),
    ),
  );
}

function requestFor(base: string, { endpoint, name, value, asAdmin }: Attempt): [string, RequestInit] {
  const path = endpoint.route.pattern.replace(NAMED_GROUP, (_, group: string) =>
    ['id', 'parent', 'user_id'].includes(group) ? '1' : 'post',
  );
  const headers: Record<string, string> = asAdmin ? { authorization: ADMIN_AUTHORIZATION } : {};
  const method = endpoint.methods[0]!;
  if (method === 'GET') {
    const query =
      typeof value === 'object' ? queryOf(name, value) : `${name}=${encodeURIComponent(String(value).toWellFormed())}`;
    return [`${base}${path}?${query}`, { method, headers }];
  }
  return [
    `${base}${path}`,
    { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ [name]: value }) },
  ];
}

function queryOf(name: string, value: unknown): string {
  return Object.entries(value as object)
    .map(
      ([key, member]) =>
        `${name}[${key}]=${encodeURIComponent(typeof member === 'object' ? 'nested' : String(member))}`,
    )
    .join('&');
}

async function verdict(base: string, attempt: Attempt): Promise<string | undefined> {
  const [url, init] = requestFor(base, attempt);
  const response = await fetch(url, init);
  const text = await response.text();
  // 431: Node itself refuses an address that is too long.
  if (response.status < 400 || response.status === 431) return undefined;
  const described = `${init.method} ${url.slice(0, 200)} ${JSON.stringify(attempt.value)?.slice(0, 80)} → ${response.status} ${text.slice(0, 200)}`;
  if (!text.startsWith('{')) return described;
  const body = JSON.parse(text) as { code?: unknown; message?: unknown; data?: { status?: unknown } | null };
  const shaped = typeof body.code === 'string' && typeof body.message === 'string' && 'data' in body;
  const planned = response.status < 500 || DOCUMENTED_5XX.has(String(body.code));
  return shaped && planned ? undefined : described;
}

async function sweep(service: TestApp, limit: number): Promise<string[]> {
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const all = attempts(service.app.get(RouteRegistry));
  const every = Math.max(1, Math.floor(all.length / limit));
  const first = Math.floor(Math.random() * every);
  const todo = all.filter((_, index) => index % every === first);
  const wrong: string[] = [];
  const worker = async (): Promise<void> => {
    for (let attempt = todo.pop(); attempt; attempt = todo.pop()) {
      const problem = await verdict(`http://127.0.0.1:${port}/wp-json`, attempt);
      if (problem) wrong.push(problem);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return wrong;
}

/** Every argument with every value would take minutes; each run takes another sample. BAD_INPUT_REQUESTS sets its size. */
const SAMPLE: Record<EngineName, number> = { sqlite: 750, mysql: 400 };

eachEngine((engine) => {
  describe.each(Object.keys(PROFILES))('variant %s', (variant) => {
    let service: TestApp;
    beforeAll(async () => {
      service = await startTestApp({ ...WEB, VARIANT: variant }, engine);
      await service.app.listen(0, '127.0.0.1');
    });
    afterAll(() => service.close());

    test('bad values for every declared argument give the error shape and no unplanned 5xx', async () => {
      expect(await sweep(service, Number(process.env.BAD_INPUT_REQUESTS) || SAMPLE[engine])).toEqual([]);
    });
  });
});
