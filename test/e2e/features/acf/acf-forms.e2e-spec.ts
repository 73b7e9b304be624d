import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { PostMeta } from '../../../../src/database/entities/index.js';
import { type GroupRow, rule, storeGroups } from '../../../support/acf-site.js';
import { ADMIN, eachEngine, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { startPluginSite } from '../../../support/plugin-site.js';

const GROUPS: readonly GroupRow[] = [
  {
    title: 'Posts',
    location: [[rule('post_type', 'post')]],
    fields: [
      {
        name: 'parts',
        type: 'flexible_content',
        settings: {
          layouts: [
            { key: 'layout_1', name: 'quote', label: 'Quote', max: 1 },
            { key: 'layout_2', name: 'gap', label: 'Gap' },
          ],
        },
        fields: [
          { name: 'words', type: 'text', settings: { parent_layout: 'layout_1' } },
          { name: 'height', type: 'number', settings: { parent_layout: 'layout_2', required: 1 } },
        ],
      },
    ],
  },
  { title: 'Files', location: [[rule('attachment', 'image')]], fields: [{ name: 'credit', type: 'text' }] },
];

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const create = (acf: object) => admin.post('/posts', { title: 'Parts', status: 'publish', acf }).expect(201);
  const get = async (path: string) => (await request(service.server).get(`/wp-json/wp/v2${path}`).expect(200)).body;
  const rowsOf = async (owner: number) =>
    new Map(
      (await service.app.get(Database).manager.find(PostMeta, { where: { owner } })).map(({ key, value }) => [
        key,
        value,
      ]),
    );

  beforeAll(async () => {
    service = await startPluginSite(
      engine,
      'advanced-custom-fields-pro/acf.php',
      {},
      { env: { CONSOLE: 'api' }, fill: (database) => storeGroups(database, GROUPS) },
    );
  });
  afterAll(() => service.close());

  test('forms have the rows that the editor of the plugin has switched off', async () => {
    const off = 'acf_fc_layout_disabled';
    const label = 'acf_fc_layout_custom_label';
    const gap = (height: number | string) => ({ acf_fc_layout: 'gap', height });
    const {
      body: { id },
    } = await create({ parts: [gap(1), gap(2), { acf_fc_layout: 'quote', words: 'said' }] });
    const meta = 'a:2:{s:8:"disabled";a:1:{i:0;i:0;}s:7:"renamed";a:1:{i:1;s:4:"Wide";}}';
    await service.app
      .get(Database)
      .transaction((tx) => tx.insert(PostMeta, { owner: id, key: '_parts_layout_meta', value: meta }));
    expect((await get(`/posts/${id}`)).acf.parts).toEqual({ 1: gap(2), 2: { acf_fc_layout: 'quote', words: 'said' } });
    const { body } = await admin.get(`/posts/${id}?context=edit&_fields=acf_form`).expect(200);
    const [first, second, third] = body.acf_form.parts;
    expect([first, second]).toEqual([
      { ...gap(1), [off]: true },
      { ...gap(2), [label]: 'Wide' },
    ]);
    expect(third).toEqual({ acf_fc_layout: 'quote', words: 'said' });
    // Moved, and what is switched off may lack what it has to have.
    const parts = [second, { ...first, height: '' }, third];
    await admin.post(`/posts/${id}`, { acf_form: { parts } }).expect(200);
    const rows = await rowsOf(id);
    expect([0, 1].map((row) => rows.get(`parts_${row}_height`))).toEqual(['2', '']);
    expect(rows.get('_parts_layout_meta')).toBe(
      'a:2:{s:8:"disabled";a:1:{i:0;i:1;}s:7:"renamed";a:1:{i:0;s:4:"Wide";}}',
    );
    await admin.post(`/posts/${id}`, { acf_form: { parts: [third] } }).expect(200);
    const emptied = 'a:2:{s:8:"disabled";a:0:{}s:7:"renamed";a:0:{}}';
    expect((await rowsOf(id)).get('_parts_layout_meta')).toBe(emptied);
    await admin.post(`/posts/${id}`, { acf: { parts: null } }).expect(400);
  });

  test('forms of files have the groups that are placed by the kind of file', async () => {
    const { body: file } = await request(service.server)
      .post('/wp-json/wp/v2/media')
      .auth('admin', ADMIN.password)
      .set('Content-Type', 'image/gif')
      .set('Content-Disposition', 'attachment; filename="dot.gif"')
      .send(Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'))
      .expect(201);
    const { body } = await clientOf(() => service, 'admin', '/wp-json/nestpress/v1')
      .get(`/field-forms?kind=post&subtype=attachment&id=${file.id}`)
      .expect(200);
    expect(body.groups).toMatchObject([{ title: 'Files', fields: [{ name: 'credit' }] }]);
    await admin.post(`/media/${file.id}`, { acf_form: { credit: 'Somebody' } }).expect(200);
    const { body: stored } = await admin.get(`/media/${file.id}?context=edit&_fields=acf,acf_form`).expect(200);
    expect(stored).toEqual({ acf: [], acf_form: { credit: 'Somebody' } });
  });
});
