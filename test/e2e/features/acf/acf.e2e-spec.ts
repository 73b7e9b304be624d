import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Like } from 'typeorm';
import { Database } from '../../../../src/database/database.js';
import { Option, PostMeta } from '../../../../src/database/entities/index.js';
import { HealthService } from '../../../../src/platform/health/index.js';
import { type GroupRow, rule, storeGroups, storeOptionsPage } from '../../../support/acf-site.js';
import { type EngineName, eachEngine, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { startPluginSite } from '../../../support/plugin-site.js';
import { fewestStatements } from '../../../support/query-counts.js';

const ROWS = {
  fields: [
    { name: 'label', type: 'text' },
    { name: 'count', type: 'number' },
  ],
};
const GROUPS: readonly GroupRow[] = [
  {
    title: 'Posts',
    location: [[rule('post_type', 'post')]],
    fields: [
      { name: 'title_line', type: 'text', settings: { default_value: 'none yet' } },
      { name: 'amount', type: 'number', settings: { default_value: '', max: 100 } },
      { name: 'secret', type: 'password' },
      { name: 'day', type: 'date_picker', settings: { return_format: 'd.m.Y' } },
      { name: 'related', type: 'relationship', settings: { return_format: 'object', post_type: ['post'] } },
      { name: 'rows', type: 'repeater', settings: { max: 3 }, ...ROWS },
      { name: 'box', type: 'group', ...ROWS },
      {
        name: 'parts',
        type: 'flexible_content',
        settings: { layouts: [{ key: 'layout_1', name: 'quote', label: 'Quote', max: 1 }] },
        fields: [{ name: 'words', type: 'text', settings: { parent_layout: 'layout_1' } }],
      },
      { name: 'again', type: 'clone', settings: { clone: ['field_amount'], display: 'seamless', prefix_name: 1 } },
      { name: 'circle', type: 'clone', settings: { clone: ['group_posts'], display: 'group' } },
      { name: 'writer', type: 'user', settings: { return_format: 'array' } },
    ],
  },
  {
    title: 'Staff',
    location: [[rule('post_type', 'post'), rule('current_user', 'logged_in')]],
    fields: [{ name: 'note', type: 'text' }],
  },
  { title: 'Users', location: [[rule('user_form', 'all')]], fields: [{ name: 'motto', type: 'text' }] },
  { title: 'Terms', location: [[rule('taxonomy', 'category')]], fields: [{ name: 'colour', type: 'color_picker' }] },
  {
    title: 'Facts',
    location: [[rule('options_page', 'facts')]],
    fields: [
      { name: 'founded', type: 'number' },
      { name: 'offices', type: 'repeater', ...ROWS },
    ],
  },
  {
    title: 'Hotline',
    isHidden: true,
    location: [[rule('options_page', 'facts')]],
    fields: [{ name: 'hotline', type: 'text', settings: { required: 1 } }],
  },
  {
    title: 'Internal',
    isHidden: true,
    location: [[rule('post_type', 'post')]],
    fields: [
      {
        name: 'remark',
        type: 'text',
        settings: { required: 1, default_value: 'nothing', instructions: 'For editors' },
      },
      { name: 'is_open', type: 'true_false' },
      {
        name: 'reason',
        type: 'text',
        settings: { required: 1, conditional_logic: [[{ field: 'field_is_open', operator: '!=', value: '1' }]] },
      },
      { name: 'stops', type: 'repeater', settings: { max: 2 }, ...ROWS },
    ],
  },
  { title: 'Comments', location: [[rule('comment', 'post')]], fields: [{ name: 'rating', type: 'range' }] },
];

const FILE_GROUP = {
  key: 'group_file',
  title: 'From a file',
  show_in_rest: 1,
  location: [[rule('post_type', 'page')]],
  fields: [{ key: 'field_of_file', name: 'from_file', type: 'text', default_value: 'file' }],
};

async function storeDefinitions(db: Database): Promise<void> {
  await storeGroups(db, GROUPS);
  await storeOptionsPage(db, 'Facts', { menu_slug: 'facts', post_id: 'options', capability: 'manage_options' });
}

eachEngine((engine: EngineName) => {
  let service: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'acf-json-'));
  const admin = clientOf(() => service, 'admin');
  const own = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
  const get = async (path: string, status = 200) =>
    (await request(service.server).get(`/wp-json/wp/v2${path}`).expect(status)).body;
  const create = async (acf: object = {}) =>
    (await admin.post('/posts', { title: 'With fields', status: 'publish', acf }).expect(201)).body;
  const database = () => service.app.get(Database);
  const rowsOf = async (owner: number) =>
    new Map(
      (await database().manager.find(PostMeta, { where: { owner }, order: { id: 'ASC' } })).map(({ key, value }) => [
        key,
        value,
      ]),
    );

  beforeAll(async () => {
    writeFileSync(join(folder, 'group_file.json'), JSON.stringify(FILE_GROUP));
    writeFileSync(join(folder, 'broken.json'), '{');
    service = await startPluginSite(
      engine,
      'advanced-custom-fields-pro/acf.php',
      {},
      { env: { ACF_JSON: folder, CONSOLE: 'api', CACHE_MB: '0', ENTRY_CACHE_MB: '0' }, fill: storeDefinitions },
    );
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  test('values are written as the plugin does and read in both formats', async () => {
    const other = await create();
    const {
      id,
      acf,
      _links: links,
    } = await create({
      title_line: 'A <b>line</b>',
      amount: 7,
      secret: 'hush',
      day: '20240229',
      related: [other.id, 999_999].slice(0, 1),
      rows: [{ label: 'one', count: 1 }, { label: 'two' }],
      box: { label: 'inside' },
      parts: [{ acf_fc_layout: 'quote', words: 'said' }],
      again_amount: 3,
      writer: 1,
    });
    expect(acf).toMatchObject({
      title_line: 'A <b>line</b>',
      secret: 'hush',
      related: [other.id],
      rows: [
        { label: 'one', count: 1 },
        { label: 'two', count: '' },
      ],
      box: { label: 'inside', count: '' },
      parts: [{ acf_fc_layout: 'quote', words: 'said' }],
      again_amount: 3,
      note: '',
    });
    expect(links['acf:post'][0].href).toMatch(new RegExp(`/posts/${other.id}$`));
    const rows = await rowsOf(id);
    expect(rows.get('rows')).toBe('2');
    expect(rows.get('rows_1_label')).toBe('two');
    expect(rows.get('_rows_1_label')).toBe('field_rows_label');
    expect(rows.get('_again_amount')).toBe('field_again_field_amount');
    expect(rows.get('related')).toBe(`a:1:{i:0;s:${String(other.id).length}:"${other.id}";}`);

    const { acf: light } = await get(`/posts/${id}`);
    expect(light).toMatchObject({ amount: 7, day: '20240229', secret: null, writer: 1 });
    expect(light).not.toHaveProperty('note');
    const { acf: standard } = await get(`/posts/${id}?acf_format=standard`);
    expect(standard).toMatchObject({
      amount: '7',
      day: '29.02.2024',
      secret: null,
      related: [{ ID: other.id, post_type: 'post', post_password: '' }],
      writer: { ID: 1, user_email: '' },
    });

    await admin.post(`/posts/${id}`, { acf: { rows: [{ label: 'only' }], box: null, title_line: null } }).expect(200);
    const left = await rowsOf(id);
    expect([...left.keys()].filter((key) => /^_?(rows_1|box|title_line)/.test(key!))).toEqual([]);
    expect(left.get('rows_0_count')).toBe('1');
    expect((await get(`/posts/${id}`)).acf).toMatchObject({
      title_line: 'none yet',
      rows: [{ label: 'only', count: 1 }],
    });
  });

  test('embedded links and `_fields` work with the fields', async () => {
    const target = await create({ title_line: 'target' });
    const { id } = await create({ related: [target.id] });
    const { _embedded: embedded } = await get(`/posts/${id}?_embed=acf:post`);
    expect(embedded['acf:post'][0]).toMatchObject({ id: target.id, acf: { title_line: 'target' } });
    // As the plugin, which adds its links after the fields were selected; lists have the selected members only.
    expect(await get(`/posts/${id}?_fields=id,acf.related`)).toEqual({
      id,
      acf: { related: [target.id] },
      _links: { 'acf:post': [{ embeddable: true, href: expect.stringContaining(`/posts/${target.id}`) }] },
    });
    expect(await get(`/posts?include=${id}&_fields=id,acf.related`)).toEqual([{ id, acf: { related: [target.id] } }]);
  });

  test('values are validated by the schema and beyond', async () => {
    const bad = async (acf: unknown) =>
      (await admin.post('/posts', { title: 'Bad', acf }).expect(400)).body.data.params.acf as string;
    expect(await bad({ amount: 'x' })).toContain('acf[amount] is not of type number');
    expect(await bad({ amount: 101 })).toContain('acf[amount] must be less than or equal to 100');
    expect(await bad({ rows: [{}, {}, {}, {}] })).toContain('at most 3 items');
    expect(await bad({ related: [999_999] })).toBe('acf[related] must have a valid post ID.');
    expect(await bad({ writer: 999_999 })).toBe('acf[writer] must have a valid user ID.');
    expect(await bad({ parts: [{ acf_fc_layout: 'quote' }, { acf_fc_layout: 'quote' }] })).toContain('at most 1 quote');
    expect(await bad('x')).toContain('acf is not of type object');
    expect((await create({ unknown: 1 })).acf).not.toHaveProperty('unknown');
  });

  test('terms, users, comments, pages and revisions have fields, too', async () => {
    const term = (await admin.post('/categories', { name: 'Red', acf: { colour: '#f00' } }).expect(201)).body;
    expect((await get(`/categories/${term.id}`)).acf).toEqual({ colour: '#f00' });
    await admin.post('/users/1', { acf: { motto: 'Ahoy' } }).expect(200);
    expect((await get('/users/1')).acf).toEqual({ motto: 'Ahoy' });
    const { id } = await create();
    const comment = (await admin.post('/comments', { post: id, content: 'Text', acf: { rating: 4 } }).expect(201)).body;
    expect((await get(`/comments/${comment.id}`)).acf).toEqual({ rating: 4 });
    await admin.post(`/posts/${id}`, { content: 'Changed' }).expect(200);
    const [revision] = (await admin.get(`/posts/${id}/revisions`).expect(200)).body;
    expect(revision.acf).toMatchObject({ title_line: 'none yet' });
    const [page] = await get('/pages?per_page=1');
    expect(page.acf).toEqual({ from_file: 'file' });
    for (const tag of await get('/tags')) expect(tag).not.toHaveProperty('acf');
    const { schema } = (await request(service.server).options('/wp-json/wp/v2/posts').expect(200)).body;
    expect(schema.properties.acf.properties.amount).toMatchObject({ type: ['number', 'null'], maximum: 100 });
  });

  test('options pages are read and written with the capability of the page', async () => {
    const path = '/wp-json/nestpress/v1/options-pages';
    const editor = clientOf(() => service, 'admin', path);
    await request(service.server).get(`${path}/facts`).expect(401);
    await editor.get('/none').expect(404);
    const values = { founded: 1882, offices: [{ label: 'Pier' }] };
    const { body } = await editor.post('/facts', { acf: values }).expect(200);
    const shown = { founded: 1882, offices: [{ label: 'Pier', count: '' }] };
    expect(body).toEqual({ name: 'facts', title: 'Facts', acf: shown, acf_form: { ...shown, hotline: '' } });
    const options = await database().manager.find(Option, { where: { name: Like('%options_offices%') } });
    expect(Object.fromEntries(options.map(({ name, value }) => [name, value]))).toEqual({
      options_offices: '1',
      _options_offices: 'field_offices',
      options_offices_0_label: 'Pier',
      _options_offices_0_label: 'field_offices_label',
    });
    await editor.post('/facts', { acf: { founded: 'x' } }).expect(400);
    await editor.post('/facts', { acf: { founded: null, offices: [] } }).expect(200);
    expect((await editor.get('/facts').expect(200)).body.acf).toMatchObject({ offices: null });

    // Forms have the groups that the REST API does not show.
    const { body: form } = await own.get('/field-forms?kind=options&subtype=facts').expect(200);
    expect(form.groups).toMatchObject([{ title: 'Facts' }, { title: 'Hotline', fields: [{ name: 'hotline' }] }]);
    const { body: refused } = await editor.post('/facts', { acf_form: { hotline: '', founded: 'x' } }).expect(400);
    expect(Object.keys(refused.data.params).sort()).toEqual(['acf_form.founded', 'acf_form.hotline']);
    const { body: stored } = await editor.post('/facts', { acf_form: { hotline: '112' } }).expect(200);
    expect(stored).toMatchObject({ acf: { offices: null }, acf_form: { hotline: '112' } });
    expect(stored.acf).not.toHaveProperty('hotline');
    expect((await editor.get('').expect(200)).body).toEqual([{ name: 'facts', title: 'Facts' }]);
    await request(service.server).get(path).expect(401);
  });

  test('forms have the groups that the REST API does not show, with rules of the plugin', async () => {
    await request(service.server).get('/wp-json/nestpress/v1/field-forms?kind=post&subtype=post').expect(401);
    const { body } = await own.get('/field-forms?kind=post&subtype=post').expect(200);
    const groups = body.groups as { title: string; fields: { name: string }[] }[];
    expect(groups.map(({ title }) => title)).toEqual(['Posts', 'Staff', 'Internal']);
    expect(body.values).toMatchObject({ title_line: 'none yet', remark: 'nothing' });
    expect(groups[2]!.fields).toMatchObject([
      { name: 'remark', required: true, help: 'For editors', control: { kind: 'text' } },
      { name: 'is_open', control: { kind: 'checkbox' } },
      { name: 'reason', when: [[{ field: 'is_open', is: 'unset' }]] },
      { name: 'stops', control: { kind: 'rows', max: 2, fields: [{ name: 'label' }, { name: 'count' }] } },
    ]);

    const { id, acf } = await create({ amount: 3 });
    expect(acf).not.toHaveProperty('remark');
    const edit = `/posts/${id}?context=edit&_fields=acf,acf_form`;
    const save = (values: object, status = 200) => admin.post(`/posts/${id}`, { acf_form: values }).expect(status);
    expect((await admin.get(edit).expect(200)).body.acf_form).toMatchObject({ remark: 'nothing', stops: null });
    const { body: refused } = await save({ remark: '', amount: 'much', stops: [{ count: 'x' }, {}, {}] }, 400);
    expect(Object.keys(refused.data.params).sort()).toEqual([
      'acf_form.amount',
      'acf_form.reason',
      'acf_form.remark',
      'acf_form.stops',
      'acf_form.stops[0][count]',
    ]);
    await save({
      is_open: true,
      remark: 'known',
      stops: [
        { label: 'a', count: 1 },
        { label: 'b', count: 2 },
      ],
    });
    await save({ title_line: null, stops: [{ label: 'b' }] });
    expect((await admin.get(edit).expect(200)).body.acf_form).toMatchObject({
      title_line: '',
      amount: 3,
      remark: 'known',
      is_open: true,
      stops: [{ label: 'b', count: '' }],
    });
    // What the plugin's editor stores: emptied fields keep an empty row, those of rows that are gone are deleted.
    const rows = await rowsOf(id);
    expect([rows.get('title_line'), rows.get('stops'), rows.get('stops_0_count')]).toEqual(['', '1', '']);
    expect([...rows.keys()].filter((key) => key!.includes('stops_1'))).toEqual([]);

    // Neither visitors nor lists get them.
    expect(await get(`/posts/${id}?_fields=acf,acf_form`)).toEqual({
      acf: expect.not.objectContaining({ remark: 'known' }),
    });
    const { body: list } = await admin.get(`/posts?context=edit&_fields=acf_form&include=${id}`).expect(200);
    expect(list).toEqual([[]]);
    // A draft may be saved without what it has to have when it is published.
    const { body: draft } = await admin.post('/posts', { title: 'D', acf_form: { remark: '' } }).expect(201);
    await admin.post(`/posts/${draft.id}`, { acf_form: { reason: '' } }).expect(200);
    await admin.post(`/posts/${draft.id}`, { status: 'publish', acf_form: {} }).expect(400);
  });

  test('changed definitions are reported', async () => {
    const failing = async () => {
      const results = await service.app.get(HealthService, { strict: false }).report();
      return JSON.stringify(results).includes('the service has to start again');
    };
    expect(await failing()).toBe(false);
    await storeOptionsPage(database(), 'Later', { menu_slug: 'later' });
    expect(await failing()).toBe(true);
  });

  test('broken values and definitions neither fail a request nor cost without bound', async () => {
    const { id } = await create({ title_line: 'kept' });
    await database().transaction(async (tx) => {
      for (const [key, value] of [
        ['related', 'a:1:{i:0;s:9:"broken'],
        ['rows', '99999999'],
        ['parts', 'O:8:"stdClass":0:{}'],
        ['writer', 'a:1:{i:0;a:1:{i:0;s:1:"x";}}'],
        ['box_count', 'b:1;'],
      ] as const)
        await tx.insert(PostMeta, { owner: id, key, value });
    });
    for (const format of ['light', 'standard']) {
      const { acf } = await get(`/posts/${id}?acf_format=${format}`);
      expect(acf).toMatchObject({ title_line: 'kept' });
      expect(acf.rows).toHaveLength(10_000);
    }
    await admin.post(`/posts/${id}`, { acf: { rows: [] } }).expect(200);
    expect((await get(`/posts/${id}`)).acf.rows).toBeNull();
  });

  test('a list takes as many queries for many entries as for one', async () => {
    const target = await create();
    for (let number = 0; number < 5; number++)
      await create({ rows: [{ label: String(number) }, { label: 'x' }], related: [target.id] });
    const count = (perPage: number, format: string) =>
      fewestStatements(() =>
        get(`/posts?per_page=${perPage}&acf_format=${format}&_fields=id,acf,_links&search=fields`),
      );
    for (const format of ['light', 'standard'])
      expect(await count(6, format)).toBeLessThanOrEqual(await count(2, format));
  });

  test('what links lead to is read only where the response shows them', async () => {
    const plain = await create();
    const linking = await create({ related: [plain.id] });
    const count = ({ id }: { id: number }, fields: string) =>
      fewestStatements(() => get(`/posts?include=${id}&_fields=${fields}`));
    expect(await count(linking, 'id,acf')).toBe(await count(plain, 'id,acf'));
    expect(await count(linking, 'id,acf,_links')).toBe((await count(plain, 'id,acf,_links')) + 1);
  });

  test('of several rows of a key, the first one counts, whatever the order in which they are read', async () => {
    const [first, second] = [await create({ title_line: 'a' }), await create({ title_line: 'b' })];
    await database().transaction(async (tx) => {
      for (const { id } of [second, first]) await tx.insert(PostMeta, { owner: id, key: 'title_line', value: 'later' });
    });
    const found = await get(`/posts?include=${first.id},${second.id}&orderby=id&order=asc&_fields=acf`);
    expect(found.map(({ acf }: { acf: { title_line: string } }) => acf.title_line)).toEqual(['a', 'b']);
  });
});
