import { expect, test } from '@jest/globals';
import { isRedirectAddress, isRegistered, withQuery } from './redirect-address.js';

test('codes go to HTTPS, to schemes of apps and to the machine of the user', () => {
  for (const address of [
    'https://app.example/done?a=1',
    'cursor://done',
    'http://127.0.0.1:3000/cb',
    'http://[::1]/cb',
  ])
    expect([address, isRedirectAddress(address)]).toEqual([address, true]);
  for (const address of [
    'http://app.example/done',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://app.example/#x',
    'https://user:secret@app.example/',
    'https://app.example/ x',
    '/done',
    '',
    `https://app.example/${'x'.repeat(2000)}`,
  ])
    expect([address, isRedirectAddress(address)]).toEqual([address, false]);
});

test('registered addresses are compared exactly, apart from ports on the machine of the user', () => {
  const registered = ['https://app.example/done', 'http://127.0.0.1/cb'];
  expect(isRegistered('https://app.example/done', registered)).toBe(true);
  expect(isRegistered('http://127.0.0.1:49152/cb', registered)).toBe(true);
  for (const other of [
    'https://app.example/done/',
    'https://app.example:8443/done',
    'https://app.example/done?x=1',
    'http://127.0.0.1:49152/other',
    'http://localhost:49152/cb',
    'no address',
  ])
    expect([other, isRegistered(other, registered)]).toEqual([other, false]);
});

test('values are added to the query of an address', () => {
  expect(withQuery('https://app.example/done?a=1', { code: 'x y', state: undefined })).toBe(
    'https://app.example/done?a=1&code=x+y',
  );
});
