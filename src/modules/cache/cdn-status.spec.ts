import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { afterReport, NO_CDN } from './records.service.js';

test('a failure is remembered with its text, as it came', () => {
  expect(afterReport(NO_CDN, '0', { _msg: '<img src=x onerror=alert(1)>' }, 5)).toEqual({
    ...NO_CDN,
    state: 'error',
    message: '<img src=x onerror=alert(1)>',
    updatedAt: 5,
  });
});

test('set-up goes from names to the end', () => {
  const begun = afterReport(NO_CDN, '1', { _msg: 'working' }, 1);
  expect(begun.state).toBe('setup');
  const pending = afterReport(begun, '1', { nameservers: 'ns1.test, ns2.test', summary: { a: 1 } }, 2);
  expect(pending).toMatchObject({ state: 'pending_dns', nameservers: ['ns1.test', 'ns2.test'], summary: '{"a":1}' });
  expect(afterReport(pending, '1', { _msg: 'soon' }, 3)).toMatchObject({
    state: 'pending_dns',
    nameservers: ['ns1.test', 'ns2.test'],
  });
  expect(afterReport(pending, '1', { done: '1' }, 4)).toMatchObject({ state: 'active', nameservers: [] });
});

test('nothing sent makes it fail or grow without limit', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.anything(),
      (success, report) => JSON.stringify(afterReport(NO_CDN, success, report)).length < 100_000,
    ),
  );
});
