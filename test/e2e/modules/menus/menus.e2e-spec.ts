import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { serialize } from '../../../../src/text/php/index.js';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import { until } from '../../../support/until.js';

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');
  const reader = clientOf(() => service, 'reader');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C', MENU_LOCATIONS: 'primary=Primary menu,footer' }, engine);
    await createUsers(admin);
  });
  afterAll(() => service.close());

  const createMenu = async (name: string, more: object = {}) =>
    (await admin.post('/menus', { name, ...more }).expect(201)).body;
  const createItem = async (values: object) => (await admin.post('/menu-items', values).expect(201)).body;

  test('a menu that gets no new pages is stored as one, too', async () => {
    const stored = () => service.app.get(OptionsStore).get('nav_menu_options');
    expect(await stored()).toBeUndefined();
    const menu = await createMenu('Plain');
    expect(await stored()).toBeUndefined();
    await admin.put(`/menus/${menu.id}`, { auto_add: false }).expect(200);
    expect(serialize((await stored())!)).toBe('a:1:{s:8:"auto_add";a:0:{}}');
    await admin.delete(`/menus/${menu.id}`, { force: true }).expect(200);
  });

  test('menus are created, assigned to locations, renamed and deleted with their items', async () => {
    const menu = await createMenu('Main', { locations: ['primary'], auto_add: true, description: 'd' });
    expect(menu).toMatchObject({ slug: 'main', locations: ['primary'], auto_add: true, description: 'd' });
    expect((await admin.get('/menu-locations').expect(200)).body).toMatchObject({
      primary: { description: 'Primary menu', menu: menu.id },
      footer: { description: 'footer', menu: 0 },
    });
    const { body: taken } = await admin.post('/menus', { name: 'Main' }).expect(400);
    expect(taken).toMatchObject({ code: 'menu_exists', data: { term_id: menu.id } });
    const { body: bad } = await admin.put(`/menus/${menu.id}`, { locations: ['nowhere'] }).expect(400);
    expect(bad.data.details.locations.code).toBe('rest_invalid_menu_location');
    const changes = { name: 'Head', locations: ['footer'], auto_add: false };
    expect((await admin.put(`/menus/${menu.id}`, changes).expect(200)).body).toMatchObject({
      slug: 'head',
      locations: ['footer'],
      auto_add: false,
    });
    const item = await createItem({ title: 'Out', url: 'https://example.org/', menus: menu.id });
    expect((await admin.put(`/menu-items/${item.id}`, { parent: item.id }).expect(200)).body.parent).toBe(0);
    const linked = { type: 'taxonomy', object: 'Cate & g<o>ry < 1', object_id: 1 };
    expect((await admin.put(`/menu-items/${item.id}`, linked).expect(200)).body.object).toBe('category1');
    await admin.delete(`/menus/${menu.id}`).expect(501);
    await admin.delete(`/menus/${menu.id}`, { force: true }).expect(200);
    await admin.get(`/menu-items/${item.id}`).expect(404);
    expect((await admin.get('/menu-locations/footer').expect(200)).body.menu).toBe(0);
  });

  test('a menu has no parent, and its name is not longer than its column', async () => {
    const { body: parent } = await admin.post('/menus', { name: 'Child', parent: 999999 }).expect(400);
    expect(parent.code).toBe('rest_taxonomy_not_hierarchical');
    const { body: long } = await admin.post('/menus', { name: 'x'.repeat(201) }).expect(400);
    expect(long).toMatchObject({
      code: 'db_insert_error',
      data: { status: 400 },
      additional_data: [expect.any(String)],
    });
  });

  test('a menu is not renamed to nothing or to the name of another', async () => {
    const menu = await createMenu('Left');
    await createMenu('Right');
    for (const [name, code] of [
      ['Right', 'menu_exists'],
      [' ', 'empty_term_name'],
    ])
      expect((await admin.put(`/menus/${menu.id}`, { name }).expect(500)).body).toMatchObject({ code, data: null });
    expect((await admin.get(`/menus/${menu.id}`).expect(200)).body.name).toBe('Left');
  });

  test('an item is deleted with its target, but not when the target goes to the trash', async () => {
    const menu = await createMenu('Targets');
    const page = (await admin.post('/pages', { title: 'Pier', status: 'publish' }).expect(201)).body;
    const category = (await admin.post('/categories', { name: 'Piers' }).expect(201)).body;
    const toPage = await createItem({ type: 'post_type', object: 'page', object_id: page.id, menus: menu.id });
    const toTerm = await createItem({ type: 'taxonomy', object: 'category', object_id: category.id, menus: menu.id });
    const other = await createItem({ title: 'Out', url: 'https://example.org/', menus: menu.id });
    await admin.delete(`/pages/${page.id}`).expect(200);
    await admin.get(`/menu-items/${toPage.id}`).expect(200);
    await admin.delete(`/pages/${page.id}`, { force: true }).expect(200);
    await admin.delete(`/categories/${category.id}`, { force: true }).expect(200);
    const { body: left } = await admin.get(`/menu-items?menus=${menu.id}`).expect(200);
    expect(left.map(({ id }: { id: number }) => id)).toEqual([other.id]);
    await admin.get(`/menu-items/${toTerm.id}`).expect(404);
  });

  test('items lead to entries, terms and addresses, and follow their names', async () => {
    const menu = await createMenu('Items');
    const page = (await admin.post('/pages', { title: 'Quay "one"', status: 'publish' }).expect(201)).body;
    const parent = (await admin.post('/pages', { title: 'Port', status: 'publish' }).expect(201)).body;
    const category = (await admin.post('/categories', { name: 'Harbour' }).expect(201)).body;
    const first = await createItem({ type: 'post_type', object_id: page.id, menus: menu.id, menu_order: 2 });
    expect(first).toMatchObject({
      title: { rendered: 'Quay &#8220;one&#8221;' },
      object: 'page',
      url: page.link,
      type_label: 'Page',
      classes: [''],
      menus: menu.id,
      invalid: false,
    });
    await createItem({
      type: 'taxonomy',
      object: 'category',
      object_id: category.id,
      parent: first.id,
      menus: menu.id,
    });
    const custom = await createItem({ title: 'Out', url: '#', classes: ['a', 'b c'], menus: menu.id, menu_order: 3 });
    expect(custom).toMatchObject({ object: 'custom', object_id: custom.id, classes: ['a', 'bc'] });
    await admin.put(`/pages/${page.id}`, { title: 'Pier' }).expect(200);
    const { body: items } = await writer.get('/menu-items', { menus: menu.id }).expect(200);
    expect(items.map(({ title }: { title: { rendered: string } }) => title.rendered)).toEqual([
      'Harbour',
      'Pier',
      'Out',
    ]);
    // The name of a former target stays.
    const moved = (await admin.put(`/menu-items/${first.id}`, { object_id: parent.id }).expect(200)).body;
    expect(moved.title.raw).toBe('Pier');
    // The link leads to the entry, whatever type the item names.
    const { body: named } = await admin.put(`/menu-items/${first.id}`, { object: 'Post !' }).expect(200);
    expect(named).toMatchObject({ object: 'post', _links: { 'wp:menu-item-object': [{ post_type: 'page' }] } });
    await admin.put(`/menu-items/${first.id}`, { object: 'page' }).expect(200);
    const { body: targeted } = await admin.put(`/menu-items/${first.id}`, { object: '😀' }).expect(200);
    expect(targeted).toMatchObject({ object: 'page', invalid: false });
    const { body: back } = await admin.put(`/menu-items/${first.id}`, { object_id: page.id }).expect(200);
    expect(back.title.rendered).toBe('Pier');
    await admin.put(`/pages/${page.id}`, { title: 'Jetty' }).expect(200);
    expect((await admin.get(`/menu-items/${first.id}`).expect(200)).body.title.rendered).toBe('Jetty');
    const { body: embedded } = await admin.get(`/menu-items/${first.id}`, { _embed: '' }).expect(200);
    expect(embedded._embedded).toMatchObject({
      'wp:term': [[{ id: menu.id, name: 'Items' }]],
      'wp:menu-item-object': [{ id: page.id }],
    });
    await admin.delete(`/pages/${page.id}`).expect(200);
    expect((await admin.get(`/menu-items/${first.id}`).expect(200)).body.invalid).toBe(true);
    await admin.delete(`/menu-items/${custom.id}`).expect(501);
    await admin.delete(`/menu-items/${custom.id}`, { force: true }).expect(200);
    expect((await admin.get(`/menus/${menu.id}`).expect(200)).body.name).toBe('Items');
  });

  test('menus with auto_add get an item for each new page at the top', async () => {
    const menu = await createMenu('Growing', { auto_add: true });
    const page = (await admin.post('/pages', { title: 'First', status: 'draft' }).expect(201)).body;
    const objects = async () =>
      (await admin.get('/menu-items', { menus: menu.id }).expect(200)).body.map(
        (item: { object_id: number; menu_order: number }) => [item.object_id, item.menu_order],
      );
    expect(await objects()).toEqual([]);
    await admin.put(`/pages/${page.id}`, { status: 'publish' }).expect(200);
    await admin.put(`/pages/${page.id}`, { title: 'Still first' }).expect(200);
    const second = (await admin.post('/pages', { title: 'Second', status: 'publish' }).expect(201)).body;
    await admin.post('/pages', { title: 'Below', status: 'publish', parent: page.id }).expect(201);
    expect(await objects()).toEqual([
      [page.id, 1],
      [second.id, 2],
    ]);
    await admin.put(`/menus/${menu.id}`, { auto_add: false }).expect(200);
  });

  test('they get one for a scheduled page when its time has come', async () => {
    const menu = await createMenu('Later', { auto_add: true });
    const date_gmt = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const { body: page } = await admin.post('/pages', { title: 'Soon', status: 'future', date_gmt }).expect(201);
    const { body: below } = await admin
      .post('/pages', { title: 'Below', status: 'future', date_gmt, parent: page.id })
      .expect(201);
    const items = async () => (await admin.get('/menu-items', { menus: menu.id }).expect(200)).body;
    expect(await items()).toEqual([]);
    const db = service.app.get(Database);
    const due = new Date(Date.now() - 1000).toISOString().slice(0, 19).replace('T', ' ');
    await db.transaction((tx) =>
      tx.execute(`UPDATE ${db.tables.posts} SET post_date = ?, post_date_gmt = ? WHERE ID IN (?, ?)`, [
        due,
        due,
        page.id,
        below.id,
      ]),
    );
    await until(async () => (await items()).length > 0, 'the page is in the menu');
    expect(await items()).toMatchObject([{ object: 'page', object_id: page.id, title: { rendered: 'Soon' } }]);
    const rows = await db.query<{ author: number }>(
      `SELECT post_author AS author FROM ${db.tables.posts} WHERE post_type = 'nav_menu_item' AND ID = ?`,
      [(await items())[0].id],
    );
    expect(rows.map(({ author }) => Number(author))).toEqual([0]);
    await admin.put(`/menus/${menu.id}`, { auto_add: false }).expect(200);
  });

  test('a page of items beyond the end is refused, an offset beyond it finds none', async () => {
    const menu = await createMenu('Paged');
    await createItem({ title: 'Out', url: 'https://example.org/', menus: menu.id });
    const { body } = await admin.get('/menu-items', { page: 99 }).expect(400);
    expect(body.code).toBe('rest_post_invalid_page_number');
    const beyond = await admin.get('/menu-items', { offset: 999 }).expect(200);
    expect([beyond.body, beyond.headers['x-wp-total']]).toEqual([[], '0']);
  });

  test('all that is wrong with an item is reported at once', async () => {
    const { body } = await admin.post('/menu-items', {}).expect(400);
    expect(body).toMatchObject({ code: 'rest_title_required', additional_errors: [{ code: 'rest_url_required' }] });
    const { body: unknown } = await admin.post('/menu-items', { type: 'taxonomy', object_id: 99999 }).expect(400);
    expect(unknown.code).toBe('rest_term_invalid_id');
    expect((await admin.post('/menu-items', { title: 'x', url: '#', menus: 99999 }).expect(400)).body.code).toBe(
      'invalid_menu_id',
    );
  });

  test('nobody may assign an item to the menu 0', async () => {
    const item = await createItem({ title: 'x', url: '#' });
    for (const menus of [0, null]) {
      const { body } = await admin.post('/menu-items', { title: 'x', url: '#', menus }).expect(403);
      expect(body.code).toBe('rest_cannot_assign_term');
      const { headers } = await admin.put(`/menu-items/${item.id}`, { menus }).expect(403);
      expect(headers.allow).toBe('GET, DELETE');
    }
  });

  test('writers read menus, administrators change them, others do not see them', async () => {
    for (const path of ['/menus', '/menu-items']) {
      await writer.get(path).expect(200);
      expect((await reader.get(path).expect(403)).body.code).toBe('rest_cannot_view');
      await writer.get(path, { context: 'edit' }).expect(403);
      await writer.post(path, { name: 'x', title: 'x', url: '#' }).expect(403);
    }
    await writer.get('/menu-locations').expect(403);
    await clientOf(() => service)
      .get('/menus')
      .expect(401);
  });
});
