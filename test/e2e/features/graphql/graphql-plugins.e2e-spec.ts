import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { startPluginSite } from '../../../support/plugin-site.js';
import { startPolylangSite } from '../../../support/polylang-site.js';
import { fewestStatements } from '../../../support/query-counts.js';

const sendDocuments =
  (service: () => TestApp) =>
  async (query: string, variables: object = {}) => {
    const { body } = await request(service().server).post('/graphql').send({ query, variables }).expect(200);
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the document asks.
    return body as { data?: any; errors?: { message: string }[] };
  };

eachEngine((engine) => {
  describe('seo', () => {
    let service: TestApp;
    const admin = clientOf(() => service, 'admin');
    const ask = sendDocuments(() => service);
    beforeAll(async () => {
      service = await startPluginSite(
        engine,
        'wordpress-seo/wp-seo.php',
        {
          wpseo: { version: '28.4' },
          wpseo_titles: { separator: 'sc-dash', 'title-post': '%%title%% %%sep%% %%sitename%%' },
          wpseo_social: { opengraph: true, twitter: true },
        },
        { env: { GRAPHQL: 'on' } },
      );
    });
    afterAll(() => service?.close());
    const SEO =
      'seo { title metaDesc canonical opengraphTitle twitterTitle metaRobotsNoindex fullHead schema { raw } breadcrumbs { text url } opengraphImage { sourceUrl } focuskw }';

    test('entries, terms and users have what visitors see of the head', async () => {
      const { body } = await admin.post('/posts', { title: 'Ships & boats', status: 'publish' }).expect(201);
      const id = String((body as { id: number }).id);
      const document = `query Q($id: ID!) {
        post(id: $id, idType: DATABASE_ID) { link ${SEO} }
        category(id: 1, idType: DATABASE_ID) { seo { title } }
        user(id: 1, idType: DATABASE_ID) { seo { title } }
      }`;
      const { data, errors } = await ask(document, { id });
      expect(errors).toBeUndefined();
      const { post } = data;
      expect(post.seo).toMatchObject({
        title: expect.stringMatching(/^Ships & boats - /),
        canonical: post.link,
        opengraphTitle: expect.stringMatching(/^Ships & boats - /),
        twitterTitle: expect.stringMatching(/^Ships & boats - /),
        metaRobotsNoindex: 'index',
        fullHead: expect.stringContaining('<title>Ships &amp; boats'),
        opengraphImage: null,
        focuskw: null,
      });
      expect(JSON.parse(post.seo.schema.raw as string)['@context']).toBe('https://schema.org');
      expect(post.seo.breadcrumbs.at(-1)).toMatchObject({ text: 'Ships & boats' });
      expect(data.category.seo.title).toContain('Uncategorized');
      expect(data.user.seo.title).toContain('admin');
      for (let number = 0; number < 6; number++)
        await admin.post('/posts', { title: `Ship ${number}`, status: 'publish' }).expect(201);
      const list = (first: number) =>
        ask(`query Q($first: Int) { posts(first: $first) { nodes { ${SEO} } } }`, { first });
      expect(await fewestStatements(() => list(6))).toBe(await fewestStatements(() => list(2)));
    });
  });

  describe('languages', () => {
    let service: TestApp;
    const admin = clientOf(() => service, 'admin');
    const ask = sendDocuments(() => service);
    beforeAll(async () => {
      service = await startPolylangSite(engine, {}, { env: { GRAPHQL: 'on' } });
    });
    afterAll(() => service?.close());

    test('of the site, of entries, and what translates them', async () => {
      const create = async (values: object) =>
        String(((await admin.post('/posts', { status: 'publish', ...values }).expect(201)).body as { id: number }).id);
      const english = await create({ title: 'Ship', lang: 'en' });
      const french = await create({ title: 'Navire', lang: 'fr', translations: { en: Number(english) } });
      const alone = await create({ title: 'Seul', lang: 'fr' });
      const document = `query Q($english: ID!, $french: ID!, $alone: ID!) {
        languages { code slug locale name homeUrl isRtl }
        defaultLanguage { slug }
        english: post(id: $english, idType: DATABASE_ID) { language { code } translations { title } translation(language: FR) { title language { slug } } }
        french: post(id: $french, idType: DATABASE_ID) { language { slug } translations { title } translation(language: AR) { title } }
        alone: post(id: $alone, idType: DATABASE_ID) { language { slug } translations { title } }
      }`;
      const { data, errors } = await ask(document, { english, french, alone });
      expect(errors).toBeUndefined();
      expect(data.languages.map(({ code }: { code: string }) => code)).toEqual(['EN', 'FR', 'AR']);
      expect(data).toMatchObject({
        defaultLanguage: { slug: 'en' },
        english: {
          language: { code: 'EN' },
          translations: [{ title: 'Navire' }],
          translation: { title: 'Navire', language: { slug: 'fr' } },
        },
        french: { language: { slug: 'fr' }, translations: [{ title: 'Ship' }], translation: null },
        alone: { language: { slug: 'fr' }, translations: [] },
      });
      for (let number = 0; number < 5; number++) await create({ title: `Ship ${number}`, lang: 'en' });
      const list = (first: number) =>
        ask('query Q($first: Int) { posts(first: $first) { nodes { language { slug } translations { title } } } }', {
          first,
        });
      expect(await fewestStatements(() => list(6))).toBe(await fewestStatements(() => list(2)));
    });
  });
});
