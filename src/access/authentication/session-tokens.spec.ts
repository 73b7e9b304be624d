import { expect, test } from '@jest/globals';
import { serialize, unserialize } from '../../text/php/index.js';
import { isSessionCurrent, withoutSession, withSession } from './login-cookie.js';

const session = (login: number) => ({ expiration: login + 100, ip: '192.0.2.1', userAgent: 'Browser/1', login });

test('a session is stored as WordPress does, found by its token, and ends', () => {
  const stored = withSession(undefined, 'token', session(1000));
  expect(serialize(stored)).toBe(
    'a:1:{s:64:"3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0";' +
      'a:4:{s:10:"expiration";i:1100;s:2:"ip";s:9:"192.0.2.1";s:2:"ua";s:9:"Browser/1";s:5:"login";i:1000;}}',
  );
  const read = unserialize(serialize(stored));
  expect(isSessionCurrent(read, 'token', 1100)).toBe(true);
  expect(isSessionCurrent(read, 'token', 1101)).toBe(false);
  expect(isSessionCurrent(read, 'other', 1000)).toBe(false);
  expect(withoutSession(read, 'token')!.size).toBe(0);
});

test('a new session drops expired ones and keeps the others', () => {
  const both = withSession(withSession(undefined, 'first', session(1000)), 'second', session(1050));
  expect(both.size).toBe(2);
  const later = withSession(both, 'third', session(1120));
  expect(isSessionCurrent(later, 'first', 1000)).toBe(false);
  expect(isSessionCurrent(later, 'second', 1120)).toBe(true);
});
