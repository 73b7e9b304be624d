import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

interface MenuItem {
  id: number;
  label: string;
  depth: number;
}

interface Menu {
  id: number;
  name: string;
  is_main: boolean;
  items: MenuItem[];
}

const outline = ({ items }: Menu) => items.map(({ label, depth }) => `${'-'.repeat(depth)}${label}`);

anyEngine((engine) => {
  let service: TestApp;
  let page: number;
  let category: number;
  let menu: Menu;
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const editor = clientOf(() => service, 'chief', '/wp-json');
  const header = async () => {
    const { text } = await request(service.server).get('/').expect(200);
    return /<nav[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '';
  };

  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
    await createUsers(clientOf(() => service, 'admin'));
    page = (await admin.post('/wp/v2/pages', { title: 'About us', status: 'publish' })).body.id as number;
    category = (await admin.post('/wp/v2/categories', { name: 'Boats' })).body.id as number;
  });
  afterAll(() => service.close());

  test('a menu is created with its items and shown in the header of the site', async () => {
    const items = [
      { title: '', type: 'post_type', object: 'page', object_id: page },
      { title: 'Our boats', type: 'taxonomy', object: 'category', object_id: category, depth: 1 },
      { title: 'Shop', type: 'custom', url: 'https://shop.example/' },
    ];
    const { status, body } = await admin.post('/nestpress/v1/menus', { name: 'Top', is_main: true, items });
    expect(status).toBe(201);
    menu = body as Menu;
    expect(menu).toMatchObject({ name: 'Top', is_main: true });
    expect(outline(menu)).toEqual(['About us', '-Our boats', 'Shop']);
    expect(await header()).toMatch(/About us[\s\S]*Our boats[\s\S]*href="https:\/\/shop\.example\/"[^>]*>Shop/);
    expect((await admin.get('/nestpress/v1/menus')).body).toEqual([menu]);
  });

  test('one request reorders, nests, renames, adds and deletes items, which keep their IDs', async () => {
    const [about, boats, shop] = menu.items as [MenuItem, MenuItem, MenuItem];
    const contact = { title: 'Mail', type: 'custom', url: 'mailto:us@example.org' };
    const items = [
      { ...shop, title: 'Store' },
      { ...about, depth: 1 },
      { ...contact, depth: 2 },
    ];
    const { status, body } = await admin.post(`/nestpress/v1/menus/${menu.id}`, { name: 'Header', items });
    expect(status).toBe(200);
    menu = body as Menu;
    expect([menu.name, menu.is_main, outline(menu)]).toEqual(['Header', true, ['Store', '-About us', '--Mail']]);
    expect(menu.items.slice(0, 2).map(({ id }) => id)).toEqual([shop.id, about.id]);
    expect(menu.items.some(({ id }) => id === boats.id)).toBe(false);
    expect(await header()).not.toContain('Our boats');
    await admin.post(`/wp/v2/pages/${page}`, { title: 'About the harbour' });
    expect(outline((await admin.get(`/nestpress/v1/menus/${menu.id}`)).body as Menu)[1]).toBe('-About the harbour');
  });

  test('refuses what cannot be stored, and changes nothing then', async () => {
    const update = (body: object) => admin.post(`/nestpress/v1/menus/${menu.id}`, body);
    const link = { title: 'x', type: 'custom', url: 'https://x.example/' };
    for (const items of [
      [{ ...link, depth: 1 }],
      [{ ...link, url: 'javascript:alert(1)' }],
      [{ ...link, title: '' }],
      [{ ...link, id: page }],
      [link, { title: '', type: 'post_type', object: 'page', object_id: 999_999 }],
      [{ title: 'x', type: 'magic' }],
    ])
      expect((await update({ items })).status).toBe(400);
    await admin.post('/nestpress/v1/menus', { name: 'Second' }).expect(201);
    expect((await update({ name: 'Second' })).status).toBe(400);
    expect((await admin.post('/nestpress/v1/menus', { name: ' ' })).status).toBe(400);
    expect((await admin.get('/nestpress/v1/menus/999999')).status).toBe(404);
    expect((await editor.get('/nestpress/v1/menus')).status).toBe(403);
    expect(outline((await admin.get(`/nestpress/v1/menus/${menu.id}`)).body as Menu)).toEqual([
      'Store',
      '-About the harbour',
      '--Mail',
    ]);
  });

  test('without its menu the header shows the pages again', async () => {
    await admin.post(`/nestpress/v1/menus/${menu.id}`, { is_main: false }).expect(200);
    expect(await header()).not.toContain('Store');
    await admin.delete(`/nestpress/v1/menus/${menu.id}`).expect(200);
    expect((await admin.get('/nestpress/v1/menus')).body).toMatchObject([{ name: 'Second', items: [] }]);
    expect(await header()).toContain('About the harbour');
  });

  test('menus are in the order of the site’s language', async () => {
    const names = ['Nutria', 'Ñandú', 'Menu 10', 'Menu 9'];
    for (const name of names) expect((await admin.post('/nestpress/v1/menus', { name, items: [] })).status).toBe(201);
    const listed = async () => {
      const { body } = await admin.get('/nestpress/v1/menus');
      return (body as Menu[]).map(({ name }) => name).filter((name) => names.includes(name));
    };
    expect(await listed()).toEqual(['Menu 9', 'Menu 10', 'Ñandú', 'Nutria']);
    await admin.post('/nestpress/v1/languages', { locale: 'es_ES' });
    const { status, body: settings } = await admin.post('/wp/v2/settings', { language: 'es_ES' });
    expect([status, settings]).toMatchObject([200, { language: 'es_ES' }]);
    expect(await listed()).toEqual(['Menu 9', 'Menu 10', 'Nutria', 'Ñandú']);
  });
});
