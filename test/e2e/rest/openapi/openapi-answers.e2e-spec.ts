import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import request from 'supertest';
import {
  type Document,
  type Operation,
  type Response,
  type Schema,
} from '../../../../src/rest/openapi/openapi.types.js';
import { PROFILES } from '../../../../src/variant/profiles.js';
import { ADMIN, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { API, clientOf } from '../../../support/clients.js';
import { enrichSite, type RichSite } from '../../../support/rich-site.js';

type Json = Record<string, unknown>;

/** One item each for collections that are empty on a new site. */
const ITEMS: Record<string, object> = {
  blocks: { title: 'Pattern', content: 'Text', status: 'publish' },
  navigation: { title: 'Navigation', content: 'Text', status: 'publish' },
  wp_pattern_category: { name: 'Patterns' },
  menus: { name: 'Menu' },
  'menu-items': { title: 'Item', url: 'https://elsewhere.test/', status: 'publish' },
  templates: { slug: 'wide', title: 'Wide', content: 'Text' },
  'template-parts': { slug: 'top', title: 'Top', content: 'Text' },
  'font-families': { font_family_settings: '{"name":"Quay","slug":"quay","fontFamily":"Quay"}' },
  widgets: { id_base: 'block', sidebar: 'wp_inactive_widgets', instance: { raw: { content: 'Text' } } },
};

/** Collections that may stay empty: they need what a new site does not have. */
const EMPTY =
  /\/(autosaves|revisions|application-passwords|menu-locations|global-styles|plugins|sidebars|font-faces|font-collections)\//;

/** Variables whose values are not the ids of a collection. */
const VALUES: readonly [path: string, address: string][] = [
  ['block-types/{namespace}/{name}', 'block-types/core/archives'],
  ['block-types/{namespace}', 'block-types/core'],
  ['block-renderer/{name}', 'block-renderer/core/archives'],
];

/** Arguments without which a route cannot be read. */
const REQUIRED: Record<string, Json> = {
  '/nestpress/v1/resolve': { url: '/' },
  '/wp/v2/templates/lookup': { slug: 'wide' },
  '/wp/v2/template-parts/lookup': { slug: 'top' },
  '/wp/v2/block-renderer/{name}': { context: 'edit' },
};

describe.each(Object.keys(PROFILES))('answers are what the document says, variant %s', (variant) => {
  let service: TestApp;
  let document: Document;
  let rich: RichSite;
  let ajv: Ajv2020;
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: variant });
    rich = await enrichSite(service);
    document = (await request(service.server).get('/openapi.json')).body as Document;
    ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(document, 'api');
  });
  afterAll(() => service.close());

  const admin = clientOf(() => service, 'admin');

  /** What is wrong with a response: its status, or where it differs from the schema of that status and context. */
  function complaints(
    path: string,
    method: keyof Document['paths'][string],
    status: number,
    body: unknown,
    context = 'view',
  ): string[] {
    const { responses } = document.paths[path]![method] as Operation;
    const response = responses[status] as Response | undefined;
    if (!response) return [`${method} ${path}: status ${status}: ${JSON.stringify(body)}`];
    const schema = response.content!['application/json']!.schema!;
    const validate = compiled(schema, response['x-item-schemas']?.[context]?.$ref);
    return validate(body)
      ? []
      : validate.errors!.map((error) => `${method} ${path}${error.instancePath} ${error.message}`);
  }

  const validators = new Map<string, ValidateFunction>();

  /** The schema of a response, with the schema of its items in a context in the place of that of complete items. */
  function compiled(schema: Schema, ofItems: string | undefined): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll(/"#([^"]+)"/g, (_, place: string) => `"api#${place}"`);
    const fitting = ofItems ? text.replaceAll(`"api${ofItems.replace(/(Edit|Embed)$/, '')}"`, `"api${ofItems}"`) : text;
    const validator = validators.get(fitting) ?? ajv.compile(JSON.parse(fitting) as object);
    validators.set(fitting, validator);
    return validator;
  }

  async function read(address: string, query: Json) {
    return request(service.server).get(`/wp-json${address}`).query(query).auth(ADMIN.user, ADMIN.password);
  }

  /** The path with an item of the collection above it in the place of each variable; undefined where there is no item. */
  async function withItem(path: string): Promise<string | undefined> {
    const [, before, after] = /^([^{]*)\{\w+\}(.*)$/.exec(path) ?? [];
    if (before === undefined) return path;
    const { status, body } = await read(before.replace(/\/$/, ''), {});
    const [first] = status === 200 ? (Object.entries(body as Json) as [string, Json][]) : [];
    return first && withItem(before + String(first[1].id ?? first[1].stylesheet ?? first[0]) + after);
  }

  test('reading, in every context', async () => {
    await admin.post(`/posts/${rich.post}`, { content: 'Changed' }).expect(200);
    await admin.post(`/pages/${rich.page}`, { content: 'Changed' }).expect(200);
    for (const [collection, item] of Object.entries(ITEMS))
      if (document.paths[`/wp/v2/${collection}`]) await admin.post(`/${collection}`, item).expect(201);
    const found: string[] = [];
    const empty: string[] = [];
    for (const path of Object.keys(document.paths).filter((name) => name.startsWith('/wp/v2'))) {
      // Introspection describes the application password of the request, which has none here.
      if (!document.paths[path]!.get || path.endsWith('/introspect')) continue;
      const parents: Record<string, number> = { posts: rich.post, pages: rich.page };
      const parent = parents[path.split('/')[3]!] ?? '{parent}';
      const named = VALUES.reduce((address, [variables, values]) => address.replace(variables, values), path);
      const address = await withItem(named.replace('{parent}', String(parent)));
      if (address === undefined) {
        empty.push(path);
        continue;
      }
      const contexts = contextsOf(document.paths[path]!.get!).map((context) => ({ context }));
      for (const query of [{}, { _embed: 'true' }, ...contexts]) {
        const { status, body } = await read(address, { ...REQUIRED[path], ...query });
        found.push(...complaints(path, 'get', status, body, 'context' in query ? query.context : 'view'));
      }
    }
    expect(found).toEqual([]);
    expect(empty.filter((path) => !EMPTY.test(path))).toEqual([]);
  });

  test('reading what the console reads', async () => {
    const found: string[] = [];
    const paths = Object.keys(document.paths).filter((name) =>
      /^\/nestpress\/v1\/(?!changes)[^{]*(?<!\/export|\/site-export\/file)$/.test(name),
    );
    // Asked with a preview token, or with an agent that a user connects.
    const isAskedOtherwise = /\/preview-tokens\/current|\/mcp\/authorization$/;
    for (const path of paths.filter((name) => document.paths[name]!.get && !isAskedOtherwise.test(name))) {
      const { status, body } = await read(path, { post: rich.post, ...REQUIRED[path] });
      found.push(...complaints(path, 'get', status, body));
    }
    expect(paths.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });

  test('routes without a field table', async () => {
    const found: string[] = [];
    const send = async (method: 'get' | 'post' | 'delete', path: string, address: string, body: Json = {}) => {
      const sent = request(service.server)[method](`/wp-json${address}`).auth(ADMIN.user, ADMIN.password);
      const response = await (method === 'get' ? sent.query(body) : sent.send(body));
      found.push(...complaints(path, method, response.status, response.body));
      return response.body as Json;
    };
    await send('get', '/', '/');
    await send('get', '/wp/v2', '/wp/v2');
    if (document.paths['/oembed/1.0/embed']) {
      const { body } = await read(`/wp/v2/posts/${rich.post}`, {});
      await send('get', '/oembed/1.0/embed', '/oembed/1.0/embed', { url: (body as { link: string }).link });
    }
    const [forms] = Object.keys(document.paths).filter((path) => path.endsWith('/contact-forms'));
    if (forms) {
      const saved = await send('post', forms, forms, { context: 'save', title: 'Form', mail: { recipient: 'none' } });
      const form = `${forms}/${String(saved.id)}`;
      await send('get', forms, forms);
      await send('get', `${forms}/{id}`, form);
      await send('post', `${forms}/{id}`, form, { context: 'save', title: 'Other' });
      await send('get', `${forms}/{id}/refill`, `${form}/refill`);
      const feedback = await request(service.server)
        .post(`/wp-json${form}/feedback`)
        .field({ _wpcf7_unit_tag: 'unit', 'your-name': '' });
      found.push(...complaints(`${forms}/{id}/feedback`, 'post', feedback.status, feedback.body));
      await send('delete', `${forms}/{id}`, form);
    }
    if (document.paths['/cache/v1/ping']) await send('get', '/cache/v1/ping', '/cache/v1/ping');
    expect(found).toEqual([]);
    expect(variant !== 'A' || forms !== undefined).toBe(true);
  });

  test('creating, changing, deleting', async () => {
    const bodies: Record<string, object> = {
      posts: { title: 'New', categories: [1] },
      pages: { title: { raw: 'New' } },
      categories: { name: 'New' },
      tags: { name: 'New' },
      users: { username: 'new', email: 'new@x.test', password: 'a password' },
      comments: { post: rich.post, content: 'New' },
    };
    const found: string[] = [];
    for (const [base, body] of Object.entries(bodies)) {
      const created = await admin.post(`/${base}`, body);
      found.push(...complaints(`/wp/v2/${base}`, 'post', created.status, created.body));
      expect(Object.keys(created.headers)).toContain('location');
      const { id } = created.body as { id: number };
      const changed = await admin.put(`/${base}/${id}`, {});
      found.push(...complaints(`/wp/v2/${base}/{id}`, 'put', changed.status, changed.body));
      const canTrash = ['posts', 'pages', 'comments'].includes(base);
      for (const query of canTrash ? [{}, { force: 'true' }] : [{ force: 'true', reassign: '1' }]) {
        const { status, body: response } = await admin.delete(`/${base}/${id}`, query);
        found.push(...complaints(`/wp/v2/${base}/{id}`, 'delete', status, response));
      }
    }
    expect(found).toEqual([]);
  });

  test('refusals', async () => {
    const refused = await request(service.server).get(`${API}/posts`).query({ page: 'none' }).expect(400);
    expect(ajv.getSchema('api#/components/schemas/Error')!(refused.body)).toBe(true);
  });
});

function contextsOf({ parameters = [] }: Operation): string[] {
  const context = parameters.find((parameter) => 'name' in parameter && parameter.name === 'context');
  return (context && 'schema' in context && (context.schema?.enum as string[])) || [];
}
