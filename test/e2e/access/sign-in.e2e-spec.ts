import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { hashPassword } from '../../../src/text/passwords/index.js';
import { Database } from '../../../src/database/database.js';
import { serialize } from '../../../src/text/php/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../support/app.js';

const KEYS = { LOGGED_IN_KEY: 'a key', LOGGED_IN_SALT: 'a salt', NONCE_KEY: 'another key', NONCE_SALT: 'another salt' };
const APPLICATION_PASSWORD = 'abcd EFGH 1234 ijkl MNOP 5678';

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  beforeAll(async () => {
    service = await startTestApp({ ...KEYS, RATE_LIMIT: 'on' }, engine);
    db = service.app.get(Database);
  });
  afterAll(() => service.close());

  const settings = () => request(service.server).get('/wp-json/wp/v2/settings');

  async function addMeta(key: string, value: object | string): Promise<void> {
    await db.transaction((tx) =>
      tx.execute(`INSERT INTO ${db.tables.usermeta} (user_id, meta_key, meta_value) VALUES (1, ?, ?)`, [
        key,
        serialize(value as never),
      ]),
    );
  }

  test('an application password signs in, by login or e-mail, blanks or not', async () => {
    const password = await hashPassword(APPLICATION_PASSWORD.replaceAll(' ', ''));
    await addMeta('_application_passwords', [
      { uuid: 'u-1', app_id: '', name: 'test', password, created: 1, last_used: null, last_ip: null },
    ]);
    await settings().auth(ADMIN.user, APPLICATION_PASSWORD).expect(200);
    await settings().auth(ADMIN.user, APPLICATION_PASSWORD.replaceAll(' ', '')).expect(200);
  });

  test('the account password signs in, and responses are private', async () => {
    const response = await settings().auth(ADMIN.user, ADMIN.password).expect(200);
    expect(response.headers['cache-control']).toBe('no-cache, must-revalidate, max-age=0');
    expect(response.headers.allow).toBe('GET, POST, PUT, PATCH');
  });

  describe('a login cookie of the WordPress on the same database', () => {
    const token = 'a-session-token';
    const expiration = Math.floor(Date.now() / 1000) + 3600;

    async function cookie(): Promise<string> {
      const [user] = await db.query<{ user_pass: string }>(`SELECT user_pass FROM ${db.tables.users} WHERE ID = 1`);
      const key = createHmac('md5', KEYS.LOGGED_IN_KEY + KEYS.LOGGED_IN_SALT)
        .update(`admin|${user!.user_pass.slice(8, 12)}|${expiration}|${token}`)
        .digest('hex');
      const hash = createHmac('sha256', key).update(`admin|${expiration}|${token}`).digest('hex');
      const name = `wordpress_logged_in_${createHash('md5').update('http://site.test').digest('hex')}`;
      return `${name}=${encodeURIComponent(`admin|${expiration}|${token}|${hash}`)}`;
    }

    function nonce(): string {
      const tick = Math.ceil(Date.now() / 1000 / 43200);
      return createHmac('md5', KEYS.NONCE_KEY + KEYS.NONCE_SALT)
        .update(`${tick}|wp_rest|1|${token}`)
        .digest('hex')
        .slice(-12, -2);
    }

    beforeAll(() =>
      addMeta('session_tokens', {
        [createHash('sha256').update(token).digest('hex')]: {
          expiration,
          ip: '127.0.0.1',
          ua: 'test',
          login: expiration - 3600,
        },
      }),
    );

    test('with its nonce signs in and gets a fresh nonce', async () => {
      const response = await settings()
        .set('Cookie', await cookie())
        .set('X-WP-Nonce', nonce())
        .expect(200);
      expect(response.headers['x-wp-nonce']).toBe(nonce());
      await settings()
        .query({ _wpnonce: nonce() })
        .set('Cookie', await cookie())
        .expect(200);
    });

    test('without a nonce is anonymous; with a wrong one is refused', async () => {
      await settings()
        .set('Cookie', await cookie())
        .expect(401);
      const { body } = await settings()
        .set('Cookie', await cookie())
        .set('X-WP-Nonce', '0123456789')
        .expect(403);
      expect(body.code).toBe('rest_cookie_invalid_nonce');
    });

    test('with an invalid signature is anonymous, so its nonce does not match', async () => {
      const genuine = await cookie();
      const broken = genuine.slice(0, -1) + (genuine.endsWith('0') ? '1' : '0');
      await settings().set('Cookie', broken).set('X-WP-Nonce', nonce()).expect(403);
    });
  });

  test('too many failures are refused for a while', async () => {
    for (let tries = 0; tries < 5; tries++) await settings().auth('someone', 'wrong').expect(401);
    const { body, headers } = await settings().auth('someone', 'wrong').expect(429);
    expect(body).toMatchObject({ code: 'rest_too_many_attempts', data: { status: 429 } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});
