import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { type Config, CONFIG } from '../../../../src/platform/config/config.js';
import { checkWordPress } from '../../../../src/features/wordpress-bridge/wordpress-check.js';
import { PhpArray, phpToJs } from '../../../../src/text/php/index.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { bookRoutes, type FakeWordPress, startFakeWordPress } from '../../../support/fake-wordpress.js';

const text = { type: 'string', title: '', description: '', default: null };

const SCHEMAS = {
  title: { ...text, title: 'Title' },
  shop_currency: { ...text, title: 'Currency', enum: ['EUR', 'CHF'], default: 'EUR' },
  shop_limit: { type: 'integer', title: '', description: 'Most items.', default: 5, minimum: 1 },
  shop_open: { type: 'boolean', title: '', description: '', default: true },
  shop_hours: { type: 'array', title: '', description: '', default: [], items: { type: 'number' } },
  shop_address: {
    type: 'object',
    title: '',
    description: '',
    default: null,
    properties: { city: { type: 'string' } },
    additionalProperties: false,
  },
  renamed: text,
  odd: { ...text, oneOf: [{ type: 'string' }] },
};

anyEngine((engine) => {
  let wordpress: FakeWordPress;
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    const routes = {
      ...bookRoutes(),
      'OPTIONS /wp/v2/settings': { schema: { properties: SCHEMAS } },
      'GET /wp/v2/settings': { title: 'A', shop_currency: 'EUR', renamed: 'stored under another name' },
    };
    wordpress = await startFakeWordPress(routes, { needsAccount: true });
    service = await startTestApp({ VARIANT: 'C', WORDPRESS_URL: wordpress.accountUrl }, engine);
  });
  afterAll(async () => {
    await service?.close();
    await wordpress?.close();
  });

  const stored = async (name: string) => {
    service.app.get(OptionsStore).forget();
    const value = await service.app.get(OptionsStore).get(name);
    return value instanceof PhpArray ? phpToJs(value) : value;
  };

  test('settings of plugins have their defaults and schemas', async () => {
    const { body } = await admin.get('/settings').expect(200);
    expect(body).toMatchObject({
      shop_currency: 'EUR',
      shop_limit: 5,
      shop_open: true,
      shop_hours: [],
      shop_address: null,
    });
    expect(body).not.toHaveProperty('renamed');
    expect(body).not.toHaveProperty('odd');
    const { body: described } = await admin.options('/settings').expect(200);
    expect(described.schema.properties.shop_currency).toEqual(SCHEMAS.shop_currency);
    expect(described.schema.properties.shop_address).toEqual(SCHEMAS.shop_address);
    expect(described.endpoints[1].args.shop_limit).toMatchObject({ type: 'integer', minimum: 1 });
  });

  test('they are stored in the options of their names, as PHP stores them', async () => {
    const values = {
      shop_currency: 'CHF',
      shop_limit: '7',
      shop_open: false,
      shop_hours: [9.5, 18],
      shop_address: { city: 'Bern' },
      title: 'Both',
    };
    const { body } = await admin.post('/settings', values).expect(200);
    expect(body).toMatchObject({ ...values, shop_limit: 7 });
    expect(await stored('shop_currency')).toBe('CHF');
    expect(await stored('shop_limit')).toBe('7');
    expect(await stored('shop_open')).toBe('');
    expect(await stored('shop_hours')).toEqual([9.5, 18]);
    expect(await stored('shop_address')).toEqual({ city: 'Bern' });
    // WordPress, too, does not recognize the empty text that PHP stores for false.
    const { body: read } = await admin.get('/settings').expect(200);
    expect(read).toMatchObject({ ...values, shop_limit: 7, shop_open: null });
  });

  test('null resets a setting, and a value of another type is refused', async () => {
    const { body } = await admin.post('/settings', { shop_currency: null, shop_hours: null }).expect(200);
    expect(body).toMatchObject({ shop_currency: 'EUR', shop_hours: [] });
    expect(await stored('shop_currency')).toBeUndefined();
    for (const wrong of [
      { shop_currency: 'USD' },
      { shop_limit: 0 },
      { shop_hours: ['x'] },
      { shop_address: { street: 'x' } },
    ])
      expect((await admin.post('/settings', wrong).expect(400)).body.code).toBe('rest_invalid_param');
  });

  test('a stored value of another type is shown as null and cannot be reset', async () => {
    await service.app.get(Database).transaction((tx) => service.app.get(OptionsStore).set(tx, 'shop_limit', 'many'));
    expect((await admin.get('/settings').expect(200)).body.shop_limit).toBeNull();
    const { body } = await admin.post('/settings', { shop_limit: null }).expect(500);
    expect(body.code).toBe('rest_invalid_stored_value');
  });

  test('doctor names the settings that stay with WordPress', async () => {
    const config = service.app.get<Config>(CONFIG);
    const findings = await checkWordPress({ config, database: service.app.get(Database) });
    expect(findings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Setting "renamed" is stored under another name, which WordPress does not tell.',
        'Setting "odd": its schema has parts that Nestpress does not know.',
      ]),
    );
  });
});
