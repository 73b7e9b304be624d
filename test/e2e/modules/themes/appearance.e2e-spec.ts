import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');
  const reader = clientOf(() => service, 'reader');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    await createUsers(admin);
    const stored = {
      stylesheet: 'child',
      template: 'parent',
      current_theme: 'A & B',
      active_plugins: ['akismet/akismet.php', 'hello.php'],
      sidebars_widgets: { wp_inactive_widgets: ['text-2'], 'sidebar-1': ['block-2', 'block-3'], array_version: 3 },
    };
    await service.app.get(Database).transaction(async (tx) => {
      for (const [name, value] of Object.entries(stored)) await service.app.get(OptionsStore).set(tx, name, value);
    });
  });
  afterAll(() => service.close());

  test('writers see the active theme, administrators all that is known of themes', async () => {
    const { body, headers } = await writer.get('/themes', { status: 'active' }).expect(200);
    expect(body).toEqual([
      expect.objectContaining({
        stylesheet: 'child',
        template: 'parent',
        name: { raw: 'A & B', rendered: 'A &amp; B' },
      }),
    ]);
    expect(headers['x-wp-total']).toBe('1');
    expect((await writer.get('/themes/child').expect(200)).body.status).toBe('active');
    expect((await writer.get('/themes').expect(403)).body.code).toBe('rest_cannot_view_themes');
    expect((await reader.get('/themes/child').expect(403)).body.code).toBe('rest_cannot_view_active_theme');
    expect((await admin.get('/themes', { status: 'inactive' }).expect(200)).body).toEqual([]);
    await admin.get('/themes/other').expect(404);
    expect((await writer.get('/themes/parent').expect(403)).body.code).toBe('rest_cannot_view_themes');
  });

  test('the schema describes what only the files of a theme know; items leave it out', async () => {
    const { properties } = (await writer.options('/themes/child').expect(200)).body.schema;
    expect(properties.theme_supports.properties['align-wide']).toMatchObject({ type: 'boolean', default: false });
    expect(properties.author_uri.properties.raw).toMatchObject({ type: 'string', format: 'uri' });
    const { body } = await writer.get('/themes/child').expect(200);
    for (const name of ['author', 'tags', 'theme_supports', 'is_block_theme']) expect(body).not.toHaveProperty(name);
  });

  test('active plugins and stored sidebars are for administrators', async () => {
    const { body: plugins } = await admin.get('/plugins', { _fields: 'plugin' }).expect(200);
    expect(plugins).toEqual([{ plugin: 'akismet/akismet' }, { plugin: 'hello' }]);
    expect((await admin.get('/plugins/akismet/akismet').expect(200)).body.status).toBe('active');
    await admin.get('/plugins/other').expect(404);
    const { body: found } = await admin.get('/plugins', { search: 'Akis', _fields: 'plugin' }).expect(200);
    expect(found).toEqual([{ plugin: 'akismet/akismet' }]);
    const { body: sidebars } = await admin.get('/sidebars', { _fields: 'id,status,widgets' }).expect(200);
    expect(sidebars).toEqual([
      { id: 'wp_inactive_widgets', status: 'inactive', widgets: ['text-2'] },
      { id: 'sidebar-1', status: 'active', widgets: ['block-2', 'block-3'] },
    ]);
    await admin.get('/sidebars/other').expect(404);
    expect((await writer.get('/plugins').expect(403)).body.code).toBe('rest_cannot_view_plugins');
    expect((await writer.get('/sidebars').expect(403)).body.code).toBe('rest_cannot_manage_widgets');
  });

  test('there is a sidebar of inactive widgets only where one is stored', async () => {
    const options = service.app.get(OptionsStore);
    await service.app.get(Database).transaction((tx) => options.set(tx, 'sidebars_widgets', { 'sidebar-1': [] }));
    const { body } = await admin.get('/sidebars', { _fields: 'id' }).expect(200);
    expect(body).toEqual([{ id: 'sidebar-1' }]);
    await admin.get('/sidebars/wp_inactive_widgets').expect(404);
  });
});
