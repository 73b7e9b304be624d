import { beforeEach, describe, expect, test } from '@jest/globals';
import { entry } from '../../../../test/support/entries.js';
import { type Config } from '../../../platform/config/config.js';
import { MemoryCounters } from '../../../platform/limits/memory-counters.js';
import { hashCounts, hashPostPassword } from '../../../text/passwords/index.js';
import { type Entry } from '../model/entry.js';
import { passwordCookieName } from '../../../access/authentication/post-password-cookie.js';
import { PostPasswordService } from './post-password.js';

const SITE = 'http://site.test';
const ENTRIES = [
  entry({ id: 1 }),
  entry({ id: 2, password: 'sesame' }),
  entry({ id: 3, password: 'other' }),
  entry({ id: 4, password: 'sesame' }),
];
const LOCKED = ENTRIES[1]!;
/** Well-formed hashes of no known password. */
const guess = (number: number): string => `$P$B${String(number).padStart(30, '0')}`;
const cookieOf = (hash: string): string => `a=b; ${passwordCookieName(SITE)}=${encodeURIComponent(hash)}; c=d`;

let service: PostPasswordService;
const serviceOn = (counters: MemoryCounters) => new PostPasswordService(counters, { rateLimit: true } as Config);
const open = (cookies: string | undefined, entries: readonly Entry[] = [LOCKED], address = '192.0.2.1', by = service) =>
  by.openedByCookie({ address, cookies, siteUrl: SITE }, entries);

beforeEach(() => {
  service = serviceOn(new MemoryCounters());
});

test('the cookie unlocks the entries whose password it is made of', async () => {
  const cookies = cookieOf(await hashPostPassword('sesame', ''));
  expect([...(await open(cookies, ENTRIES)).opened]).toEqual([2, 4]);
  const elsewhere = await service.openedByCookie({ address: '', cookies, siteUrl: 'http://elsewhere.test' }, ENTRIES);
  expect(elsewhere.opened.size).toBe(0);
});

test.each([
  undefined,
  '',
  `${passwordCookieName(SITE)}=%`,
  `${passwordCookieName(SITE)}=sesame`,
  `${passwordCookieName(SITE)}=$P$Z${'a'.repeat(30)}`,
])('opens nothing: %s', async (cookie) => {
  expect((await open(cookie, ENTRIES)).opened.size).toBe(0);
});

describe('the limit of wrong cookies', () => {
  test('after ten, no further one is hashed, and the right one opens nothing', async () => {
    const right = cookieOf(await hashPostPassword('sesame', ''));
    const before = hashCounts.portable;
    for (let i = 0; i < 10; i++) expect((await open(cookieOf(guess(i)))).blockedFor).toBe(0);
    for (let i = 10; i < 20; i++) expect((await open(cookieOf(guess(i)))).blockedFor).toBeGreaterThan(0);
    expect(await open(right)).toMatchObject({ opened: new Set(), blockedFor: expect.any(Number) });
    expect(hashCounts.portable - before).toBe(10);
    expect(await service.attempt('192.0.2.1', LOCKED, 'sesame')).toBeGreaterThan(0);
    expect([...(await open(right, [LOCKED], '192.0.2.2')).opened]).toEqual([2]);
  });

  test('parallel guesses count, too', async () => {
    const before = hashCounts.portable;
    await Promise.all(Array.from({ length: 40 }, (_, i) => open(cookieOf(guess(i)))));
    expect(hashCounts.portable - before).toBe(10);
  });

  test('the same wrong cookie counts and is hashed once, in every process', async () => {
    const counters = new MemoryCounters();
    const workers = Array.from({ length: 12 }, () => serviceOn(counters));
    for (const worker of workers)
      for (let view = 0; view < 3; view++)
        expect((await open(cookieOf(guess(1)), [LOCKED], '192.0.2.1', worker)).blockedFor).toBe(0);
    const before = hashCounts.portable;
    await open(cookieOf(guess(1)), [LOCKED], '192.0.2.1', workers[0]);
    expect(hashCounts.portable).toBe(before);
    for (let i = 2; i < 11; i++) expect(await service.attempt('192.0.2.1', LOCKED, `wrong ${i}`)).toBe(0);
  });

  test('a cookie refused without a check counts when it is sent again', async () => {
    const counters = new MemoryCounters();
    const limited = serviceOn(counters);
    for (let i = 0; i < 10; i++) await limited.attempt('192.0.2.1', LOCKED, 'wrong');
    for (let i = 0; i < 30; i++) await open(cookieOf(guess(i)), [LOCKED], '192.0.2.1', limited);
    // The window of the limit ends before the one of the refused values.
    await counters.clear('post password 2 192.0.2.1', { most: 10, windowMs: 15 * 60_000 });
    const before = hashCounts.portable;
    for (let i = 0; i < 30; i++) await open(cookieOf(guess(i)), [LOCKED], '192.0.2.1', limited);
    expect(hashCounts.portable - before).toBe(10);
  });

  test('a cookie for another post is not counted once it is known to be right there', async () => {
    const cookies = cookieOf(await hashPostPassword('other', ''));
    expect([...(await open(cookies, [ENTRIES[2]!])).opened]).toEqual([3]);
    const before = hashCounts.portable;
    await open(cookies, ENTRIES);
    expect(hashCounts.portable).toBe(before);
    for (let i = 0; i < 10; i++) expect(await service.attempt('192.0.2.1', LOCKED, 'wrong')).toBe(0);
    expect(await service.attempt('192.0.2.1', LOCKED, 'wrong')).toBeGreaterThan(0);
    // Nor do the guesses of a neighbour lock its owner out.
    for (let i = 0; i < 11; i++) await service.attempt('192.0.2.1', ENTRIES[2]!, 'wrong');
    expect([...(await open(cookies, [ENTRIES[2]!])).opened]).toEqual([3]);
  });

  test('one request hashes for at most ten different passwords', async () => {
    const many = Array.from({ length: 30 }, (_, i) => entry({ id: i + 1, password: `password ${i}` }));
    const before = hashCounts.portable;
    await open(cookieOf(guess(1)), many);
    expect(hashCounts.portable - before).toBe(10);
  });

  test('a typed password is hashed and counted once, with the cookie that is made of it', async () => {
    const typed = async (password: string) =>
      cookieOf((await service.cookieFor('192.0.2.1', LOCKED, password)) as string);
    const before = hashCounts.portable;
    for (let i = 0; i < 9; i++) expect((await open(await typed(`wrong ${i}`))).opened.size).toBe(0);
    const right = await typed('sesame');
    expect([...(await open(right)).opened]).toEqual([2]);
    expect(hashCounts.portable - before).toBe(10);
    await typed('wrong');
    expect(await service.cookieFor('192.0.2.1', LOCKED, 'sesame')).toEqual(expect.any(Number));
  });
});

test('a password sent with a list counts once for each entry it does not open', async () => {
  const list = (password: string) => service.openedByPassword('192.0.2.1', ENTRIES, password);
  for (let i = 0; i < 15; i++) expect([...(await list('other'))]).toEqual([3]);
  for (let i = 0; i < 15; i++) await list(`guess ${i}`);
  expect((await list('sesame')).size).toBe(0);
});
