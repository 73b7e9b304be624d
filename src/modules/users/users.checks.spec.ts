import { describe, expect, test } from '@jest/globals';
import { ArgIssue } from '../../rest/args/schema.js';
import { checkPassword, checkReassign, checkUsername } from './users.fields.js';

describe('usernames', () => {
  test.each(['ann', 'Ann Lee', 'a.b-c_d@e', '123456'])('%s', (name) => expect(checkUsername(name)).toBe(name));
  test.each(['', 'bad user!', '<b>x</b>', 'jané', ' ann', 'a  b', '&amp;'])('not "%s"', (name) =>
    expect(checkUsername(name)).toBeInstanceOf(ArgIssue),
  );
});

test('passwords', () => {
  expect(checkPassword(' x ')).toBe(' x ');
  expect(checkPassword('')).toMatchObject({
    message: 'Passwords cannot be empty.',
    code: 'rest_user_invalid_password',
  });
  expect(checkPassword('0')).toMatchObject({
    message: 'Passwords cannot be empty.',
    code: 'rest_user_invalid_password',
  });
  expect(checkPassword('a\\b')).toMatchObject({ code: 'rest_user_invalid_password' });
});

test('the user that content is reassigned to', () => {
  expect([5, '5', '-5', '0', 0].map(checkReassign)).toEqual([5, 5, 5, 0, 0]);
  expect(['', 'false', false].map(checkReassign)).toEqual([false, false, false]);
  expect(['abc', 'true', true, '5x'].map(checkReassign)).toEqual(
    Array(4).fill(new ArgIssue('Invalid user parameter(s).', 'rest_invalid_param', { status: 400 })),
  );
});
