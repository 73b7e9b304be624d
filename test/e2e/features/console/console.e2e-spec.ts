import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ENTRY_VERSION_RULES } from '../../../../src/modules/entries/model/entry-sources.js';
import { AWAITS_SIGN_IN, INSTALLED } from '../../../../src/database/installer/default-options.js';
import { createSetupToken } from '../../../../src/database/installer/setup-token.js';
import { Database } from '../../../../src/database/database.js';
import { openDatabase } from '../../../../src/database/index.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { prepareDatabase } from '../../../../src/platform/start/prepare-database.js';
import { type Config } from '../../../../src/platform/config/config.js';
import { activeFeatures } from '../../../../src/start/active-features.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { maybeUnserialize, phpToJs } from '../../../../src/text/php/index.js';
import { ADMIN, anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { sessionOf, signIn } from '../../../support/console.js';

/** Which features that a browser uses are active. */
async function webFeatures(config: Config): Promise<Record<'console' | 'api' | 'pages', boolean>> {
  const names = (await activeFeatures(config)).map(({ name }) => name);
  return { console: names.includes('console'), api: names.includes('admin-api'), pages: names.includes('site-pages') };
}

const CREDENTIALS = { login: ADMIN.user, password: ADMIN.password };
const SITE = 'http://site.test';

anyEngine((engine) => {
  let service: TestApp;
  let db: Database;
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, RATE_LIMIT: 'on' }, engine);
    db = service.app.get(Database);
  });
  afterAll(() => service.close());

  const post = (path: string) => request(service.server).post(`/console/${path}`);
  const settings = () => request(service.server).get('/wp-json/wp/v2/settings');
  const session = (cookie = '') => request(service.server).get('/console/session').set('Cookie', cookie);

  async function storedSessions(): Promise<Record<string, { expiration: number; ip: string; ua: string }>> {
    const [row] = await db.query<{ value: string }>(
      `SELECT meta_value AS value FROM ${db.tables.usermeta} WHERE user_id = 1 AND meta_key = 'session_tokens'`,
    );
    return phpToJs(maybeUnserialize(row?.value ?? '')) as never;
  }

  test('signing in sets a login cookie that, with its nonce, opens the interface', async () => {
    const { headers, body } = await post('login').set('User-Agent', 'Browser/1').send(CREDENTIALS).expect(200);
    expect(body).toEqual({ nonce: expect.stringMatching(/^[0-9a-f]{10}$/), user_id: 1 });
    expect(headers['cache-control']).toBe('no-store');
    const [cookie] = headers['set-cookie'] as unknown as string[];
    const name = `wordpress_logged_in_${createHash('md5').update(SITE).digest('hex')}`;
    expect(cookie).toMatch(new RegExp(`^${name}=admin%7C\\d+%7C[^;]+; Path=/; HttpOnly; SameSite=Lax$`));
    const { cookie: pair, nonce } = sessionOf({ headers, body } as never);
    await settings().set('Cookie', pair).set('X-WP-Nonce', nonce).expect(200);
    await settings().set('Cookie', pair).expect(401);
    const [stored] = Object.values(await storedSessions());
    expect(stored).toMatchObject({ ua: 'Browser/1', expiration: expect.any(Number) });
    expect(JSON.stringify(await storedSessions())).not.toContain(decodeURIComponent(pair).split('|')[2]);
  });

  test('a remembered session lasts 14 days in the browser; an e-mail address signs in too', async () => {
    const { headers } = await post('login')
      .send({ login: 'admin@site.test', password: ADMIN.password, remember: true })
      .expect(200);
    expect(headers['set-cookie']![0]).toContain(`Max-Age=${14.5 * 86_400}`);
  });

  test('the session names the user and the site, and is never cached', async () => {
    const anonymous = await session().expect(200);
    expect(anonymous.headers['cache-control']).toBe('no-store');
    expect(anonymous.body).toMatchObject({
      signed_in: false,
      setup_required: false,
      site: { name: 'Nestpress', url: SITE, home: SITE, language: 'en_US', gmt_offset: 0 },
      features: { forms: true, popups: true, cache: true, pages: true },
      version: expect.any(String),
    });
    expect(anonymous.body).not.toHaveProperty('nonce');
    const { cookie, nonce } = await signIn(service);
    expect((await session(cookie)).body).toMatchObject({ signed_in: true, nonce, user_id: 1 });
  });

  test('signing out ends the session and deletes the cookies', async () => {
    const { cookie, nonce } = await signIn(service);
    await post('logout').set('Cookie', cookie).expect(403);
    const { headers } = await post('logout').set('Cookie', cookie).set('X-WP-Nonce', nonce).expect(204);
    expect(headers['set-cookie']).toEqual(
      expect.arrayContaining([expect.stringMatching(/^wordpress_logged_in_\w+=; .*Max-Age=0/)]),
    );
    expect((await session(cookie)).body.signed_in).toBe(false);
    await settings().set('Cookie', cookie).set('X-WP-Nonce', nonce).expect(403);
  });

  test('pages of other origins cannot sign anyone in', async () => {
    const refused = await post('login').set('Origin', 'https://evil.example').send(CREDENTIALS).expect(403);
    expect(refused.body.code).toBe('rest_cross_origin');
    await post('login').set('Sec-Fetch-Site', 'cross-site').send(CREDENTIALS).expect(403);
    await post('login').type('form').send(CREDENTIALS).expect(415);
    await post('login').set('Origin', SITE).send(CREDENTIALS).expect(200);
  });

  test('bad input is refused in the shape of the interface', async () => {
    const missing = await post('login').send({ login: 'admin' }).expect(400);
    expect(missing.body).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400, params: { password: expect.any(String) } },
    });
    await post('login').set('Content-Type', 'application/json').send('{').expect(400);
    await post('login')
      .send({ login: ['admin'], password: {} })
      .expect(400);
    await post('login')
      .send({ login: 'admin', password: 'x'.repeat(100_000) })
      .expect(413);
  });

  test('wrong passwords lock the account for this address, with the waiting time', async () => {
    const wrong = () => post('login').send({ login: 'somebody', password: 'wrong' });
    for (let tries = 0; tries < 5; tries++) {
      const { body } = await wrong().expect(401);
      expect(body.code).toBe('incorrect_password');
    }
    const { body, headers } = await wrong().expect(429);
    expect(body.data.retry_after).toBeGreaterThan(0);
    expect(headers['retry-after']).toBe(String(body.data.retry_after));
  });

  test('the set-up link works once, until an administrator has signed in', async () => {
    const options = service.app.get(OptionsStore);
    await db.transaction((tx) => options.set(tx, AWAITS_SIGN_IN, ADMIN.user));
    expect((await session()).body.setup_required).toBe(true);
    const expired = await createSetupToken(db, Date.now() - 3_700_000);
    const account = { title: 'Mine & yours', login: 'owner', email: 'owner@site.test', password: 'a new password' };
    await post('setup')
      .send({ ...account, token: expired })
      .expect(403);
    const token = await createSetupToken(db);
    const invalid = await post('setup')
      .send({ ...account, token, email: 'nowhere' })
      .expect(400);
    expect(invalid.body.data.params).toHaveProperty('email');
    const [stored] = await db.query<{ value: string }>(
      `SELECT option_value AS value FROM ${db.tables.options} WHERE option_name = 'nestpress_setup'`,
    );
    expect(stored!.value).not.toContain(token);
    const attempts = await Promise.all([1, 2].map(() => post('setup').send({ ...account, token })));
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { cookie, nonce } = sessionOf(attempts.find(({ status }) => status === 200)!);
    const response = await settings().set('Cookie', cookie).set('X-WP-Nonce', nonce).expect(200);
    expect(response.body).toMatchObject({ title: 'Mine &amp; yours', email: 'owner@site.test' });
    expect((await session()).body.setup_required).toBe(false);
    // New sites have images of today.
    const { body: images } = await request(service.server)
      .get('/wp-json/nestpress/v1/site-options')
      .set('Cookie', cookie)
      .set('X-WP-Nonce', nonce)
      .expect(200);
    expect(images).toMatchObject({ image_format: 'webp', wide_images: true });
    await post('login').send(CREDENTIALS).expect(401);
    await post('login').send({ login: 'owner', password: 'a new password' }).expect(200);
  });
});

describe('the console', () => {
  let service: TestApp | undefined;
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });

  test('its pages have a strict content policy and cannot be framed', async () => {
    service = await startTestApp(WEB);
    const { headers } = await request(service.server).get('/console/posts/5');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    await request(service.server).get('/console/assets/none.js').expect(404);
    expect((await request(service.server).get('/console/session')).body.rest_path).toBe('/wp-json');
    await request(service.server).get('/console').expect(301).expect('Location', 'console/');
  });

  test('credentials of the wrong kind are refused with a 400, whatever they are called', async () => {
    service = await startTestApp(WEB);
    for (const body of [
      { login: { constructor: 1 }, password: 'x' },
      { ...CREDENTIALS, remember: { constructor: { valueOf: [0] } } },
      { nested: { constructor: 1 } },
      { constructor: 1 },
      [],
    ]) {
      const { status, body: error } = await request(service.server).post('/console/login').send(body);
      expect({ body, status, code: error.code }).toEqual({ body, status: 400, code: 'rest_invalid_param' });
    }
  });

  test('with CONSOLE=off nothing of it exists', async () => {
    service = await startTestApp({ ...WEB, CONSOLE: 'off' });
    for (const path of ['/console/', '/console/session']) await request(service.server).get(path).expect(404);
    await request(service.server).post('/console/login').send(CREDENTIALS).expect(404);
  });

  test('with the keys of a WordPress, signing in also opens its administration pages', async () => {
    const keys = ['LOGGED_IN', 'NONCE', 'AUTH', 'SECURE_AUTH'].flatMap((name) => [
      [`${name}_KEY`, `${name} key`],
      [`${name}_SALT`, `${name} salt`],
    ]);
    service = await startTestApp({
      ...WEB,
      ...(Object.fromEntries(keys) as Record<string, string>),
      SITE_URL: 'https://site.test',
    });
    const { headers } = await request(service.server).post('/console/login').send(CREDENTIALS).expect(200);
    const cookies = headers['set-cookie'] as unknown as string[];
    expect(cookies).toHaveLength(2);
    expect(cookies[1]).toMatch(/^wordpress_sec_[0-9a-f]{32}=.*; Path=\/wp-admin; HttpOnly; SameSite=Lax; Secure$/);
  });
});

describe('what is not configured', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'nestpress-features-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const config = (env: Record<string, string> = {}) =>
    loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ADMIN_PASSWORD: ADMIN.password, ...env });

  test('is on for a database that Nestpress installed and off for one that a WordPress did', async () => {
    await prepareDatabase(config(), { versionRules: ENTRY_VERSION_RULES });
    expect(await webFeatures(config())).toEqual({ console: true, api: true, pages: true });
    expect(await webFeatures(config({ CONSOLE: 'off' }))).toEqual({ console: false, api: false, pages: true });
    expect(await webFeatures(config({ CONSOLE: 'api' }))).toEqual({ console: false, api: true, pages: true });
    const db = await openDatabase({ file: config().databaseFile, tablePrefix: 'wp_' });
    const options = new OptionsStore(db);
    await db.transaction((tx) => options.delete(tx, INSTALLED));
    // As earlier versions installed it.
    expect(await webFeatures(config())).toEqual({ console: true, api: true, pages: true });
    await db.transaction((tx) => options.set(tx, 'template', 'twentyseventeen'));
    await db.close();
    expect(await webFeatures(config())).toEqual({ console: false, api: false, pages: false });
    expect(await webFeatures(config({ CONSOLE: 'on' }))).toEqual({ console: true, api: true, pages: false });
  });
});
