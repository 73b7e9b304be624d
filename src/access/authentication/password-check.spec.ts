import { describe, expect, test } from '@jest/globals';
import { AuthenticationSite, basic, summary } from '../../../test/support/authentication-site.js';
import { forEachEngine } from '../../../test/support/databases.js';
import { hashCounts } from '../../text/passwords/index.js';
import { AuthenticationService } from './authentication.service.js';
import { SignInService } from './sign-in.service.js';

const BCRYPT = '$2y$05$KIXx0l8NnO1uFz1p0yTn4u1mHk9m1u0l3cQ9eYb2o5lQf6dVn6P1e';
const MD5 = 'fad0ce221c826eede253cb0956ca0700';
/** As long as an application password. */
const LONG = 'x'.repeat(24);

const applicationPasswords = (hashes: string[]) =>
  hashes.map((password, index) => ({ uuid: `${index}`, app_id: '', name: 'x', password, created: 1 }));

forEachEngine((_engine, makeDatabase) => {
  const site = new AuthenticationSite(makeDatabase);

  /** The hashes that a refusal computes, by kind. */
  async function workOf(refuse: () => Promise<string>): Promise<object> {
    const before = { ...hashCounts };
    expect(await refuse()).toBe('401 incorrect_password');
    return { portable: hashCounts.portable - before.portable, bcrypt: hashCounts.bcrypt - before.bcrypt };
  }

  describe.each([
    ['portable hashes only', (portable: string) => portable, (_portable: string): string[] => []],
    ['bcrypt', () => `$wp${BCRYPT}`, () => ['$generic$x']],
    ['md5', () => MD5, (portable: string) => [portable, portable, portable]],
    ['an account that nobody can sign in to', () => '*', (portable: string) => [portable, BCRYPT]],
  ])('on a site with %s', (_name, hashOf, applicationHashesOf) => {
    test.each(['wrong', LONG, `isn't it`])('refusing %j computes the same hashes for every name', async (password) => {
      await site.setPasswordHash(3, hashOf(site.accountHash));
      await site.setMeta(3, '_application_passwords', applicationPasswords(applicationHashesOf(site.accountHash)));
      const module = await site.start({ rateLimit: false });
      const basicWith = (name: string) => async () =>
        summary(await module.get(AuthenticationService).authenticate(basic(name, password)));
      const consoleWith = (name: string) => async () => {
        const client = { address: '192.0.2.1', userAgent: '', isSecure: false };
        const credentials = { login: name, password, remember: false };
        const result = await module.get(SignInService).signIn(credentials, client);
        return 'error' in result ? `${result.error.status} ${result.error.code}` : 'signed in';
      };
      for (const way of [basicWith, consoleWith]) {
        const works = [];
        for (const name of ['ghost', 'author', 'other@site.test']) works.push(await workOf(way(name)));
        expect(new Set(works.map((work) => JSON.stringify(work))).size).toBe(1);
        expect(works[0]).not.toEqual({ portable: 0, bcrypt: 0 });
      }
    });
  });
});
