import { describe, expect, test } from '@jest/globals';
import { PhpArray, unserialize } from '../../text/php/index.js';
import { addressGroup } from './address-group.js';
import {
  isUsageDue,
  normalizeApplicationPassword,
  noteUsage,
  readApplicationPasswords,
} from './application-passwords.service.js';
import { readBasicCredentials, VerifiedCredentials } from './basic-authentication.service.js';
import { isSessionCurrent } from './login-cookie.js';
import { RECORDED } from '../../../test/support/recorded-login.js';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('HTTP Basic', () => {
  test.each([
    ['ada:secret', { username: 'ada', password: 'secret' }],
    ['ada:se:cret', { username: 'ada', password: 'se:cret' }],
    ['ädä:pässwörd', { username: 'ädä', password: 'pässwörd' }],
    [':', { username: '', password: '' }],
  ])('%s', (text, credentials) => {
    expect(readBasicCredentials(basic(text))).toEqual(credentials);
    expect(readBasicCredentials(basic(text).replace('Basic', 'bAsIc '))).toEqual(credentials);
  });

  const ignored = [
    undefined,
    '',
    'Basic',
    'Basic ',
    'Bearer YTpi',
    basic('no colon'),
    'Basicx YTpi',
    `Basic ${'%'.repeat(100_000)}`,
  ];
  test.each(ignored)('ignored: %.20s', (header) => {
    expect(readBasicCredentials(header)).toBeUndefined();
  });

  test('blanks around the name and the password are dropped', () => {
    const header = `Basic ${Buffer.from('  ada :\t sesame open \n').toString('base64')}`;
    expect(readBasicCredentials(header)).toEqual({ username: 'ada', password: 'sesame open' });
  });
});

describe('application passwords', () => {
  const entry = (uuid: string): PhpArray =>
    PhpArray.map([
      ['uuid', uuid],
      ['password', '$P$x'],
      ['last_used', null],
      ['last_ip', null],
    ]);

  test('are read from what is stored, damaged entries left out', () => {
    const stored = PhpArray.list([entry('one'), 'broken', PhpArray.map([['uuid', 'no password']])]);
    expect(readApplicationPasswords(stored)).toEqual([
      { uuid: 'one', hash: '$P$x', appId: '', name: '', created: 0, lastUsed: 0, lastIp: '' },
    ]);
    expect(readApplicationPasswords('')).toEqual([]);
    expect(readApplicationPasswords(undefined)).toEqual([]);
  });

  test('are 24 letters and digits, whatever stands between', () => {
    expect(normalizeApplicationPassword('abcd EFGH-1234 ijkl MNOP 5678 ')).toBe('abcdEFGH1234ijklMNOP5678');
    expect(normalizeApplicationPassword('abcd')).toBeUndefined();
    expect(normalizeApplicationPassword('')).toBeUndefined();
  });

  test('their use is noted once a day', () => {
    const stored = PhpArray.list([entry('one'), entry('two')]);
    expect(noteUsage(stored, 'two', '192.0.2.1', 100_000)).toBe(true);
    expect(readApplicationPasswords(stored).map(({ lastUsed }) => lastUsed)).toEqual([0, 100_000]);
    expect(noteUsage(stored, 'two', '192.0.2.1', 100_000 + 86_399)).toBe(false);
    expect(noteUsage(stored, 'gone', '192.0.2.1', 100_000)).toBe(false);
    expect(isUsageDue(100_000, 100_000 + 86_400)).toBe(true);
  });
});

describe('sessions', () => {
  const { token, tokenHash } = RECORDED;
  const stored = unserialize(`a:1:{s:64:"${tokenHash}";a:2:{s:10:"expiration";i:1000;s:5:"login";i:1;}}`);

  test('current until they run out', () => {
    expect(isSessionCurrent(stored, token, 1000)).toBe(true);
    expect(isSessionCurrent(stored, token, 1001)).toBe(false);
    expect(isSessionCurrent(unserialize(`a:1:{s:64:"${tokenHash}";i:1000;}`), token, 999)).toBe(true);
  });

  test('unknown tokens and damaged stores', () => {
    expect(isSessionCurrent(stored, 'other', 1)).toBe(false);
    expect(isSessionCurrent('', token, 1)).toBe(false);
    expect(isSessionCurrent(undefined, token, 1)).toBe(false);
  });
});

test('one client is an IPv4 address or an IPv6 /64', () => {
  expect(addressGroup('192.0.2.1')).toBe('192.0.2.1');
  expect(addressGroup('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(addressGroup('2001:db8:0:5::1')).toBe('2001:db8:0:5::/64');
  expect(addressGroup('2001:0DB8:0000:0005:a:b:c:d')).toBe('2001:db8:0:5::/64');
  expect(addressGroup('::1')).toBe('0:0:0:0::/64');
  expect(addressGroup('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(addressGroup('unknown')).toBe('unknown');
});

describe('verified credentials', () => {
  test('are proven once, also when they come together, and again when the stored hash changes', async () => {
    const verified = new VerifiedCredentials<{ ok: true }>();
    let proofs = 0;
    const prove = async (): Promise<{ ok: true }> => {
      proofs++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { ok: true };
    };
    await Promise.all([verified.proven(['a', 'hash'], prove), verified.proven(['a', 'hash'], prove)]);
    await verified.proven(['a', 'hash'], prove);
    expect(proofs).toBe(1);
    await verified.proven(['a', 'other hash'], prove);
    expect(proofs).toBe(2);
  });

  test('failures are not remembered, and an error is not either', async () => {
    const verified = new VerifiedCredentials<{ ok: true }>();
    expect(await verified.proven(['a'], () => Promise.resolve(undefined))).toBeUndefined();
    await expect(verified.proven(['a'], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await verified.proven(['a'], () => Promise.resolve({ ok: true }))).toEqual({ ok: true });
  });
});
