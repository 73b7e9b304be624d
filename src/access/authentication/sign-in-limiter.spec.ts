import { expect, test } from '@jest/globals';
import { MemoryCounters } from '../../platform/limits/memory-counters.js';
import { CountingSignInLimiter } from './sign-in-limiter.js';

const ADDRESS = '192.0.2.1';

test('an address is blocked after a hundred wrong attempts, however many names they are spread over', async () => {
  const limiter = new CountingSignInLimiter(new MemoryCounters());
  for (let i = 0; i < 100; i++) expect(await limiter.take({ account: `ghost ${i}`, address: ADDRESS })).toBe(0);
  expect(await limiter.take({ account: 'ghost', address: ADDRESS })).toBeGreaterThan(0);
  expect(await limiter.blockedFor({ account: 7, address: ADDRESS })).toBeGreaterThan(0);
  expect(await limiter.blockedFor({ account: 7, address: '192.0.2.2' })).toBe(0);
});

test('an account is blocked after a hundred wrong attempts from all addresses, except where it signed in from', async () => {
  const limiter = new CountingSignInLimiter(new MemoryCounters());
  const owner = { account: 7, address: ADDRESS };
  await limiter.take(owner);
  await limiter.succeeded(owner);
  for (let i = 0; i < 100; i++) expect(await limiter.take({ account: 7, address: `198.51.100.${i}` })).toBe(0);
  expect(await limiter.take({ account: 7, address: '198.51.100.200' })).toBeGreaterThan(0);
  expect(await limiter.blockedFor({ account: 7, address: '198.51.100.201' })).toBeGreaterThan(0);
  expect(await limiter.blockedFor(owner)).toBe(0);
  expect(await limiter.take(owner)).toBe(0);
});

test('successful and undecided attempts do not count', async () => {
  const limiter = new CountingSignInLimiter(new MemoryCounters());
  for (let i = 0; i < 300; i++) {
    const attempt = { account: i % 3, address: ADDRESS };
    expect(await limiter.take(attempt)).toBe(0);
    await (i % 2 ? limiter.succeeded(attempt) : limiter.refund(attempt));
  }
});

test('invented names from many addresses, more than are stored, do not unblock an account under attack', async () => {
  const limiter = new CountingSignInLimiter(new MemoryCounters(500));
  const attempt = { account: 7, address: ADDRESS };
  for (let i = 0; i < 5; i++) await limiter.take(attempt);
  for (let i = 0; i < 2000; i++) await limiter.take({ account: `invented ${i}`, address: `10.0.${i >> 8}.${i & 255}` });
  expect(await limiter.blockedFor(attempt)).toBeGreaterThan(0);
});
