import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { PhpArray, phpToJs } from '../../../../src/text/php/index.js';
import { ADMIN, eachEngine, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { startPolylangSite } from '../../../support/polylang-site.js';

const DOT = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const own = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
  const pll = clientOf(() => service, 'admin', '/wp-json/pll/v1');
  const menu = async (location: string, lang: string, status = 200) =>
    (await request(service.server).get(`/wp-json/nestpress/v1/menus/${location}`).query({ lang }).expect(status)).body;

  const options = () => service.app.get(OptionsStore, { strict: false });
  /** What the plugin and the theme have stored. */
  const assigned = () =>
    service.app.get(Database).transaction(async (tx) => {
      const theme = String(await options().getForUpdate(tx, 'stylesheet'));
      const member = async (option: string, name: string) =>
        phpToJs(((await options().getForUpdate(tx, option)) as PhpArray).get(name) ?? new PhpArray());
      const menus = (await member('polylang', 'nav_menus')) as Record<string, unknown>;
      return { plugin: menus[theme], theme: await member(`theme_mods_${theme}`, 'nav_menu_locations') };
    });

  beforeAll(async () => {
    service = await startPolylangSite(
      engine,
      { media_support: true },
      { env: { CONSOLE: 'api', MENU_LOCATIONS: 'primary,footer,primary___fr=Primary (French)' } },
    );
  });
  afterAll(() => service.close());

  test('a location has the menu of the language', async () => {
    const create = async (name: string, title: string, locations: readonly string[]) => {
      const { body } = await admin.post('/menus', { name, locations }).expect(201);
      await admin.post('/menu-items', { title, url: 'https://a.test/', menus: body.id, status: 'publish' }).expect(201);
      return body.id as number;
    };
    const english = await create('English', 'Home', ['primary', 'footer']);
    const french = await create('Français', 'Accueil', []);
    await service.app.get(Database).transaction(async (tx) => {
      const theme = String(await options().getForUpdate(tx, 'stylesheet'));
      const stored = (await options().getForUpdate(tx, 'polylang')) as PhpArray;
      const ofLocation = PhpArray.map([
        ['en', english],
        ['fr', french],
      ]);
      const ofTheme = PhpArray.map([['primary', ofLocation]]);
      await options().set(tx, 'polylang', PhpArray.map(stored).set('nav_menus', PhpArray.map([[theme, ofTheme]])));
    });
    expect(await menu('primary', 'fr')).toMatchObject({ id: french, items: [{ title: 'Accueil' }] });
    expect(await menu('main', 'fr')).toMatchObject({ id: french });
    expect(await menu('primary', 'en')).toMatchObject({ id: english });
    // A language without a menu has none there, as in the plugin; what is no language does not count.
    await menu('primary', 'ar', 404);
    await menu('footer', 'fr', 404);
    for (const lang of ['', 'xx']) expect(await menu('footer', lang)).toMatchObject({ id: english });
  });

  test('menus are assigned where the plugin reads them', async () => {
    const create = async (name: string, locations: readonly string[]) =>
      (await admin.post('/menus', { name, locations }).expect(201)).body.id as number;
    const [first, french] = [await create('First', ['primary', 'footer']), await create('Premier', ['primary___fr'])];
    expect(await assigned()).toEqual({
      plugin: { primary: { en: first, fr: french }, footer: { en: first } },
      theme: { primary: first, footer: first },
    });
    expect(await menu('primary', 'fr')).toMatchObject({ id: french });
    const read = async (path: string) => (await admin.get(path).expect(200)).body;
    expect(await read(`/menus/${french}`)).toMatchObject({ locations: ['primary___fr'] });
    expect(await read('/menu-locations/primary___fr')).toMatchObject({ menu: french });
    expect(await read('/menu-locations/primary')).toMatchObject({ menu: first });

    // In the console, and with a menu that leaves a location.
    const { body: second } = await own.post('/menus', { name: 'Second', is_main: true }).expect(201);
    await admin.post(`/menus/${first}`, { name: 'First', locations: [] }).expect(200);
    expect(await assigned()).toEqual({
      plugin: { primary: { en: second.id, fr: french }, footer: [] },
      theme: { primary: second.id },
    });
    expect(await menu('primary', 'en')).toMatchObject({ id: second.id });

    await admin.post(`/menus/${french}`, { name: 'Premier', locations: ['primary', 'primary___fr'] }).expect(200);
    expect((await assigned()).plugin).toMatchObject({ primary: { en: french, fr: french } });
    await admin.delete(`/menus/${french}`, { force: true }).expect(200);
    expect(await assigned()).toEqual({ plugin: { primary: [], footer: [] }, theme: { primary: 0 } });
  });

  test('a page is added to the menus in its language', async () => {
    const create = async (name: string, locations: readonly string[]) =>
      (await admin.post('/menus', { name, locations, auto_add: true }).expect(201)).body.id as number;
    const publish = async (title: string, lang?: string) =>
      (await admin.post('/pages', { title, lang, status: 'publish' }).expect(201)).body.id as number;
    const unassigned = await create('Anywhere', []);
    const pageOf = async (menus: number) =>
      ((await admin.get('/menu-items').query({ menus }).expect(200)).body as { object_id: number }[]).map(
        (item) => item.object_id,
      );
    const [english, french] = [await create('Pages', ['primary']), await create('Les pages', ['primary___fr'])];
    const [about, aPropos] = [await publish('About'), await publish('À propos', 'fr')];
    expect([await pageOf(english), await pageOf(french)]).toEqual([[about], [aPropos]]);
    expect(await pageOf(unassigned)).toEqual([]);
    for (const id of [english, french, unassigned]) await admin.delete(`/menus/${id}`, { force: true }).expect(200);
  });

  test('files have languages, and lists of them are limited', async () => {
    const upload = async (lang?: string) => {
      const { body } = await request(service.server)
        .post('/wp-json/wp/v2/media')
        .query(lang === undefined ? {} : { lang })
        .auth('admin', ADMIN.password)
        .set('Content-Type', 'image/gif')
        .set('Content-Disposition', 'attachment; filename="dot.gif"')
        .send(DOT)
        .expect(201);
      return body as { id: number; lang: string };
    };
    const [english, french] = [await upload(), await upload('fr')];
    expect([english.lang, french.lang]).toEqual(['en', 'fr']);
    const ids = async (query: object) =>
      ((await admin.get('/media').query(query).expect(200)).body as { id: number }[]).map(({ id }) => id);
    expect(await ids({ lang: 'fr' })).toEqual([french.id]);
    expect(await ids({ lang: 'en,fr' })).toEqual([french.id, english.id]);
    for (const lang of ['', 'xx']) expect(await ids({ lang })).toEqual([french.id, english.id]);
    await admin.post(`/media/${english.id}`, { translations: { fr: french.id } }).expect(200);
    expect((await admin.get(`/media/${french.id}`).expect(200)).body.translations).toEqual({
      en: english.id,
      fr: french.id,
    });
  });

  test('menus follow a language that has another code, and go with one that is deleted', async () => {
    const { body } = await admin.post('/menus', { name: 'Dernier', locations: ['primary___fr'] }).expect(201);
    const { term_id: id } = (await pll.get('/languages/fr').expect(200)).body;
    await pll.post(`/languages/${id}`, { slug: 'fra' }).expect(200);
    expect((await assigned()).plugin).toMatchObject({ primary: { fra: body.id } });
    expect(await menu('primary', 'fra')).toMatchObject({ id: body.id });
    await pll.delete(`/languages/${id}`).expect(200);
    expect((await assigned()).plugin).toMatchObject({ primary: [] });
  });
});
