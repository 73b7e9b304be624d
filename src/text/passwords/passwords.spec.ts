import { describe, expect, test } from '@jest/globals';
import { loadVectors } from '../../../test/support/vectors.js';
import { fastHash, hashCost, hashCounts, hashPassword, verifyAgainstDummy, verifyPassword } from './index.js';

const BCRYPT = '$2y$05$KIXx0l8NnO1uFz1p0yTn4u1mHk9m1u0l3cQ9eYb2o5lQf6dVn6P1e';

const accepted = { ok: true, rehash: false };
const refused = { ok: false, rehash: false };

describe('verifyPassword', () => {
  for (const [set, options] of [
    ['both', {}],
    ['c', { refusesForumHashes: true }],
  ] as const) {
    const cases = loadVectors(set, 'wp_check_password');
    test(`wp_check_password (${set}): ${cases.length} recorded cases`, async () => {
      for (const { in: input, out } of cases) {
        const [password, hash] = input as [string, string];
        expect([password, hash, (await verifyPassword(password, hash, '', options)).ok]).toEqual([password, hash, out]);
      }
    });
  }

  test.each([
    ['portable', 'lighthouse', '$P$BD/i1sznRUsaSlYysyy.FR8JtjXHN01'],
    ['portable, other marker', 'lighthouse', '$H$BD/i1sznRUsaSlYysyy.FR8JtjXHN01'],
    ['bcrypt', 'lighthouse', '$2y$05$bm3JAEWUUnmVijc19vsrCu5BvM34hmPmG75tbol85SG9oy.xkzJcK'],
    ['bcrypt of a digest', 'correct horse', '$wp$2y$05$S.2ER8tntlzUPxDK6aa/k.2uONF/PalR.mI7QocLBV1LEA3bnJIXu'],
    [
      'fast hash of an application password',
      'admnAAAA1111bbbb2222CCCC',
      '$generic$oqjhGC_zaBqfaYI6p3_NKFduhikaJKbv5ovqakHD',
    ],
  ])('%s', async (_kind, password, hash) => {
    expect(await verifyPassword(password, hash)).toEqual(accepted);
    expect(await verifyPassword(`${password}x`, hash)).toEqual(refused);
    expect(await verifyPassword(password, hash.slice(0, -1))).toEqual(refused);
  });

  test('an md5 hash is accepted and should be replaced', async () => {
    expect(await verifyPassword('lighthouse', 'fad0ce221c826eede253cb0956ca0700')).toEqual({ ok: true, rehash: true });
    expect(await verifyPassword('lighthous', 'fad0ce221c826eede253cb0956ca0700')).toEqual(refused);
  });

  test.each([
    ...['', '*', '*0', '$P$', '$P$B', '$P$zD/i1sznRUsaSlYysyy.FR8JtjXHN01', '$P$?D/i1sznRUsaSlYysyy.FR8JtjXHN01'],
    ...['$generic$', '$wp$2y$10$x', '$2y$99$', 'é'.repeat(40)],
  ])('a damaged hash refuses: %s', async (hash) => {
    expect(await verifyPassword('', hash)).toEqual(refused);
  });

  test('more than 4096 bytes are refused whatever the hash says', async () => {
    const long = 'x'.repeat(4097);
    expect(await verifyPassword(long, fastHash(Buffer.from(long)))).toEqual(refused);
    expect(await verifyPassword(long, await hashPassword(long))).toEqual(refused);
  });

  test('the fast hash is BLAKE2b (RFC 7693) with a key and 30 bytes', () => {
    const secret = Uint8Array.from({ length: 200 }, (_, i) => i);
    const digest = Buffer.from('2dc7fa3e278e4686c3c45df064699a1c540293f6c4b87eb4083f58b000b0', 'hex');
    expect(fastHash(secret)).toBe(`$generic$${digest.toString('base64url')}`);
  });
});

describe('hashPassword', () => {
  test('writes the portable kind, salted, of the trimmed password', async () => {
    const hash = await hashPassword(' \t lighthouse\n');
    expect(hash).toMatch(/^\$P\$B[./0-9A-Za-z]{30}$/);
    expect(await hashPassword('lighthouse')).not.toBe(hash);
    expect(await verifyPassword('lighthouse', hash)).toEqual(accepted);
  });

  test.each([
    ['quotes and backslashes', `it's "a\\b"`, `it\\'s \\"a\\\\b\\"`],
    ['a zero byte', 'a\0', 'a\\0'],
  ])('%s get a slash, as in WordPress', async (_name, password, slashed) => {
    expect(await verifyPassword(slashed, await hashPassword(password))).toEqual(accepted);
  });

  test('leaves the event loop free', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await Promise.all(Array.from({ length: 4 }, () => hashPassword('lighthouse')));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
});

/** Processor time of all threads, and the best of three: the machine may be busy. */
async function cost(run: () => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let time = 0; time < 3; time++) {
    const before = process.cpuUsage();
    await run();
    costs.push(process.cpuUsage(before).user);
  }
  return Math.min(...costs);
}

test.each([
  ['$P$BD/i1sznRUsaSlYysyy.FR8JtjXHN01', '$P$B', 'portable'],
  ['$H$9D/i1sznRUsaSlYysyy.FR8JtjXHN01', '$P$9', 'portable'],
  [BCRYPT, '$2y$05$', 'bcrypt'],
  [`$wp${BCRYPT}`, '$2y$05$', 'bcrypt'],
] as const)('a dummy of the cost of %s is computed like the hash itself', async (hash, expected, kind) => {
  expect(hashCost(hash)).toBe(expected);
  for (const password of ['wrong', 'x'.repeat(5000)]) {
    const before = { ...hashCounts };
    await verifyPassword(password, hash);
    await verifyAgainstDummy(password, expected);
    expect(hashCounts).toEqual({ ...before, [kind]: before[kind] + 2 });
  }
});

test.each(['a'.repeat(32), '', '*', '!', '$generic$abc', '$2y$10$short', '$argon2id$v=19$m=1'])(
  'no slow hash is computed for %s',
  async (hash) => {
    expect(hashCost(hash)).toBeUndefined();
    const before = { ...hashCounts };
    expect((await verifyPassword('wrong', hash)).ok).toBe(false);
    expect(hashCounts).toEqual(before);
  },
);

test('the work of a dummy is that of a real hash, for passwords that are too long as well', async () => {
  const hash = '$P$BD/i1sznRUsaSlYysyy.FR8JtjXHN01';
  await verifyAgainstDummy('warm up', '$P$B');
  const real = await cost(() => verifyPassword('wrong', hash));
  expect(await cost(() => verifyAgainstDummy('wrong', '$P$B'))).toBeGreaterThan(real / 5);
  expect(await cost(() => verifyPassword('x'.repeat(5000), hash))).toBeGreaterThan(real / 5);
  expect(await cost(() => verifyAgainstDummy('x'.repeat(5000), '$P$B'))).toBeGreaterThan(real / 5);
});
