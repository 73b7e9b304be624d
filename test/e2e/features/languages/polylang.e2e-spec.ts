import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { eachEngine, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { startPolylangSite } from '../../../support/polylang-site.js';

const HOME = 'http://site.test';

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const pll = clientOf(() => service, 'admin', '/wp-json/pll/v1');
  const create = async (path: string, values: object, status = 201) =>
    (await admin.post(path, values).expect(status)).body;
  const ids = async (path: string) =>
    ((await admin.get(path).expect(200)).body as { id: number }[]).map(({ id }) => id);
  const frenchPage = () => create('/pages', { title: 'Page', status: 'publish', lang: 'fr' });
  const post = (title: string, more: object = {}) => create('/posts', { title, status: 'publish', ...more });

  beforeAll(async () => {
    service = await startPolylangSite(engine);
    await createUsers(admin);
  });
  afterAll(() => service.close());

  test('languages have their members, and only administrators edit them', async () => {
    const { body } = await pll.get('/languages').expect(200);
    expect(body.map(({ slug }: { slug: string }) => slug)).toEqual(['en', 'fr', 'ar']);
    expect(body[1]).toMatchObject({ locale: 'fr_FR', w3c: 'fr-FR', home_url: `${HOME}/fr/`, is_default: false });
    expect(body[2]).toMatchObject({ is_rtl: true, facebook: '', active: true });
    await pll.get('/languages/xx').expect(404);
  });

  test('a new entry has the default language, or the one that is asked for, and its address', async () => {
    const english = await post('An English post');
    expect(english).toMatchObject({ lang: 'en', link: `${HOME}/an-english-post/`, translations: { en: english.id } });
    const french = await post('Un article', { lang: 'fr', translations: { en: english.id } });
    expect(french).toMatchObject({ lang: 'fr', link: `${HOME}/fr/un-article/` });
    expect(french.translations).toEqual({ en: english.id, fr: french.id });
    const { body } = await admin.get(`/posts/${english.id}`).expect(200);
    expect(body.translations).toEqual({ en: english.id, fr: french.id });
    const child = await create('/pages', { title: 'Child', parent: (await frenchPage()).id, status: 'publish' });
    expect(child.lang).toBe('fr');
  });

  test('a list, a search and comments are limited to a language, and to all where none of that name exists', async () => {
    const [french, english] = [await post('Poisson', { lang: 'fr' }), await post('Poisson rouge')];
    const found = await ids('/posts?lang=fr&per_page=100');
    expect(found).toContain(french.id);
    expect(found).not.toContain(english.id);
    expect(await ids('/posts?lang=en,fr&per_page=100')).toEqual(expect.arrayContaining([french.id, english.id]));
    for (const value of ['', 'xx', 'all'])
      expect(await ids(`/posts?lang=${value}&per_page=100`)).toEqual(await ids('/posts?per_page=100'));
    expect(await ids('/search?search=poisson&lang=fr')).toEqual([french.id]);
    await create('/comments', { post: french.id, content: 'Bonjour' });
    expect(await ids('/comments?lang=fr')).toHaveLength(1);
    expect(await ids('/comments?lang=ar')).toHaveLength(0);
  });

  test('terms have languages, translations and addresses, and lists of them are limited', async () => {
    const news = await create('/categories', { name: 'News' });
    const nouvelles = await create('/categories', { name: 'Nouvelles', lang: 'fr', translations: { en: news.id } });
    expect(nouvelles).toMatchObject({ lang: 'fr', link: `${HOME}/fr/category/nouvelles/` });
    expect(nouvelles.translations).toEqual({ en: news.id, fr: nouvelles.id });
    expect(await ids('/categories?lang=fr')).toEqual([nouvelles.id]);
    expect(await ids('/categories?lang=xx')).not.toContain(nouvelles.id);
    // An entry gets the terms of its language.
    const french = await post('Avec catégorie', { lang: 'fr', categories: [news.id] });
    expect(french.categories).toEqual([nouvelles.id]);
    const { body: moved } = await admin.post(`/posts/${french.id}`, { lang: 'en' }).expect(200);
    expect([moved.lang, moved.categories]).toEqual(['en', [news.id]]);
    await admin.delete(`/categories/${nouvelles.id}?force=true`).expect(200);
    const { body } = await admin.get(`/categories/${news.id}`).expect(200);
    expect(body.translations).toEqual({ en: news.id });
  });

  test('an entry that is deleted leaves its translations', async () => {
    const english = await post('Left');
    const french = await post('Parti', { lang: 'fr', translations: { en: english.id } });
    await admin.delete(`/posts/${french.id}?force=true`).expect(200);
    const { body } = await admin.get(`/posts/${english.id}`).expect(200);
    expect(body.translations).toEqual({ en: english.id });
  });

  test('a language that does not exist, and translations of another kind, are refused', async () => {
    const page = await frenchPage();
    const { body: unknown } = await admin.post('/posts', { title: 'Refused', lang: 'xx' }).expect(400);
    expect(unknown.data.params).toHaveProperty('lang');
    const moved = await post('Moved', { lang: 'fr' });
    const { body } = await admin.post(`/posts/${moved.id}`, { lang: 'ar', translations: { fr: moved.id } }).expect(200);
    expect(body).toMatchObject({ lang: 'ar', translations: { ar: moved.id } });
    for (const translations of [{ fr: page.id }, { fr: 999_999 }, { xx: 1 }, { en: page.id }])
      await admin.post('/posts', { title: 'Refused', translations }).expect(400);
    const before = await ids('/posts?search=refused&status=any');
    expect(before).toEqual([]);
  });

  test('who may not edit an entry may not link it', async () => {
    const foreign = await post('Of the administrator');
    const author = clientOf(() => service, 'writer');
    const { body } = await author.post('/posts', { title: 'Own', lang: 'fr', translations: { en: foreign.id } });
    expect(body.code).toBe('rest_cannot_edit');
  });

  test('a list takes as many queries for many entries as for one', async () => {
    for (let number = 0; number < 10; number++) await post(`Post ${number}`, { lang: number % 2 ? 'fr' : 'en' });
    const queriesOf = (perPage: number) =>
      fewestStatements(() => admin.get(`/posts?per_page=${perPage}&orderby=id`).expect(200));
    expect(await queriesOf(10)).toBe(await queriesOf(2));
  });

  test('languages are created, changed and deleted with what follows', async () => {
    const { body: created } = await pll.post('/languages', { locale: 'de_DE' }).expect(200);
    expect(created).toMatchObject({ slug: 'de', name: 'Deutsch', flag_code: 'de', is_rtl: false });
    expect(created.term_props.term_language.count).toBe(1);
    await pll.post('/languages', { locale: 'de_AT' }).expect(400);
    await pll.post('/languages', { locale: '!' }).expect(400);
    const german = await post('Beitrag', { lang: 'de' });
    expect(german.link).toBe(`${HOME}/de/beitrag/`);
    const path = `/languages/${created.term_id}`;
    await pll.post(path, { slug: 'at', name: 'Österreichisch' }).expect(200);
    expect((await admin.get(`/posts/${german.id}`).expect(200)).body).toMatchObject({
      lang: 'at',
      link: `${HOME}/at/beitrag/`,
    });
    await pll.delete(path).expect(200);
    expect((await admin.get(`/posts/${german.id}`).expect(200)).body).toMatchObject({
      lang: null,
      link: `${HOME}/beitrag/`,
    });
  });

  test('the default language may be named in addresses, and another one', async () => {
    const english = await post('Defaulted');
    const { body } = await pll.post('/settings', { hide_default: false, zzz: 1 }).expect(200);
    expect(body).toMatchObject({ hide_default: false, default_lang: 'en' });
    expect((await admin.get(`/posts/${english.id}`).expect(200)).body.link).toBe(`${HOME}/en/defaulted/`);
    await pll.post('/settings', { default_lang: 'xx' }).expect(400);
    await pll.post('/settings', { force_lang: 9 }).expect(400);
    await pll.post('/settings', { hide_default: true }).expect(200);
  });

  test('malformed rows are no failure', async () => {
    const database = service.app.get(Database);
    const { term_taxonomy } = database.tables;
    const entry = await post('Malformed');
    await post('Mal formé', { lang: 'fr', translations: { en: entry.id } });
    await database.transaction(async (tx) => {
      const broken = `UPDATE ${term_taxonomy} SET description = 'a:2:{s:2:"en";i:1' WHERE taxonomy IN ('post_translations', 'language')`;
      await tx.execute(broken, [], term_taxonomy);
    });
    const { body } = await admin.get(`/posts/${entry.id}`).expect(200);
    expect(body.translations).toEqual({ en: entry.id });
    await pll.get('/languages').expect(200);
  });
});
