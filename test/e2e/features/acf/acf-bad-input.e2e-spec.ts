import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { Post, PostMeta } from '../../../../src/database/entities/index.js';
import { type FieldRow, rule, storeGroups } from '../../../support/acf-site.js';
import { eachEngine, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { startPluginSite } from '../../../support/plugin-site.js';
import { fewestStatements } from '../../../support/query-counts.js';

const LEVELS = 60;
const ROWS = 10_000;
const ON_POSTS = [[rule('post_type', 'post')]];

/** A group in a group, and so on, each with a text. */
function nested(level: number, key = 'deep'): object {
  const own = { key: `field_${key}_${level}`, name: `d_${level}`, type: 'group', label: '' };
  const leaf = { key: `field_${key}_leaf_${level}`, name: 'leaf', type: 'text', label: '' };
  return { ...own, sub_fields: level === LEVELS - 1 ? [leaf] : [leaf, nested(level + 1, key)] };
}

/** Keys of values consist of the names around them. */
function longNames(level: number): object {
  const own = { key: `field_long_${level}`, name: `a_group_with_a_long_name_${level}`, type: 'group', label: '' };
  const text = { key: `field_text_${level}`, name: 'text', type: 'text', label: '' };
  return { ...own, sub_fields: level === 20 ? [text] : [text, longNames(level + 1)] };
}

const TYPES = [
  'text textarea number range email url password oembed wysiwyg image file gallery select checkbox radio button_group',
  'true_false link post_object page_link relationship taxonomy user google_map date_picker date_time_picker time_picker',
  'color_picker icon_picker group repeater flexible_content',
].flatMap((names) => names.split(' '));

/** A field of each type whose value is broken. */
const BROKEN: readonly FieldRow[] = TYPES.map((type) => ({
  name: `broken_${type}`,
  type,
  settings: {
    return_format: ['image', 'file', 'user'].includes(type) ? 'array' : 'object',
    ...(type === 'flexible_content' && { layouts: [{ key: 'layout_1', name: 'one', label: 'One' }] }),
  },
  ...(['group', 'repeater'].includes(type) && { fields: [{ name: 'inner', type: 'text' }] }),
}));

const CORRUPTED = [
  'a:1:{i:0;s:9:"broken',
  'a:99999999:{i:0;i:1;}',
  'O:8:"stdClass":1:{s:1:"a";R:1;}',
  'a:1:{i:0;a:1:{i:0;a:1:{i:0;i:7;}}}',
  `a:1:{s:3:"url";${'a:1:{i:0;'.repeat(500)}i:1;${'}'.repeat(500)}}`,
  'i:99999999999999999999;',
  'b:7;',
  '-1',
  '1e309',
  '\u0000',
];

const CIRCLES = {
  key: 'group_circles',
  title: 'Circles',
  show_in_rest: 1,
  location: ON_POSTS,
  fields: [
    { key: 'field_one', name: 'one', type: 'clone', label: 'One', clone: ['field_two'], display: 'group' },
    { key: 'field_two', name: 'two', type: 'clone', label: 'Two', clone: ['field_one'], display: 'group' },
    {
      key: 'field_list',
      name: 'list',
      type: 'repeater',
      label: 'List',
      sub_fields: [{ key: 'field_again', name: 'again', type: 'clone', label: 'Again', clone: ['field_list'] }],
    },
  ],
};

/** Two files are nested as deep, for the count of sentences. */
const FILES = {
  'group_deep.json': {
    key: 'group_deep',
    title: 'Deep',
    show_in_rest: 1,
    location: ON_POSTS,
    fields: [nested(0)],
  },
  'group_deep_pages.json': {
    key: 'group_deep_pages',
    title: 'Deep on pages',
    show_in_rest: 1,
    location: [[rule('post_type', 'page')]],
    fields: [nested(0, 'page'), longNames(0)],
  },
  'group_circles.json': CIRCLES,
};

eachEngine((engine) => {
  let service: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'acf-json-'));
  let warn: jest.SpiedFunction<Logger['warn']>;
  const sentences = () => warn.mock.calls.map(([message]) => String(message));
  let atStart: string[];
  const admin = clientOf(() => service, 'admin');
  const own = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
  const ask = async (query: string) => {
    const { body } = await request(service.server).post('/graphql').send({ query }).expect(200);
    expect(body.errors).toBeUndefined();
    return body.data;
  };
  const database = () => service.app.get(Database);
  const get = async (path: string) => (await request(service.server).get(`/wp-json/wp/v2${path}`).expect(200)).body;
  const create = async (acf: object = {}): Promise<number> =>
    (await admin.post('/posts', { title: 'Bad', status: 'publish', acf }).expect(201)).body.id;
  const store = (owner: number, rows: readonly (readonly [key: string, value: string])[]) =>
    database().transaction(async (tx) => {
      for (let at = 0; at < rows.length; at += 1000)
        await tx.insert(
          PostMeta,
          rows.slice(at, at + 1000).map(([key, value]) => ({ owner, key, value })),
        );
    });

  beforeAll(async () => {
    warn = jest.spyOn(Logger.prototype, 'warn');
    for (const [name, group] of Object.entries(FILES)) writeFileSync(join(folder, name), JSON.stringify(group));
    service = await startPluginSite(
      engine,
      'secure-custom-fields/secure-custom-fields.php',
      {},
      {
        env: { ACF_JSON: folder, CONSOLE: 'api', GRAPHQL: 'on', GRAPHQL_INTROSPECTION: 'on' },
        fill: async (db) => {
          await storeGroups(db, [
            { title: 'Broken', location: ON_POSTS, fields: BROKEN },
            {
              title: 'Long',
              location: ON_POSTS,
              fields: [{ name: 'rows', type: 'repeater', fields: [{ name: 'label', type: 'text' }] }],
            },
          ]);
          // Two fields that are each other's parent, and one that is its own.
          await db.transaction(async (tx) => {
            const fields = await tx.find(Post, ['id'], { type: 'acf-field' });
            const [first, second, third] = fields.map(({ id }) => Number(id));
            await tx.update(Post, { id: first! }, { parent: second! });
            await tx.update(Post, { id: second! }, { parent: first! });
            await tx.update(Post, { id: third! }, { parent: third! });
          });
        },
      },
    );
    atStart = sentences();
  });
  beforeEach(() => {
    warn.mockClear();
  });
  afterAll(async () => {
    warn.mockRestore();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  test('fields that are nested deeper than 50 levels are left out, with one sentence', async () => {
    let values: object = { leaf: 'at the end' };
    for (let level = 48; level > 0; level--) values = { [`d_${level}`]: values };
    const id = await create({ d_0: values });
    for (const format of ['light', 'standard']) {
      let { acf: inner } = await get(`/posts/${id}?acf_format=${format}`);
      for (let level = 0; level <= 48; level++) inner = inner[`d_${level}`];
      expect(inner).toMatchObject({ leaf: 'at the end' });
      expect(JSON.stringify(inner)).not.toContain('d_50');
    }
    await admin.options('/posts').expect(200);
    await own.get('/field-forms?kind=post&subtype=post').expect(200);
    const opened = Array.from({ length: 6 }, (_, level) => `{ d${level} `).join('');
    const { post } = await ask(
      `{ post(id: ${id}, idType: DATABASE_ID) { deep ${opened} { __typename } ${'}'.repeat(6)} } }`,
    );
    expect(JSON.stringify(post)).toContain('"d5":{');
    expect(atStart.filter((sentence) => sentence.includes('deeper than 50 levels'))).toHaveLength(1);
  });

  test('a value whose meta key would be too long is refused', async () => {
    const fields = (depth: number) => {
      let values: object = { text: 'x' };
      for (let level = depth - 1; level >= 0; level--) values = { [`a_group_with_a_long_name_${level}`]: values };
      return values;
    };
    await admin.post('/pages', { title: 'Long', acf: fields(5) }).expect(201);
    const { body } = await admin.post('/pages', { title: 'Long', acf: fields(20) }).expect(400);
    expect(body.data.params.acf).toContain('more than 255 characters');
  });

  test('10,000 rows are served, those behind them left out with one sentence', async () => {
    const rows = Array.from({ length: ROWS + 1 }, (_, row) => [`rows_${row}_label`, `Row ${row}`] as const);
    const id = await create();
    await store(id, [['rows', String(ROWS)], ...rows]);
    const other = await create();
    await store(other, [['rows', '99999999']]);
    for (const format of ['light', 'standard']) {
      const { acf } = await get(`/posts/${id}?acf_format=${format}`);
      expect([acf.rows.length, acf.rows.at(-1)]).toEqual([ROWS, { label: `Row ${ROWS - 1}` }]);
      expect((await get(`/posts/${other}?acf_format=${format}`)).acf.rows).toHaveLength(ROWS);
    }
    expect(sentences()).toEqual([`The item ${other} has more than 10000 rows (rows).`]);
    // Forms have as many rows, and a write takes its place in the order of all of them.
    const { body: form } = await admin.get(`/posts/${id}?context=edit&_fields=acf_form`).expect(200);
    expect(form.acf_form.rows).toHaveLength(ROWS);
    const { post } = await ask(`{ post(id: ${other}, idType: DATABASE_ID) { long { rows { label } } } }`);
    expect(post.long.rows).toHaveLength(ROWS);
    const { body: written } = await admin.post(`/posts/${id}`, { acf: { rows: [{ label: 'only' }] } }).expect(200);
    expect(written.acf.rows).toEqual([{ label: 'only' }]);
    const statements = (one: number) => fewestStatements(() => get(`/posts/${one}?_fields=acf`));
    expect(await statements(id)).toBe(await statements(await create()));
  });

  test('corrupted values of every type neither fail a request nor fill the log', async () => {
    for (const value of CORRUPTED) {
      const id = await create();
      await store(
        id,
        TYPES.map((type) => [`broken_${type}`, value] as const),
      );
      warn.mockClear();
      for (const path of ['acf_format=light', 'acf_format=standard', 'acf_format=standard', '_embed=1']) {
        const { acf } = await get(`/posts/${id}?${path}`);
        expect(Object.keys(acf).length).toBeGreaterThan(TYPES.length - 4);
      }
      await admin.get(`/posts/${id}?context=edit&_fields=acf,acf_form`).expect(200);
      await own.get(`/field-forms?kind=post&subtype=post&id=${id}`).expect(200);
      await admin.post(`/posts/${id}`, { acf: { broken_repeater: [], broken_flexible_content: [] } }).expect(200);
      expect(sentences().length).toBeLessThanOrEqual(1);
    }
  });

  test('corrupted values of every type are empty ones in GraphQL', async () => {
    interface Type {
      readonly kind: string;
      readonly name: string | null;
      readonly ofType: Type | null;
    }
    const named = (type: Type): Type => (type.ofType ? named(type.ofType) : type);
    const { group } = await ask(
      `{ group: __type(name: "Broken") { fields { name type { kind name ofType { kind name ofType { kind name } } } } } }`,
    );
    const fields = group.fields as readonly { readonly name: string; readonly type: Type }[];
    expect(fields.length).toBeGreaterThan(TYPES.length - 4);
    const selected = fields.map(({ name, type }) => {
      const { kind, name: of } = named(type);
      if (kind === 'SCALAR' || kind === 'ENUM') return name;
      return of?.endsWith('Connection') ? `${name} { nodes { __typename } }` : `${name} { __typename }`;
    });
    for (const value of CORRUPTED) {
      const id = await create();
      await store(
        id,
        TYPES.map((type) => [`broken_${type}`, value] as const),
      );
      const { post } = await ask(`{ post(id: ${id}, idType: DATABASE_ID) { broken { ${selected.join(' ')} } } }`);
      expect(Object.keys(post.broken)).toHaveLength(fields.length);
    }
  });

  test('definitions that form a circle end', async () => {
    const { acf } = await get(`/posts/${await create({ list: [{}] })}`);
    expect(Object.keys(acf)).toEqual(expect.arrayContaining(['one', 'two', 'list', 'broken_range']));
    // Nothing leads to fields that are each other's parent.
    for (const name of ['broken_text', 'broken_textarea', 'broken_number']) expect(acf).not.toHaveProperty(name);
    const { body: named } = await admin.options('/posts').expect(200);
    expect(named.schema.properties.acf.properties).toHaveProperty('list');
    expect(atStart.filter((sentence) => sentence.includes('repeats itself'))).not.toHaveLength(0);
    expect(atStart.length).toBeLessThan(20);
  });
});
