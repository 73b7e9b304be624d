import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { type Argument, INTERFACES } from '../../../contract/interface.js';
import { startTestApp, type TestApp, WEB } from '../../../support/app.js';

interface IndexArgument {
  required: boolean;
  type?: string;
  items?: { type: string; enum?: unknown[] };
  default?: unknown;
  enum?: unknown[];
}
interface IndexRoute {
  namespace: string;
  methods: string[];
  endpoints: { methods: string[]; args: Record<string, IndexArgument> }[];
  _links?: { self: unknown };
}
type Index = Record<string, unknown> & { namespaces: string[]; routes: Record<string, IndexRoute> };

/** The members that the interface is about, in the form of the table. */
function fact({ required, type, items, enum: values = items?.enum, default: fallback }: IndexArgument): Argument {
  return {
    ...(type !== undefined && { type }),
    ...(items && { items: items.type }),
    ...(fallback !== undefined && { default: fallback }),
    ...(values && { enum: values }),
    ...(required && { required: true }),
  };
}

const facts = ({ endpoints }: IndexRoute) =>
  endpoints.map(({ methods, args }) => ({
    methods,
    args: Object.fromEntries(Object.entries(args).map(([name, argument]) => [name, fact(argument)])),
  }));

describe.each(['A', 'B'] as const)('variant %s as it starts on a new database', (variant) => {
  const { namespaces, routes } = INTERFACES[variant];
  let service: TestApp;
  let index: Index;
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: variant });
    index = (await request(service.server).get('/wp-json/').expect(200)).body as Index;
  });
  afterAll(() => service.close());

  test('describes the site with the members of the interface', () => {
    const { name, description, url, home, routes: _routes, _links, ...others } = index;
    expect([name, description, url, home].every((text) => typeof text === 'string')).toBe(true);
    expect(_links).toBeDefined();
    expect(others).toEqual({ gmt_offset: '0', timezone_string: '', namespaces, authentication: [] });
  });

  test('lists the routes of the interface and no others', () => {
    expect(Object.keys(index.routes).sort()).toEqual(Object.keys(routes).sort());
    for (const [pattern, { namespace, methods, endpoints, _links }] of Object.entries(index.routes)) {
      expect(namespaces.some((name) => name === namespace) || pattern === '/').toBe(true);
      expect(methods).toEqual(endpoints.flatMap((endpoint) => endpoint.methods));
      expect(_links?.self !== undefined).toBe(!pattern.includes('(?P<'));
    }
  });

  test.each(Object.entries(routes))('%s has the methods and arguments of the interface', (pattern, endpoints) => {
    expect(facts(index.routes[pattern]!)).toEqual(endpoints);
  });

  test('serves and describes nestpress/v1 without listing it', async () => {
    const { body } = await request(service.server).get('/wp-json/nestpress/v1').expect(200);
    expect(Object.keys((body as Index).routes)).toContain('/nestpress/v1/counts');
    const { body: document } = await request(service.server).get('/openapi.json').expect(200);
    expect(Object.keys((document as { paths: object }).paths).join()).toContain('/nestpress/v1/counts');
  });
});

test('the link of a namespace does not depend on the selected members', async () => {
  const service = await startTestApp({ ...WEB, VARIANT: 'C' });
  const { body } = await request(service.server).get('/wp-json/wp/v2?_fields=namespace').expect(200);
  const index = await request(service.server).get('/wp-json/?_fields=name').expect(200);
  await service.close();
  expect(body).toEqual({ namespace: 'wp/v2', _links: { up: [{ href: expect.stringMatching(/\/wp-json\/$/) }] } });
  expect(Object.keys(index.body)).toEqual(['name']);
});

test('variant C lists every namespace that is served', async () => {
  const service = await startTestApp({ ...WEB, VARIANT: 'C' });
  const { body } = await request(service.server).get('/wp-json/').expect(200);
  await service.close();
  expect((body as Index).namespaces).toContain('nestpress/v1');
});
