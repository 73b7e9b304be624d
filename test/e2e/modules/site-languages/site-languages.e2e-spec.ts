import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

interface Language {
  locale: string;
  name: string;
  direction: string;
  translated: boolean;
  installed: boolean;
}

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const editor = clientOf(() => service, 'chief', '/wp-json');
  const languages = async () => (await admin.get('/nestpress/v1/languages')).body as Language[];
  const ofUsers = async () => {
    const { body } = await admin.options('/wp/v2/users');
    return body.schema.properties.locale.enum as string[];
  };

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, LANGUAGES: 'nl_NL' }, engine);
    await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(() => service.close());

  test('lists what can be chosen, and what can be added', async () => {
    const listed = await languages();
    expect(listed.filter(({ installed }) => installed).map(({ locale }) => locale)).toEqual(['en_US', 'nl_NL']);
    expect(listed).toContainEqual({
      locale: 'ar',
      name: 'العربية',
      direction: 'rtl',
      translated: true,
      installed: false,
    });
    expect(listed.find(({ locale }) => locale === 'nl_NL')).toMatchObject({ translated: false, direction: 'ltr' });
  });

  test('an added language can be chosen by users and the site', async () => {
    expect((await admin.post('/wp/v2/users/1', { locale: 'de_DE' })).status).toBe(400);
    const { status, body } = await admin.post('/nestpress/v1/languages', { locale: 'de_DE' });
    expect([status, body.installed]).toEqual([201, true]);
    await admin.post('/nestpress/v1/languages', { locale: 'de_DE' });
    expect(await ofUsers()).toEqual(['', 'en_US', 'nl_NL', 'de_DE']);
    expect((await admin.post('/wp/v2/users/1', { locale: 'de_DE' })).body.locale).toBe('de_DE');
    expect((await admin.post('/wp/v2/settings', { language: 'de_DE' })).body.language).toBe('de_DE');
  });

  test('messages of the REST API stay as they are, whatever clients say of languages', async () => {
    const refused = (path: string, query: object, language: string) =>
      admin.get(path, query).set('Accept-Language', language);
    for (const path of ['/wp/v2/posts/99999', '/wp/v2/posts?per_page=1000', '/wp/v2/nothing']) {
      const { status, body } = await refused(path, {}, 'en');
      expect(status).toBeGreaterThanOrEqual(400);
      for (const query of [{}, { _locale: 'user' }, { _locale: 'de_DE' }])
        expect((await refused(path, query, 'de-DE,de;q=0.9')).body).toEqual(body);
    }
    const list = await admin.get('/wp/v2/types', { _locale: 'user' }).expect(200);
    expect(list.body.post.name).toBe('Posts');
  });

  test('only administrators add languages, and only those that have texts', async () => {
    expect((await editor.get('/nestpress/v1/languages')).status).toBe(200);
    expect((await editor.post('/nestpress/v1/languages', { locale: 'ja' })).status).toBe(403);
    expect((await admin.post('/nestpress/v1/languages', { locale: 'xx_XX' })).body.code).toBe('rest_invalid_param');
    expect((await clientOf(() => service, undefined, '/wp-json').get('/nestpress/v1/languages')).status).toBe(401);
  });
});
