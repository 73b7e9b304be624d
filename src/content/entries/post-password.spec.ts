import { expect, test } from '@jest/globals';
import { entry } from '../../../test/support/entries.js';
import { hashPassword } from '../../text/passwords/index.js';
import { passwordCookieName, unlockedByCookie } from './post-password.js';

const SITE = 'http://site.test';
const ENTRIES = [
  entry({ id: 1 }),
  entry({ id: 2, password: 'sesame' }),
  entry({ id: 3, password: 'other' }),
  entry({ id: 4, password: 'sesame' }),
];

test('the cookie unlocks the entries whose password it is made of', async () => {
  const cookie = `a=b; ${passwordCookieName(SITE)}=${encodeURIComponent(await hashPassword('sesame'))}; c=d`;
  expect([...(await unlockedByCookie(cookie, SITE, ENTRIES))]).toEqual([2, 4]);
  expect((await unlockedByCookie(cookie, 'http://elsewhere.test', ENTRIES)).size).toBe(0);
});

test.each([
  undefined,
  '',
  `${passwordCookieName(SITE)}=%`,
  `${passwordCookieName(SITE)}=sesame`,
  `${passwordCookieName(SITE)}=$P$Z${'a'.repeat(30)}`,
])('opens nothing: %s', async (cookie) => {
  expect((await unlockedByCookie(cookie, SITE, ENTRIES)).size).toBe(0);
});
