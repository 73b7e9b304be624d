import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { startPolylangSite } from '../../../support/polylang-site.js';

const HOME = 'http://site.test';

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const create = async (path: string, values: object) =>
    (await admin.post(path, { status: 'publish', ...values }).expect(201)).body;
  const page = async (path: string, status = 200) => (await request(service.server).get(path).expect(status)).text;

  beforeAll(async () => {
    service = await startPolylangSite(engine, {}, { env: WEB });
  });
  afterAll(() => service.close());

  test('an entry below its language has its attributes, a switch and hreflang', async () => {
    const english = await create('/posts', { title: 'Tide tables' });
    const french = await create('/posts', { title: 'Marées', lang: 'fr', translations: { en: english.id } });
    const text = await page('/fr/marees/');
    expect(text).toContain('<html lang="fr-FR" ');
    expect(text).toContain(`<link rel="alternate" hreflang="en-US" href="${HOME}/tide-tables/"`);
    expect(text).toContain(`<link rel="alternate" hreflang="fr-FR" href="${HOME}/fr/marees/"`);
    expect(text).toMatch(/aria-label="Langues"[^]*href="http:\/\/site\.test\/tide-tables\/"[^]*English/);
    expect(text).not.toContain('hreflang="ar" href="http://site.test/ar/marees');
    // Search engines and feed readers get the language of the entry, too.
    const [, data] = /<script type="application\/ld\+json">([^<]*"Article"[^<]*)</.exec(text)!;
    expect(JSON.parse(data!)).toMatchObject({ '@type': 'Article', inLanguage: 'fr-FR' });
    expect(await page('/fr/feed/')).toContain('<language>fr-FR</language>');
    expect(JSON.parse(await page('/fr/feed/json/'))).toMatchObject({ language: 'fr-FR' });
    expect(await page('/tide-tables/')).toContain('<html lang="en-US" ');
    // Without its language, the address is another one.
    const moved = await request(service.server).get('/marees/').expect(301);
    expect(moved.headers.location).toBe(french.link);
  });

  test('languages from right to left say so', async () => {
    await create('/posts', { title: 'Arabic', lang: 'ar' });
    expect(await page('/ar/arabic/')).toContain('<html lang="ar" dir="rtl" ');
  });

  test('archives, searches and feeds have the entries of their language', async () => {
    await create('/posts', { title: 'Harbour only', content: 'boats' });
    await create('/posts', { title: 'Port seulement', content: 'boats', lang: 'fr' });
    for (const path of ['/fr/', '/fr/feed/', '/fr/?s=boats', '/fr/author/admin/']) {
      const text = await page(path);
      expect(text).toContain('Port seulement');
      expect(text).not.toContain('Harbour only');
    }
    expect(await page('/')).toContain('Harbour only');
    expect(await page('/')).not.toContain('Port seulement');
    const category = await create('/categories', { name: 'Nouvelles', lang: 'fr' });
    await create('/posts', { title: 'Classé', lang: 'fr', categories: [category.id] });
    expect(await page('/fr/category/nouvelles/')).toContain('Classé');
    await page('/fr/nothing-here/', 404);
  });

  test('the front page is that of the language', async () => {
    const english = await create('/pages', { title: 'Welcome' });
    const french = await create('/pages', { title: 'Bienvenue', lang: 'fr', translations: { en: english.id } });
    await admin.post('/settings', { show_on_front: 'page', page_on_front: english.id }).expect(200);
    expect(await page('/')).toContain('Welcome');
    expect(await page('/fr/')).toContain('Bienvenue');
    const { body: front } = await admin.get(`/pages/${french.id}`).expect(200);
    expect(front.link).toBe(`${HOME}/fr/bienvenue/`);
    expect(await page('/fr/bienvenue/')).toContain(`hreflang="en-US" href="${HOME}/"`);
    const { body } = await admin.get(`/pages/${english.id}`).expect(200);
    expect(body.link).toBe(`${HOME}/`);
    await admin.post('/settings', { show_on_front: 'posts' }).expect(200);
  });

  test('an address says what is there, in its language', async () => {
    await create('/posts', { title: 'Résolu', lang: 'fr' });
    const resolve = (url: string) =>
      request(service.server).get(`/wp-json/nestpress/v1/resolve?url=${encodeURIComponent(url)}`);
    const { body: entry } = await resolve('/fr/resolu/').expect(200);
    expect(entry).toMatchObject({ kind: 'entry', link: `${HOME}/fr/resolu/` });
    const { body: home } = await resolve('/fr/').expect(200);
    expect(home).toMatchObject({ kind: 'home', link: `${HOME}/fr/` });
    expect(home.entries_url).toContain('lang=fr');
  });
});

test('a subdomain stands for a language', async () => {
  const service = await startPolylangSite('sqlite', { force_lang: 2 }, { env: WEB });
  try {
    const admin = clientOf(() => service, 'admin');
    const { body } = await admin.post('/posts', { title: 'Domaine', lang: 'fr', status: 'publish' }).expect(201);
    expect(body.link).toBe('http://fr.site.test/domaine/');
    const found = await request(service.server).get('/domaine/').set('Host', 'fr.site.test').expect(200);
    expect(found.text).toContain('<html lang="fr-FR" ');
  } finally {
    await service.close();
  }
});
