import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hash as hashBcrypt } from '@node-rs/bcrypt';
import {
  APPLICATION_PASSWORD,
  AuthenticationSite,
  BARE_APPLICATION_PASSWORD,
  basic,
  NOW,
  summary,
} from '../../../test/support/authentication-site.js';
import { forEachEngine } from '../../../test/support/databases.js';
import { fewestStatements } from '../../../test/support/query-counts.js';
import { countQueries } from '../../database/engine/query-counter.js';
import { hashPassword, hashPostPassword, verifyPassword } from '../../text/passwords/index.js';
import { maybeUnserialize, phpToJs } from '../../text/php/index.js';
import { AuthenticationService } from './authentication.service.js';
import { CredentialWritesService } from './credential-writes.service.js';
import { type AuthResult } from './auth-result.js';

forEachEngine((_engine, makeDatabase) => {
  const site = new AuthenticationSite(makeDatabase);

  describe('HTTP Basic', () => {
    test('account and application passwords, by login or e-mail address', async () => {
      const authenticator = await site.authenticatorWith();
      const ask = async (...credentials: [string, string]): Promise<string> =>
        summary(await authenticator.authenticate(basic(...credentials)));
      expect(await ask('author', 'lighthouse')).toBe('author by basic');
      expect(await ask('author@site.test', 'lighthouse')).toBe('author by basic');
      expect(await ask('author', APPLICATION_PASSWORD)).toBe('author by application-password');
      expect(await ask('author@site.test', BARE_APPLICATION_PASSWORD)).toBe('author by application-password');
      expect(await ask('other', APPLICATION_PASSWORD)).toBe('401 incorrect_password');
    });

    test('the principal', async () => {
      const result = await (await site.authenticatorWith()).authenticate(basic('author', 'lighthouse'));
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
      const authenticator = await site.authenticatorWith({ rateLimit: false });
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

    test('wrong credentials make the request anonymous where the REST API ignores them, and still count', async () => {
      const service = await site.authenticatorWith({ ignoresWrongCredentials: true });
      const attempts = [];
      for (let attempt = 0; attempt < 7; attempt++)
        attempts.push(summary(await service.authenticate(basic('author', `wrong ${attempt}`))));
      expect(attempts[0]).toBe('anonymous');
      expect(attempts.at(-1)).toMatch(/^429 /);
    });

    test('hashes of phpBB open an account unless the REST API refuses them', async () => {
      await site.setPasswordHash(3, site.accountHash.replace('$P$', '$H$'));
      const lenient = await site.authenticatorWith();
      expect(summary(await lenient.authenticate(basic('author', 'lighthouse')))).toBe('author by basic');
      const strict = await site.authenticatorWith({ refusesForumHashes: true });
      expect(summary(await strict.authenticate(basic('author', 'lighthouse')))).toBe('401 incorrect_password');
    });

    test('each kind can be switched off', async () => {
      const onlyApplications = await site.authenticatorWith({ accountPasswords: false });
      expect(summary(await onlyApplications.authenticate(basic('author', 'lighthouse')))).toBe(
        '401 incorrect_password',
      );
      expect(summary(await onlyApplications.authenticate(basic('author', APPLICATION_PASSWORD)))).toBe(
        'author by application-password',
      );
      const onlyAccounts = await site.authenticatorWith({ applicationPasswords: false });
      expect(summary(await onlyAccounts.authenticate(basic('author', APPLICATION_PASSWORD)))).toBe(
        '401 incorrect_password',
      );
      const none = await site.authenticatorWith({ applicationPasswords: false, accountPasswords: false });
      expect(summary(await none.authenticate(basic('author', 'lighthouse')))).toBe('anonymous');
    });

    test('an empty password never opens an account', async () => {
      await site.setPasswordHash(3, 'd41d8cd98f00b204e9800998ecf8427e');
      expect(summary(await (await site.authenticatorWith()).authenticate(basic('author', '')))).toBe(
        '401 incorrect_password',
      );
    });

    test('a remembered proof does not outlive the password, the application password or the rights', async () => {
      const authenticator = await site.authenticatorWith();
      const ask = (password: string): Promise<AuthResult> => authenticator.authenticate(basic('author', password));
      expect(summary(await ask('lighthouse'))).toBe('author by basic');
      expect(summary(await ask(APPLICATION_PASSWORD))).toBe('author by application-password');
      await site.setMeta(3, 'wp_capabilities', {});
      const without = await ask('lighthouse');
      expect('principal' in without && without.principal.can('edit_posts')).toBe(false);
      await site.setPasswordHash(3, await hashPassword('other'));
      await site.setMeta(3, '_application_passwords', []);
      expect(summary(await ask('lighthouse'))).toBe('401 incorrect_password');
      expect(summary(await ask(APPLICATION_PASSWORD))).toBe('401 incorrect_password');
    });

    test('two statements a request once the options are known', async () => {
      const authenticator = await site.authenticatorWith();
      await authenticator.authenticate(basic('author@site.test', 'lighthouse'));
      expect(await fewestStatements(() => authenticator.authenticate(basic('author@site.test', 'lighthouse')))).toBe(2);
    });
  });

  describe('too many failures', () => {
    test('five, then a pause for this account and address alone', async () => {
      const authenticator = await site.authenticatorWith();
      const ask = (...credentials: [string, string, string?]): Promise<AuthResult> =>
        authenticator.authenticate(basic(...credentials));
      for (let i = 0; i < 5; i++) expect(summary(await ask('author', `wrong ${i}`))).toBe('401 incorrect_password');
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

    test('the e-mail address of a blocked account is treated like an unknown one, and opens nothing', async () => {
      const authenticator = await site.authenticatorWith();
      const ask = async (name: string, password: string) =>
        summary(await authenticator.authenticate(basic(name, password)));
      for (let i = 0; i < 6; i++) await ask('author', `wrong ${i}`);
      for (const name of ['author@site.test', 'ghost@site.test']) {
        for (let i = 0; i < 5; i++) expect(await ask(name, 'lighthouse')).toBe('401 incorrect_password');
        expect(await ask(name, 'lighthouse')).toBe('429 rest_too_many_attempts');
      }
    });

    test('equal guesses at the same time count alike for known and unknown names', async () => {
      const authenticator = await site.authenticatorWith();
      for (const name of ['author', 'ghost']) {
        const guesses = Array.from({ length: 8 }, () => authenticator.authenticate(basic(name, 'guess')));
        expect(new Set((await Promise.all(guesses)).map(summary))).toEqual(new Set(['401 incorrect_password']));
      }
    });

    test('parallel guesses are counted before they are judged; strangers are counted too', async () => {
      const authenticator = await site.authenticatorWith();
      for (const name of ['author', 'ghost']) {
        const results = await Promise.all(
          Array.from({ length: 8 }, (_, i) => authenticator.authenticate(basic(name, `guess ${i}`))),
        );
        expect(results.map(summary).filter((line) => line.startsWith('429'))).toHaveLength(3);
      }
    });

    test('many requests at once with good credentials are one attempt', async () => {
      const authenticator = await site.authenticatorWith();
      const results = await Promise.all(
        Array.from({ length: 12 }, () => authenticator.authenticate(basic('author', 'lighthouse'))),
      );
      expect(new Set(results.map(summary))).toEqual(new Set(['author by basic']));
    });

    test('more attempts than can be hashed soon are shed with 503 and do not count; others are served in turn', async () => {
      const authenticator = await site.authenticatorWith();
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
      const module = await site.start({ now: () => now });
      const use = async (address: string): Promise<unknown> => {
        await module.get(AuthenticationService).authenticate(basic('author', APPLICATION_PASSWORD, address));
        await module.get(CredentialWritesService).finished();
        const [row] = await site.database.query<{ meta_value: string }>(
          `SELECT meta_value FROM ${site.database.tables.usermeta} WHERE user_id = 3 AND meta_key = '_application_passwords'`,
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
      await site.setPasswordHash(3, 'fad0ce221c826eede253cb0956ca0700');
      const module = await site.start();
      const ask = async (): Promise<string> =>
        summary(await module.get(AuthenticationService).authenticate(basic('author', 'lighthouse')));
      expect(await ask()).toBe('author by basic');
      await module.get(CredentialWritesService).finished();
      const [row] = await site.database.query<{ hash: string }>(
        `SELECT user_pass AS hash FROM ${site.database.tables.users} WHERE ID = 3`,
      );
      expect(row!.hash).toMatch(/^\$P\$B/);
      expect(await ask()).toBe('author by basic');
    });
  });

  describe('a password with quotes', () => {
    const PASSWORD = 'the "light\\house" isn\'t lit';
    const SLASHED = 'the \\"light\\\\house\\" isn\\\'t lit';
    const prehash = (text: string) => createHmac('sha384', 'wp-sha384').update(text).digest('base64');
    const hashes: [string, (text: string) => Promise<string>][] = [
      ['portable', (text) => hashPostPassword(text, '')],
      ['bcrypt', (text) => hashBcrypt(text, 4)],
      ['bcrypt of a digest', async (text) => `$wp${await hashBcrypt(prehash(text), 4)}`],
    ];
    const stored = async (): Promise<string> => {
      const [row] = await site.database.query<{ hash: string }>(
        `SELECT user_pass AS hash FROM ${site.database.tables.users} WHERE ID = 3`,
      );
      return row!.hash;
    };

    test.each(hashes)('%s: as WordPress hashes it, with slashes', async (_kind, hashOf) => {
      const hash = await hashOf(SLASHED);
      await site.setPasswordHash(3, hash);
      const module = await site.start({ rateLimit: false });
      const ask = async (password: string): Promise<string> =>
        summary(await module.get(AuthenticationService).authenticate(basic('author', password)));
      expect(await ask(PASSWORD)).toBe('author by basic');
      expect(await ask(`${PASSWORD}.`)).toBe('401 incorrect_password');
      await module.get(CredentialWritesService).finished();
      expect(await stored()).toBe(hash);
    });

    test.each(hashes)('%s: of the password itself, replaced at the first sign-in', async (_kind, hashOf) => {
      await site.setPasswordHash(3, await hashOf(PASSWORD));
      const module = await site.start({ rateLimit: false });
      const ask = async (): Promise<string> =>
        summary(await module.get(AuthenticationService).authenticate(basic('author', PASSWORD)));
      expect(await ask()).toBe('author by basic');
      await module.get(CredentialWritesService).finished();
      expect(await verifyPassword(SLASHED, await stored())).toMatchObject({ ok: true });
      expect(await ask()).toBe('author by basic');
    });
  });

  test('no credentials, or credentials of an unknown scheme: anonymous, without a statement', async () => {
    const authenticator = await site.authenticatorWith();
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'Basic nonsense' }]) {
      const counted = await countQueries(() => authenticator.authenticate({ headers, address: '', method: 'GET' }));
      expect([summary(counted.result), counted.statements]).toEqual(['anonymous', []]);
    }
  });
});
