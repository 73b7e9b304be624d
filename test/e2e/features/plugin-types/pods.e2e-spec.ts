import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { Post, PostMeta } from '../../../../src/database/entities/index.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { storedContentVersion } from '../../../../src/features/plugin-types/stored-content.store.js';
import { EMPTY_POST } from '../../../support/acf-site.js';
import { eachEngine, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { startPluginSite } from '../../../support/plugin-site.js';

const PODS = [
  {
    slug: 'shore',
    title: 'Shores',
    settings: { type: 'post_type', rest_enable: '1', rest_base: 'shores', supports_title: '1', supports_editor: '1' },
  },
  { slug: 'tide', title: 'Tides', settings: { type: 'taxonomy', rest_enable: '1', built_in_post_types_shore: '1' } },
  { slug: 'hidden', title: 'Hidden', settings: { type: 'post_type' } },
];

async function storePods(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { slug, title, settings } of PODS) {
      const row = { ...EMPTY_POST, type: '_pods_pod', status: 'publish', slug, title };
      const { insertId: owner } = await tx.insert(Post, row);
      await tx.insert(
        PostMeta,
        Object.entries(settings).map(([key, value]) => ({ owner, key, value })),
      );
    }
  });
}

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const get = (path: string) => request(service.server).get(`/wp-json/wp/v2${path}`);

  beforeAll(async () => {
    service = await startPluginSite(engine, 'pods/init.php', {}, { fill: storePods });
  });
  afterAll(() => service.close());

  test('types and taxonomies of Pods are served', async () => {
    const { body: type } = await get('/types/shore').expect(200);
    expect(type).toMatchObject({ name: 'Shores', rest_base: 'shores', taxonomies: ['tide'] });
    const { body: term } = await admin.post('/tide', { name: 'Spring' }).expect(201);
    const { body: shore } = await admin
      .post('/shores', { title: 'First', status: 'publish', tide: [term.id] })
      .expect(201);
    expect(shore).toMatchObject({ tide: [term.id], link: expect.stringMatching(/\/shore\/first\/$/) });
    await get('/hidden').expect(404);
  });

  test('a changed setting is noticed', async () => {
    const database = service.app.get(Database);
    const active = await service.app.get(OptionsStore, { strict: false }).get('active_plugins');
    const before = await storedContentVersion(database, active);
    expect(await storedContentVersion(database, active)).toBe(before);
    await database.transaction((tx) => tx.update(PostMeta, { key: 'rest_base' }, { value: 'coasts' }));
    expect(await storedContentVersion(database, active)).not.toBe(before);
  });
});
