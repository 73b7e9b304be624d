import { expect, test } from '@jest/globals';
import { defaultSender } from './message.js';

test.each([
  [
    { configured: 'Site <me@site.example>', adminEmail: 'a@b.example', home: 'http://c.example' },
    { name: 'Site', address: 'me@site.example' },
  ],
  [{ adminEmail: 'boss@site.example', home: 'https://www.site.example/blog' }, { address: 'boss@site.example' }],
  [{ adminEmail: 'boss@elsewhere.example', home: 'https://www.site.example' }, { address: 'wordpress@site.example' }],
  [{ adminEmail: 'boss@elsewhere.example', home: 'http://127.0.0.1:3000' }, { address: 'boss@elsewhere.example' }],
  [{ adminEmail: 'boss@elsewhere.example', home: 'nonsense' }, { address: 'boss@elsewhere.example' }],
])('%j', (sources, expected) => {
  expect(defaultSender(sources)).toEqual(expected);
});
