import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { eachEngine, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { startPluginSite } from '../../../support/plugin-site.js';

const TYPES = {
  tome: {
    name: 'tome',
    label: 'Tomes',
    singular_label: 'Tome',
    public: 'true',
    show_in_rest: 'true',
    rest_base: 'tomes',
    rewrite: 'true',
    rewrite_slug: 'library',
    supports: ['title', 'editor'],
    taxonomies: ['post_tag'],
  },
  vault: { name: 'vault', label: 'Vaults', show_in_rest: 'false' },
};
const TAXONOMIES = {
  binding: { name: 'binding', label: 'Bindings', show_in_rest: 'true', object_types: ['tome'], default_term: 'Cloth' },
};

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const get = (path: string) => request(service.server).get(`/wp-json/wp/v2${path}`);

  beforeAll(async () => {
    service = await startPluginSite(engine, 'custom-post-type-ui/custom-post-type-ui.php', {
      cptui_post_types: TYPES,
      cptui_taxonomies: TAXONOMIES,
      // The plugin creates the term when it registers the taxonomy; any ID does here.
      default_term_binding: '2',
    });
  });
  afterAll(() => service.close());

  test('types and taxonomies that a plugin stores are served without it', async () => {
    const { body: type } = await get('/types/tome').expect(200);
    expect(type).toMatchObject({ name: 'Tomes', rest_base: 'tomes', taxonomies: ['post_tag', 'binding'] });
    const { body: term } = await admin.post('/binding', { name: 'Linen' }).expect(201);
    const { body: tome } = await admin
      .post('/tomes', { title: 'First', status: 'publish', binding: [term.id] })
      .expect(201);
    expect(tome.link).toMatch(/\/library\/first\/$/);
    expect((await get('/tomes').query({ binding: term.id }).expect(200)).body).toHaveLength(1);
    await get('/vault').expect(404);
    await get('/types/vault').expect(401);
  });

  test('a new entry without a term gets the default one', async () => {
    const { body: cloth } = await admin.post('/binding', { name: 'Cloth' }).expect(201);

    const options = service.app.get(OptionsStore, { strict: false });
    await service.app.get(Database).transaction((tx) => options.set(tx, 'default_term_binding', String(cloth.id)));
    const { body: tome } = await admin.post('/tomes', { title: 'Plain' }).expect(201);
    expect(tome.binding).toEqual([cloth.id]);
  });
});
