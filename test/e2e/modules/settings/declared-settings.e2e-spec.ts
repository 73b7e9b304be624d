import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ContentModel } from '../../../../src/content-model/content-model.js';
import { DeclaredSettingsService, defineSettings } from '../../../../src/index.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';
import { signIn } from '../../../support/console.js';

const shop = defineSettings({
  name: 'shop',
  title: 'Shop',
  settings: {
    currency: { type: 'string', enum: ['EUR', 'USD'], label: 'Currency', default: 'EUR', public: true },
    free_from: { type: 'number', minimum: 0, label: 'Free shipping from', default: 50 },
    is_open: { type: 'boolean', label: 'Open', default: true },
    tags: { type: 'array', items: { type: 'string' }, label: 'Tags', default: [] },
  },
});

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine, { content: [shop] });
    await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(() => service.close());
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const visitor = clientOf(() => service, undefined, '/wp-json');

  test('settings of a module are in wp/v2/settings, typed in code, and public where they say so', async () => {
    const settings = service.app.get(DeclaredSettingsService);
    expect(await settings.read(shop)).toEqual({ currency: 'EUR', free_from: 50, is_open: true, tags: [] });
    expect((await admin.get('/wp/v2/settings').expect(200)).body).toMatchObject({
      shop_currency: 'EUR',
      shop_is_open: true,
    });
    const values = { shop_currency: 'USD', shop_free_from: 12.5, shop_is_open: false, shop_tags: ['a', 'b'] };
    expect((await admin.post('/wp/v2/settings', values).expect(200)).body).toMatchObject(values);
    const { currency, free_from: freeFrom, is_open: isOpen } = await settings.read(shop);
    expect([currency, freeFrom + 1, isOpen]).toEqual(['USD', 13.5, false]);
    await admin.post('/wp/v2/settings', { shop_currency: 'XXX' }).expect(400);
    await admin.post('/wp/v2/settings', { shop_free_from: -1 }).expect(400);
    expect((await visitor.get('/nestpress/v1/site').expect(200)).body).toMatchObject({
      settings: { shop_currency: 'USD' },
    });
    expect(Object.keys((await visitor.get('/nestpress/v1/site')).body.settings as object)).toEqual(['shop_currency']);
    await settings.update(shop, { currency: 'EUR', tags: ['c'] });
    expect(await settings.read(shop)).toMatchObject({ currency: 'EUR', tags: ['c'] });
    expect((await visitor.get('/nestpress/v1/site')).body).toMatchObject({ settings: { shop_currency: 'EUR' } });
    await expect(settings.update(shop, { currency: 'XXX' as never })).rejects.toMatchObject({ status: 400 });
    await expect(settings.update(shop, { nothing: 1 } as never)).rejects.toThrow('There is no setting "nothing"');
    await admin.post('/wp/v2/settings', { shop_currency: null }).expect(200);
    expect((await settings.read(shop)).currency).toBe('EUR');
    await clientOf(() => service, 'chief', '/wp-json')
      .get('/wp/v2/settings')
      .expect(403);
  });

  test('the console gets their labels, for those who may change them', async () => {
    const session = async (login?: { login: string; password: string }) => {
      const { cookie } = await signIn(service, login);
      return (await request(service.server).get('/console/session').set('Cookie', cookie).expect(200)).body as object;
    };
    expect(await session()).toMatchObject({
      settings: [
        {
          title: 'Shop',
          settings: [
            { name: 'shop_currency', label: 'Currency', type: 'string', options: ['EUR', 'USD'] },
            { name: 'shop_free_from', type: 'number', minimum: 0, options: null },
            { name: 'shop_is_open', type: 'boolean' },
            { name: 'shop_tags', type: 'array' },
          ],
        },
      ],
    });
    expect(await session({ login: 'chief', password: PASSWORD })).toMatchObject({ settings: [] });
  });
});

test('names that are taken, and declarations that are incomplete, stop the start', async () => {
  const group = (name: string, settings: object) => defineSettings({ name, title: 'X', settings } as never, 'a.js:1');
  const valid = { type: 'string', label: 'X', default: '' };
  for (const [declaration, problem] of [
    [group('Shop', { x: valid }), 'lower-case'],
    [group('shop', { 'x-y': valid }), 'lower-case'],
    [group('shop', { x: { ...valid, type: 'text' } }), 'settings.x.type must be one of'],
    [group('shop', { x: { type: 'string', default: '' } }), 'settings.x.label is missing'],
    [group('shop', { x: { type: 'string', label: 'X' } }), 'settings.x.default is missing'],
  ] as const)
    expect(() => new ContentModel([declaration])).toThrow(problem);
  expect(() => new ContentModel([group('a', { b: valid }), group('a', { b: valid })])).toThrow(
    'is declared by a.js:1, too',
  );
  await expect(startTestApp({}, 'sqlite', { content: [group('page', { on_front: valid })] })).rejects.toThrow(
    'exists already',
  );
});
