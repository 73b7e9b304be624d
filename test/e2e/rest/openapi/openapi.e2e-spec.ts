import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import request from 'supertest';
import { type Document, type Operation, type Schema } from '../../../../src/rest/openapi/openapi.types.js';
import { RouteRegistry } from '../../../../src/rest/route/route-registry.js';
import { PROFILES } from '../../../../src/variant/profiles.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { runDocumentedClient } from '../../../support/documented-client.js';

function operationsOf(document: Document): Operation[] {
  return Object.values(document.paths).flatMap((item) => Object.values(item));
}

/** Operations that only variant C has, whose responses follow from what they are sent. */
const UNTYPED_IN_C = [
  'Run',
  'wpPostProcess',
  'wpEdit',
  'wpEncode',
  'wpRender',
  'wpVariations',
  'readGlobalStylesTheme',
  'readUrlDetails',
];

describe.each(Object.keys(PROFILES))('variant %s', (variant) => {
  let service: TestApp;
  let document: Document;
  beforeAll(async () => {
    service = await startTestApp({ VARIANT: variant });
    document = (
      await request(service.server)
        .get('/openapi.json')
        .expect(200)
        .expect('Content-Type', /^application\/json/)
    ).body as Document;
  });
  afterAll(() => service.close());

  test('a validator accepts the document', async () => {
    const { valid, errors } = await new Validator().validate({ ...document });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test('an object has members, or is open: generators take others for empty ones', () => {
    const closed: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { type, properties, additionalProperties } = value as Schema;
      const isObject = (Array.isArray(type) ? type : [type]).includes('object');
      if (isObject && Object.keys(properties ?? {}).length === 0 && additionalProperties === undefined)
        closed.push(path);
      for (const [name, member] of Object.entries(value)) visit(member, `${path}/${name}`);
    };
    visit(document, '#');
    expect(closed).toEqual([]);
  });

  test('lists in the query are written with commas', () => {
    const lists = operationsOf(document)
      .flatMap(({ parameters = [] }) => parameters)
      .filter((parameter) => 'in' in parameter && parameter.in === 'query' && parameter.schema.type === 'array');
    expect(lists.length).toBeGreaterThan(20);
    for (const list of lists) expect(list).toMatchObject({ style: 'form', explode: false });
    const categories = document.paths['/wp/v2/posts']!.get!.parameters!.find(
      (parameter) => 'in' in parameter && parameter.name === 'categories',
    );
    expect(categories).toMatchObject({ schema: { type: 'array', items: { type: 'integer' } }, explode: false });
  });

  test('_embed is a switch, and in variant C also a list of relations', async () => {
    const { schema } = document.components.parameters.Embed!;
    expect(document.paths['/wp/v2/posts']!.get!.parameters).toContainEqual({ $ref: '#/components/parameters/Embed' });
    const list = { type: 'array', items: { type: 'string' } };
    if (variant === 'C') expect(schema.anyOf).toEqual([{ type: 'boolean', const: true }, list]);
    else expect(schema).toEqual({ type: 'boolean', const: true });
    const { body } = await request(service.server).get('/wp-json/wp/v2/posts?_embed=author').expect(200);
    const [{ _embedded }] = body as [{ _embedded: object }];
    expect(Object.keys(_embedded).filter((relation) => relation !== 'author')).toHaveLength(variant === 'C' ? 0 : 1);
  });

  test('repeating a parameter replaces its value, as in WordPress; commas and brackets make a list', async () => {
    const admin = clientOf(() => service, 'admin');
    const ids: number[] = [];
    for (const name of ['One', 'Two']) {
      const { id } = (await admin.post('/categories', { name: `Repeated ${name}` }).expect(201)).body as { id: number };
      ids.push(id);
      await admin.post('/posts', { title: name, status: 'publish', categories: [id] }).expect(201);
    }
    const titles = async (query: string) =>
      ((await admin.get(`/posts?${query}&order=asc`).expect(200)).body as { title: { rendered: string } }[]).map(
        ({ title }) => title.rendered,
      );
    const [one, two] = ids;
    expect(await titles(`categories=${one},${two}`)).toEqual(['One', 'Two']);
    expect(await titles(`categories[]=${one}&categories[]=${two}`)).toEqual(['One', 'Two']);
    expect(await titles(`categories=${one}&categories=${two}`)).toEqual(['Two']);
  });

  test('it has every method of every declared route', () => {
    const declared = service.app
      .get(RouteRegistry)
      .routes.flatMap(({ endpoints }) => endpoints.flatMap(({ methods }) => methods));
    expect(operationsOf(document)).toHaveLength(declared.length);
  });

  test('operations have names of their own that read well', () => {
    const names = operationsOf(document).map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['listPosts', 'createPost', 'readPost', 'updatePost', 'deletePost']));
    expect(names).toEqual(expect.arrayContaining(['listPostRevisions', 'createMedia', 'readMe', 'readSettings']));
  });

  test('every operation is in a group that has a name', () => {
    const groups = new Set(document.tags.map(({ name }) => name));
    expect(groups).not.toContain('');
    for (const { tags } of operationsOf(document)) expect(groups).toContain(tags[0]);
  });

  test('every response has a schema', () => {
    const unknown = operationsOf(document).filter(({ responses }) =>
      Object.values(responses).some((response) => {
        const schema = 'content' in response ? response.content?.['application/json']?.schema : undefined;
        return schema !== undefined && Object.keys(schema).length === 0;
      }),
    );
    expect(unknown.map(({ operationId }) => operationId)).toEqual(variant === 'C' ? UNTYPED_IN_C : []);
  });

  test('every reference leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    const dangling = references.filter(
      ([, kind, name]) => !(name! in document.components[kind as keyof Document['components']]),
    );
    expect(dangling).toEqual([]);
  });

  test('it stays the same, and is not sent twice to who has it', async () => {
    const first = await request(service.server).get('/openapi.json');
    await request(service.server).get('/openapi.json').set('If-None-Match', first.get('ETag')!).expect(304);
  });

  test('the page shows every operation and needs nothing from elsewhere', async () => {
    const page = await request(service.server)
      .get('/docs')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    expect(page.get('Content-Security-Policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
    for (const { operationId } of operationsOf(document))
      if (!/By(Put|Patch)$/.test(operationId)) expect(page.text).toContain(`id="${operationId}"`);
    const addresses = [...page.text.matchAll(/ (?:href|src)="([^#"][^"]*)"/g)].map(([, address]) => address!);
    expect(addresses.sort()).toEqual(['docs/page.css', 'docs/page.js', 'openapi.json']);
    await request(service.server)
      .get('/docs/page.css')
      .expect(200)
      .expect('Content-Type', /^text\/css/);
    await request(service.server)
      .get('/docs/page.js')
      .expect(200)
      .expect('Content-Type', /^text\/javascript/);
    await request(service.server).get('/docs/').expect(308).expect('Location', '../docs');
  });

  test('the front page leads to it', async () => {
    const { text } = await request(service.server).get('/').expect(200);
    expect(text).toContain('href="http://site.test/docs"');
  });
});

anyEngine((engine) => {
  test('a typed client generated from it compiles, creates a post and lists it', async () => {
    const service = await startTestApp({}, engine);
    try {
      const lines = await runDocumentedClient(service);
      expect(lines[0]).toBe('2 posts');
      expect(lines[1]).toMatch(/^\d+ From a typed client http:\/\/site\.test\//);
      expect(lines[2]).toMatch(/^1 /);
    } finally {
      await service.close();
    }
  });
});
