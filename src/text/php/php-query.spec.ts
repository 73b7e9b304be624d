import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePhpQuery, TooManyParameters } from './php-query.js';

test.each([
  ['a=1&a=2', { a: '2' }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a%5B%5D=1', { a: ['1'] }],
  ['a[0]=x&a[2]=y', { a: { 0: 'x', 2: 'y' } }],
  ['a[k]=v&a[l][m]=w', { a: { k: 'v', l: { m: 'w' } } }],
  ['a=1&a[]=2', { a: ['2'] }],
  ['a', { a: '' }],
  ['a=b+c%20d', { a: 'b c d' }],
  ['a.b=1&c d=2', { a_b: '1', c_d: '2' }],
  ['a=%zz%41', { a: '%zzA' }],
  ['a=%ff', { a: '\udc80' }],
  ['a=%ef%bf%bd%', { a: '\ufffd%' }],
  ['=1&[]=2', {}],
  ['a[b=1', { a_b: '1' }],
  ['__proto__[x]=1&constructor=2', { constructor: '2' }],
])('%s', (query, expected) => {
  expect(parsePhpQuery(query)).toEqual(expected);
});

test('prototypes cannot be reached', () => {
  parsePhpQuery('__proto__[polluted]=1&a[__proto__][polluted]=1&a[constructor][prototype][polluted]=1');
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('depth and count are capped', () => {
  expect(() => parsePhpQuery(`a${'[b]'.repeat(100)}=1`)).toThrow(TooManyParameters);
  expect(() => parsePhpQuery('a[]=1&'.repeat(2000))).toThrow(TooManyParameters);
});

test('any text parses or is refused as too much', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      try {
        parsePhpQuery(text);
      } catch (error) {
        expect(error).toBeInstanceOf(TooManyParameters);
      }
    }),
  );
});
