import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { forEachEngine } from '../../../test/support/databases.js';
import { countQueries } from '../../database/engine/query-counter.js';
import { Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { maybeUnserialize, phpToJs, type PhpInput, toStored } from '../../text/php/index.js';
import { COUNTERS } from '../../platform/limits/counters.js';
import { MemoryCounters } from '../../platform/limits/memory-counters.js';
import { type AccessOptions } from '../access-options.js';
import { AccessModule } from '../access.module.js';
import { fastHash, hashPassword } from '../../text/passwords/index.js';
import { AuthenticationService } from './authentication.service.js';
import { type AuthRequest, type AuthResult } from './auth-result.js';
import { CredentialUpkeepService } from './credential-upkeep.service.js';
import { RECORDED } from './recorded-login.fixture.js';
import { fewestStatements } from '../../../test/support/query-counts.js';

const APPLICATION_PASSWORD = 'abcd EFGH 1234 ijkl MNOP 5678';
const BARE_APPLICATION_PASSWORD = APPLICATION_PASSWORD.replaceAll(' ', '');
const ROLES = { author: { name: 'Author', capabilities: { read: true, edit_posts: true } } };
const NOW = RECORDED.loginAt;

const basic = (name: string, password: string, address = '192.0.2.1'): AuthRequest => ({
  headers: { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
  address,
  method: 'GET',
});

const cookie = (headers: AuthRequest['headers'], rest: Partial<AuthRequest> = {}): AuthRequest => ({
  headers: { cookie: `${RECORDED.cookieName}=${encodeURIComponent(RECORDED.cookieValue)}`, ...headers },
  address: '192.0.2.1',
  method: 'GET',
  ...rest,
});

/** What matters of a result, in one line. */
function summary(result: AuthResult): string {
  if ('error' in result) return `${result.error.status} ${result.error.code}`;
  const { principal } = result;
  return principal.isAnonymous ? 'anonymous' : `${principal.login} by ${principal.how}`;
}

forEachEngine((_engine, makeDatabase) => {
  let database: Database;
  let accountHash: string;
  const opened: TestingModule[] = [];

  async function start(options: Partial<AccessOptions> = {}): Promise<TestingModule> {
    const counters = new MemoryCounters();
    @Module({
      providers: [{ provide: Database, useValue: database }, { provide: COUNTERS, useValue: counters }, OptionsStore],
      exports: [Database, COUNTERS, OptionsStore],
    })
    class Databases {}
    const switches = { applicationPasswords: true, accountPasswords: true, rateLimit: true };
    const settings = { ...switches, siteUrl: RECORDED.siteUrl, keys: RECORDED.keys, now: () => NOW * 1000 };
    const module = await Test.createTestingModule({
      imports: [{ module: Databases, global: true }, AccessModule.forRoot({ ...settings, ...options })],
    }).compile();
    opened.push(module);
    return module;
  }

  const authenticatorWith = async (options?: Partial<AccessOptions>): Promise<AuthenticationService> =>
    (await start(options)).get(AuthenticationService);

  async function setMeta(userId: number, key: string, value: PhpInput): Promise<void> {
    await database.transaction(async (tx) => {
      const { usermeta } = database.tables;
      await tx.execute(`DELETE FROM ${usermeta} WHERE user_id = ? AND meta_key = ?`, [userId, key]);
      const insert = `INSERT INTO ${usermeta} (user_id, meta_key, meta_value) VALUES (?, ?, ?)`;
      await tx.execute(insert, [userId, key, toStored(value)]);
    });
  }

  const setOption = (name: string, value: PhpInput): Promise<void> =>
    database.transaction((tx) => new OptionsStore(database).set(tx, name, value));

  const setPasswordHash = (userId: number, hash: string): Promise<unknown> =>
    database.transaction((tx) =>
      tx.execute(`UPDATE ${database.tables.users} SET user_pass = ? WHERE ID = ?`, [hash, userId]),
    );

  const applicationPassword = (hash: string): PhpInput => [
    { uuid: 'one', app_id: '', name: 'Phone', password: hash, created: 1, last_used: null, last_ip: null },
  ];

  beforeAll(async () => {
    accountHash = await hashPassword('lighthouse');
    database = await makeDatabase();
    await setOption('wp_user_roles', ROLES);
    await database.transaction(async (tx) => {
      for (const [id, login, email] of [
        [3, 'author', 'author@site.test'],
        [4, 'other', 'other@site.test'],
      ] as const) {
        await tx.execute(
          `INSERT INTO ${database.tables.users} ` +
            '(ID, user_login, user_pass, user_nicename, user_email, display_name) VALUES (?, ?, ?, ?, ?, ?)',
          [id, login, accountHash, login, email, `The ${login}`],
        );
      }
    });
  });

  beforeEach(async () => {
    await setPasswordHash(3, accountHash);
    await setMeta(3, 'wp_capabilities', { author: true });
    await setMeta(3, '_application_passwords', applicationPassword(fastHash(Buffer.from(BARE_APPLICATION_PASSWORD))));
  });

  afterAll(async () => {
    for (const module of opened) await module.close();
  });

  describe('HTTP Basic', () => {
    test('account and application passwords, by login or e-mail address', async () => {
      const authenticator = await authenticatorWith();
      const ask = async (...credentials: [string, string]): Promise<string> =>
        summary(await authenticator.authenticate(basic(...credentials)));
      expect(await ask('author', 'lighthouse')).toBe('author by basic');
      expect(await ask('author@site.test', 'lighthouse')).toBe('author by basic');
      expect(await ask('author', APPLICATION_PASSWORD)).toBe('author by application-password');
      expect(await ask('author@site.test', BARE_APPLICATION_PASSWORD)).toBe('author by application-password');
      expect(await ask('other', APPLICATION_PASSWORD)).toBe('401 incorrect_password');
    });

    test('the principal', async () => {
      const result = await (await authenticatorWith()).authenticate(basic('author', 'lighthouse'));
      expect('principal' in result && { ...result.principal, caps: [...result.principal.caps] }).toMatchObject({
        id: 3,
        login: 'author',
        email: 'author@site.test',
        displayName: 'The author',
        nicename: 'author',
        url: '',
        roles: ['author'],
        caps: ['read', 'edit_posts', 'author'],
        how: 'basic',
      });
    });

    test('wrong credentials are errors', async () => {
      const authenticator = await authenticatorWith({ rateLimit: false });
      const ask = async (name: string, password: string): Promise<AuthResult> =>
        authenticator.authenticate(basic(name, password));
      expect(summary(await ask('author', 'wrong'))).toBe('401 incorrect_password');
      expect(summary(await ask('author', ''))).toBe('401 incorrect_password');
      expect(summary(await ask('ghost', 'x'))).toBe('401 incorrect_password');
      expect(summary(await ask('', ''))).toBe('401 incorrect_password');
      expect(summary(await ask('ghost@site.test', 'x'))).toBe('401 incorrect_password');
      expect(summary(await ask('x'.repeat(10_000), 'x'))).toBe('401 incorrect_password');
      expect(await ask('ghost', 'x')).toMatchObject({
        error: { data: { status: 401 }, message: expect.stringMatching(/./) },
      });
    });

    test('wrong credentials make the request anonymous where the interface ignores them, and still count', async () => {
      const service = await authenticatorWith({ ignoresWrongCredentials: true });
      const attempts = [];
      for (let attempt = 0; attempt < 7; attempt++)
        attempts.push(summary(await service.authenticate(basic('author', `wrong ${attempt}`))));
      expect(attempts[0]).toBe('anonymous');
      expect(attempts.at(-1)).toMatch(/^429 /);
    });

    test('each kind can be switched off', async () => {
      const onlyApplications = await authenticatorWith({ accountPasswords: false });
      expect(summary(await onlyApplications.authenticate(basic('author', 'lighthouse')))).toBe(
        '401 incorrect_password',
      );
      expect(summary(await onlyApplications.authenticate(basic('author', APPLICATION_PASSWORD)))).toBe(
        'author by application-password',
      );
      const onlyAccounts = await authenticatorWith({ applicationPasswords: false });
      expect(summary(await onlyAccounts.authenticate(basic('author', APPLICATION_PASSWORD)))).toBe(
        '401 incorrect_password',
      );
      const none = await authenticatorWith({ applicationPasswords: false, accountPasswords: false });
      expect(summary(await none.authenticate(basic('author', 'lighthouse')))).toBe('anonymous');
    });

    test('an empty password never opens an account', async () => {
      await setPasswordHash(3, 'd41d8cd98f00b204e9800998ecf8427e');
      expect(summary(await (await authenticatorWith()).authenticate(basic('author', '')))).toBe(
        '401 incorrect_password',
      );
    });

    test('a remembered proof does not outlive the password, the application password or the rights', async () => {
      const authenticator = await authenticatorWith();
      const ask = (password: string): Promise<AuthResult> => authenticator.authenticate(basic('author', password));
      expect(summary(await ask('lighthouse'))).toBe('author by basic');
      expect(summary(await ask(APPLICATION_PASSWORD))).toBe('author by application-password');
      await setMeta(3, 'wp_capabilities', {});
      const without = await ask('lighthouse');
      expect('principal' in without && without.principal.can('edit_posts')).toBe(false);
      await setPasswordHash(3, await hashPassword('other'));
      await setMeta(3, '_application_passwords', []);
      expect(summary(await ask('lighthouse'))).toBe('401 incorrect_password');
      expect(summary(await ask(APPLICATION_PASSWORD))).toBe('401 incorrect_password');
    });

    test('two statements a request once the options are known', async () => {
      const authenticator = await authenticatorWith();
      await authenticator.authenticate(basic('author@site.test', 'lighthouse'));
      expect(await fewestStatements(() => authenticator.authenticate(basic('author@site.test', 'lighthouse')))).toBe(2);
    });
  });

  describe('too many failures', () => {
    test('five, then a pause for this account and address alone', async () => {
      const authenticator = await authenticatorWith();
      const ask = (...credentials: [string, string, string?]): Promise<AuthResult> =>
        authenticator.authenticate(basic(...credentials));
      for (let i = 0; i < 4; i++) expect(summary(await ask('author', `wrong ${i}`))).toBe('401 incorrect_password');
      expect(summary(await ask('author@site.test', 'wrong'))).toBe('401 incorrect_password');
      expect(await ask('author', 'wrong')).toMatchObject({
        error: {
          status: 429,
          code: 'rest_too_many_attempts',
          data: { status: 429 },
          // The window began with the first failure.
          headers: { 'Retry-After': expect.stringMatching(/^(900|8\d\d)$/) },
        },
      });
      expect(summary(await ask('author', 'lighthouse'))).toBe('429 rest_too_many_attempts');
      expect(summary(await ask('author', 'lighthouse', '192.0.2.2'))).toBe('author by basic');
      expect(summary(await ask('other', 'lighthouse'))).toBe('other by basic');
    });

    test('parallel guesses are counted before they are judged; strangers are counted too', async () => {
      const authenticator = await authenticatorWith();
      for (const name of ['author', 'ghost']) {
        const results = await Promise.all(
          Array.from({ length: 8 }, (_, i) => authenticator.authenticate(basic(name, `guess ${i}`))),
        );
        expect(results.map(summary).filter((line) => line.startsWith('429'))).toHaveLength(3);
      }
    });

    test('many requests at once with good credentials are one attempt', async () => {
      const authenticator = await authenticatorWith();
      const results = await Promise.all(
        Array.from({ length: 12 }, () => authenticator.authenticate(basic('author', 'lighthouse'))),
      );
      expect(new Set(results.map(summary))).toEqual(new Set(['author by basic']));
    });

    test('more attempts than can be hashed soon are shed with 503 and do not count; others are served in turn', async () => {
      const authenticator = await authenticatorWith();
      const many = Array.from({ length: 600 }, (_, i) =>
        authenticator.authenticate(basic(`ghost ${i}`, 'guess', `198.51.${i % 6}.1`)),
      );
      const visitor = authenticator.authenticate(basic('author', 'lighthouse', '192.0.2.99'));
      let finished = 0;
      for (const attempt of many)
        void attempt.then((result) => (finished += summary(result).startsWith('401') ? 1 : 0));
      expect(summary(await visitor)).toBe('author by basic');
      // The visitor waited for about one attempt per address, not for the whole queue.
      expect(finished).toBeLessThan(60);
      const shed = (await Promise.all(many)).filter((result) => summary(result) === '503 rest_sign_in_busy');
      expect(shed.length).toBeGreaterThan(0);
      expect(shed[0]).toMatchObject({ error: { data: { status: 503 }, headers: { 'Retry-After': '2' } } });
    });
  });

  describe('what a login leaves behind', () => {
    test('the use of an application password, once a day', async () => {
      let now = NOW * 1000;
      const module = await start({ now: () => now });
      const use = async (address: string): Promise<unknown> => {
        await module.get(AuthenticationService).authenticate(basic('author', APPLICATION_PASSWORD, address));
        await module.get(CredentialUpkeepService).settled();
        const [row] = await database.query<{ meta_value: string }>(
          `SELECT meta_value FROM ${database.tables.usermeta} WHERE user_id = 3 AND meta_key = '_application_passwords'`,
        );
        return phpToJs(maybeUnserialize(row!.meta_value));
      };
      expect(await use('192.0.2.7')).toMatchObject([
        { uuid: 'one', name: 'Phone', last_used: NOW, last_ip: '192.0.2.7' },
      ]);
      expect(await use('192.0.2.8')).toMatchObject([{ last_used: NOW, last_ip: '192.0.2.7' }]);
      now += 24 * 3600 * 1000;
      expect(await use('192.0.2.8')).toMatchObject([{ last_used: NOW + 24 * 3600, last_ip: '192.0.2.8' }]);
    });

    test('a modern hash in place of an md5', async () => {
      await setPasswordHash(3, 'fad0ce221c826eede253cb0956ca0700');
      const module = await start();
      const ask = async (): Promise<string> =>
        summary(await module.get(AuthenticationService).authenticate(basic('author', 'lighthouse')));
      expect(await ask()).toBe('author by basic');
      await module.get(CredentialUpkeepService).settled();
      const [row] = await database.query<{ hash: string }>(
        `SELECT user_pass AS hash FROM ${database.tables.users} WHERE ID = 3`,
      );
      expect(row!.hash).toMatch(/^\$P\$B/);
      expect(await ask()).toBe('author by basic');
    });
  });

  describe('login cookies', () => {
    beforeEach(async () => {
      await setPasswordHash(3, RECORDED.passwordHash);
      await setMeta(3, 'session_tokens', {
        [RECORDED.tokenHash]: { expiration: Number(RECORDED.expiration), login: NOW },
      });
    });

    test('with a valid nonce, in the header or as parameter, the request is authenticated and gets a fresh nonce', async () => {
      const authenticator = await authenticatorWith();
      const byHeader = await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce }));
      expect(summary(byHeader)).toBe('author by cookie');
      expect(byHeader).toMatchObject({
        responseHeaders: { 'X-WP-Nonce': RECORDED.nonce },
        principal: { sessionToken: RECORDED.token },
      });
      expect(summary(await authenticator.authenticate(cookie({}, { nonce: RECORDED.nonce })))).toBe('author by cookie');
      const contradicting = await authenticator.authenticate(
        cookie({ 'x-wp-nonce': RECORDED.nonce }, { nonce: 'bad' }),
      );
      expect(summary(contradicting)).toBe('403 rest_cookie_invalid_nonce');
    });

    test('without a nonce the request is anonymous and runs no statement', async () => {
      const authenticator = await authenticatorWith();
      const counted = await countQueries(() => authenticator.authenticate(cookie({})));
      expect(summary(counted.result)).toBe('anonymous');
      expect(counted.statements).toEqual([]);
    });

    test('a wrong nonce is an error, with and without cookie', async () => {
      const authenticator = await authenticatorWith();
      const requests = [
        cookie({ 'x-wp-nonce': 'bad' }),
        cookie({ cookie: undefined, 'x-wp-nonce': 'bad' }),
        cookie({ cookie: undefined }, { nonce: '' }),
      ];
      for (const request of requests)
        expect(summary(await authenticator.authenticate(request))).toBe('403 rest_cookie_invalid_nonce');
      const withoutKeys = await authenticatorWith({ keys: undefined });
      expect(summary(await withoutKeys.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce })))).toBe(
        '403 rest_cookie_invalid_nonce',
      );
    });

    test('the nonce of an anonymous page', async () => {
      const authenticator = await authenticatorWith();
      const result = await authenticator.authenticate(
        cookie({ cookie: undefined, 'x-wp-nonce': RECORDED.nonceOfNobody }),
      );
      expect(result).toMatchObject({
        principal: { how: 'anonymous' },
        responseHeaders: { 'X-WP-Nonce': RECORDED.nonceOfNobody },
      });
    });

    test.each<[string, () => Promise<unknown>]>([
      ['ended', () => setMeta(3, 'session_tokens', [])],
      ['run out', () => setMeta(3, 'session_tokens', { [RECORDED.tokenHash]: { expiration: NOW - 1 } })],
      ['of an older password', () => setPasswordHash(3, accountHash)],
    ])('a session that was %s does not authenticate', async (_what, spoil) => {
      await spoil();
      const authenticator = await authenticatorWith();
      expect(summary(await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce })))).toBe(
        '403 rest_cookie_invalid_nonce',
      );
      expect(summary(await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonceOfEndedLogin })))).toBe(
        'anonymous',
      );
    });

    test('the hour of grace for POST is the cookie’s, not the session’s', async () => {
      await setMeta(3, 'session_tokens', { [RECORDED.tokenHash]: { expiration: NOW + 100_000 } });
      const late = (Number(RECORDED.expiration) + 3000) * 1000;
      const authenticator = await authenticatorWith({ now: () => late });
      const ask = async (method: string): Promise<string> =>
        summary(await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce }, { method })));
      expect(await ask('POST')).toBe('author by cookie');
      expect(await ask('GET')).toBe('403 rest_cookie_invalid_nonce');
    });

    test('the stored address of the site names the cookie where none is configured', async () => {
      await setOption('siteurl', RECORDED.siteUrl);
      const authenticator = await authenticatorWith({ siteUrl: undefined });
      expect(summary(await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce })))).toBe(
        'author by cookie',
      );
    });

    test('HTTP Basic goes first and needs no nonce', async () => {
      await setPasswordHash(3, accountHash);
      const authenticator = await authenticatorWith();
      const { headers } = basic('author', 'lighthouse');
      expect(summary(await authenticator.authenticate(cookie(headers, { nonce: 'x' })))).toBe('author by basic');
    });
  });

  test('no credentials, or credentials of an unknown scheme: anonymous, without a statement', async () => {
    const authenticator = await authenticatorWith();
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'Basic nonsense' }]) {
      const counted = await countQueries(() => authenticator.authenticate({ headers, address: '', method: 'GET' }));
      expect([summary(counted.result), counted.statements]).toEqual(['anonymous', []]);
    }
  });
});
