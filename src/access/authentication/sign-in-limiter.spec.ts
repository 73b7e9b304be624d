import { expect, test } from '@jest/globals';
import { MemoryCounters } from '../../platform/limits/memory-counters.js';
import { CountingSignInLimiter } from './sign-in-limiter.js';

const ADDRESS = '192.0.2.1';

const FREE = { blockedFor: 0, isLocked: false };
const BLOCKED = { blockedFor: expect.any(Number), isLocked: false };
const ghost = (name: string, address = ADDRESS) => ({ name, account: undefined, address });
const owned = (account: number, address = ADDRESS, name = `user ${account}`) => ({ name, account, address });

test('an address is blocked after a hundred wrong attempts, however many names they are spread over', async () => {
  const limiter = new CountingSignInLimiter(new MemoryCounters());
  for (let i = 0; i < 100; i++) expect(await limiter.take(ghost(`ghost ${i}`))).toEqual(FREE);
  expect((await limiter.take(ghost('ghost'))).blockedFor).toBeGreaterThan(0);
  expect(await limiter.blockedFor(owned(7))).toBeGreaterThan(0);
  expect(await limiter.blockedFor(owned(7, '192.0.2.2'))).toBe(0);
});

test('an account is blocked after a hundred wrong attempts from all addresses, except where it signed in from', async () => {
  const limiter = new CountingSignInLimiter(new MemoryCounters());
  const owner = owned(7);
  await limiter.take(owner);
  await limiter.succeeded(owner);
  for (let i = 0; i < 100; i++) expect(await limiter.take(owned(7, `198.51.100.${i}`))).toEqual(FREE);
  expect((await limiter.take(owned(7, '198.51.100.200'))).blockedFor).toBeGreaterThan(0);
  expect(await limiter.blockedFor(owned(7, '198.51.100.201'))).toBeGreaterThan(0);
  expect(await limiter.take(owned(7, '198.51.100.202', 'user@people.test'))).toEqual({ blockedFor: 0, isLocked: true });
  expect(await limiter.blockedFor(owner)).toBe(0);
  expect(await limiter.take(owner)).toEqual(FREE);
});

test('names of an account and unknown names are blocked after the same number of attempts', async () => {
  for (const attempt of [owned(7), ghost('ghost')]) {
    const limiter = new CountingSignInLimiter(new MemoryCounters());
    for (let i = 0; i < 5; i++) expect(await limiter.take(attempt)).toEqual(FREE);
    expect(await limiter.take({ ...attempt, name: ` ${attempt.name.toUpperCase()} ` })).toEqual(BLOCKED);
    // The e-mail address of the account, or of nobody.
    const other = { ...attempt, name: 'user@people.test' };
    for (let i = 0; i < 5; i++) {
      expect(await limiter.blockedFor(other)).toBe(0);
      expect(await limiter.take(other)).toEqual({ blockedFor: 0, isLocked: attempt.account !== undefined });
    }
    expect((await limiter.take(other)).blockedFor).toBeGreaterThan(0);
  }
});

test('successful and undecided attempts do not count', async () => {
  const limiter = new CountingSignInLimiter(new MemoryCounters());
  for (let i = 0; i < 300; i++) {
    const attempt = owned(i % 3);
    expect(await limiter.take(attempt)).toEqual(FREE);
    await (i % 2 ? limiter.succeeded(attempt) : limiter.refund(attempt));
  }
});

test('invented names from many addresses, more than are stored, do not unblock an account under attack', async () => {
  const limiter = new CountingSignInLimiter(new MemoryCounters(500));
  const attempt = owned(7);
  for (let i = 0; i < 5; i++) await limiter.take(attempt);
  for (let i = 0; i < 2000; i++) await limiter.take(ghost(`invented ${i}`, `10.0.${i >> 8}.${i & 255}`));
  expect(await limiter.blockedFor(attempt)).toBeGreaterThan(0);
});
