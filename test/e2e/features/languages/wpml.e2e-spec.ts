import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { eachEngine, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { startPluginSite } from '../../../support/plugin-site.js';
import { until } from '../../../support/until.js';

const HOME = 'http://site.test';

/** The columns that are read. */
async function createTables(database: Database): Promise<void> {
  const [languages, translations] = ['icl_languages', 'icl_translations'].map((name) => database.tablePrefix + name);
  await database.transaction(async (tx) => {
    await tx.execute(
      `CREATE TABLE ${languages} (id INTEGER PRIMARY KEY, code VARCHAR(7), english_name VARCHAR(128), active INTEGER, default_locale VARCHAR(35))`,
      [],
      languages,
    );
    await tx.execute(
      `CREATE TABLE ${translations} (translation_id INTEGER PRIMARY KEY, element_type VARCHAR(60), element_id BIGINT, ` +
        'trid BIGINT, language_code VARCHAR(7), source_language_code VARCHAR(7))',
      [],
      translations,
    );
    await tx.execute(
      `INSERT INTO ${languages} VALUES (1, 'en', 'English', 1, 'en_US'), (2, 'de', 'German', 1, 'de_DE'), (3, 'fr', 'French', 0, 'fr_FR')`,
      [],
      languages,
    );
  });
}

eachEngine((engine) => {
  let service: TestApp;
  let ids: { english: number; german: number; news: number; other: number };
  const admin = clientOf(() => service, 'admin');
  const create = async (path: string, values: object) => (await admin.post(path, values).expect(201)).body.id as number;
  const item = async (path: string) => (await admin.get(path).expect(200)).body;

  beforeAll(async () => {
    const settings = { default_language: 'en', language_negotiation_type: 1, custom_posts_sync_option: { page: 0 } };
    service = await startPluginSite(
      engine,
      'sitepress-multilingual-cms/sitepress.php',
      { icl_sitepress_settings: settings, permalink_structure: '/%postname%/' },
      { env: { ...WEB, MENU_LOCATIONS: 'primary,footer' }, fill: createTables },
    );
    ids = {
      english: await create('/posts', { title: 'Tides', status: 'publish' }),
      german: await create('/posts', { title: 'Gezeiten', status: 'publish' }),
      news: await create('/categories', { name: 'News' }),
      other: await create('/categories', { name: 'Nachrichten' }),
    };
    const database = service.app.get(Database);
    const table = `${database.tablePrefix}icl_translations`;
    const { term_taxonomy } = database.tables;
    const taxonomyIdOf = async (term: number) => {
      const sql = `SELECT term_taxonomy_id AS id FROM ${term_taxonomy} WHERE term_id = ?`;
      return (await database.query<{ id: number }>(sql, [term]))[0]!.id;
    };
    const rows = [
      [1, 'post_post', ids.english, 7, 'en'],
      [2, 'post_post', ids.german, 7, 'de'],
      [3, 'tax_category', await taxonomyIdOf(ids.news), 8, 'en'],
      [4, 'tax_category', await taxonomyIdOf(ids.other), 8, 'de'],
      [5, 'post_post', null, 9, 'de'],
    ] as const;
    await database.transaction(async (tx) => {
      for (const row of rows)
        await tx.execute(`INSERT INTO ${table} VALUES (?, ?, ?, ?, ?, NULL)`, [...row], [table, database.tables.posts]);
    });
  });
  afterAll(() => service.close());

  test('entries and terms have languages, translations and addresses', async () => {
    expect(await item(`/posts/${ids.german}`)).toMatchObject({
      lang: 'de',
      translations: { en: ids.english, de: ids.german },
      link: `${HOME}/de/gezeiten/`,
    });
    expect(await item(`/posts/${ids.english}`)).toMatchObject({ lang: 'en', link: `${HOME}/tides/` });
    expect(await item(`/categories/${ids.other}`)).toMatchObject({
      lang: 'de',
      translations: { en: ids.news, de: ids.other },
      link: `${HOME}/de/category/nachrichten/`,
    });
    // Types that are not translated have no language.
    const page = await create('/pages', { title: 'Page' });
    expect(await item(`/pages/${page}`)).not.toHaveProperty('lang');
  });

  test('lists are limited to a language, in a constant number of queries', async () => {
    const list = async (path: string) => (await item(path)).map(({ id }: { id: number }) => id);
    expect(await list('/posts?lang=de')).toEqual([ids.german]);
    expect(await list('/categories?lang=de')).toEqual([ids.other]);
    expect(await list('/posts?lang=fr')).toEqual(await list('/posts'));
    const queriesOf = (perPage: number) =>
      fewestStatements(() => admin.get(`/posts?per_page=${perPage}&orderby=id`).expect(200));
    expect(await queriesOf(3)).toBe(await queriesOf(1));
  });

  test('a location has the translation of its menu, or the menu itself where there is none', async () => {
    const database = service.app.get(Database);
    const { term_taxonomy, posts } = database.tables;
    const menu = async (name: string, location?: string) => {
      const values = { name, ...(location && { locations: [location] }) };
      const id = await create('/menus', values);
      await create('/menu-items', { title: name, url: 'https://a.test/', menus: id, status: 'publish' });
      return id;
    };
    const [english, german, footer] = [
      await menu('Main', 'primary'),
      await menu('Haupt'),
      await menu('Foot', 'footer'),
    ];
    const table = `${database.tablePrefix}icl_translations`;
    await database.transaction(async (tx) => {
      for (const [row, term, language] of [
        [11, english, 'en'],
        [12, german, 'de'],
      ] as const)
        await tx.execute(
          `INSERT INTO ${table} SELECT ?, 'tax_nav_menu', term_taxonomy_id, 10, ?, NULL FROM ${term_taxonomy} WHERE term_id = ?`,
          [row, language, term],
          [table, posts],
        );
    });
    const at = async (location: string, lang: string) => {
      const { body } = await request(service.server).get(`/wp-json/nestpress/v1/menus/${location}?lang=${lang}`);
      return body.id as number;
    };
    await until(async () => (await at('primary', 'de')) === german, 'the languages are read again');
    expect([await at('primary', 'en'), await at('primary', '')]).toEqual([english, english]);
    expect([await at('footer', 'de'), await at('footer', 'en')]).toEqual([footer, footer]);
  });

  test('languages are not written, and pages have theirs', async () => {
    const { body } = await admin.post(`/posts/${ids.german}`, { lang: 'en', title: 'Gezeiten heute' }).expect(200);
    expect(body.lang).toBe('de');
    await request(service.server).get('/wp-json/pll/v1/languages').expect(404);
    const { text } = await request(service.server).get('/de/gezeiten/').expect(200);
    expect(text).toContain('<html lang="de-DE" ');
    expect(text).toContain(`hreflang="en-US" href="${HOME}/tides/"`);
  });
});

test('without its tables, the plugin is not served', async () => {
  const service = await startPluginSite('sqlite', 'sitepress-multilingual-cms/sitepress.php', {});
  try {
    const { body } = await request(service.server).get('/wp-json/wp/v2/posts').expect(200);
    expect(body[0]).not.toHaveProperty('lang');
  } finally {
    await service.close();
  }
});
