import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isAddress, parseMailbox, parseMailboxes } from './message.js';
import { superLinearCost } from '../../../test/support/processor-time.js';

describe('isAddress', () => {
  test.each(['a@b.example', 'first.last+tag@mail.site.example', "o'neil@x-y.example", 'root@localhost'])(
    'takes %s',
    (address) => {
      expect(isAddress(address)).toBe(true);
    },
  );

  test.each([
    '',
    '@',
    'a',
    'a@',
    '@b.example',
    'a b@c.example',
    'a@b@c.example',
    '.a@b.example',
    'a.@b.example',
    'a..b@c.example',
    'a@-b.example',
    'a@b-.example',
    'a@b..example',
    'a@b.example.',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    '"a b"@c.example',
    'a@b.example\n',
    'a@b.example\r\nBcc: x@y.example',
    'a@b.example,c@d.example',
    'a@b.example>',
    'ä@b.example',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(130)}example`,
  ])('refuses %j', (address) => {
    expect(isAddress(address)).toBe(false);
  });

  test('whatever it takes has neither blanks, brackets, commas nor control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => !isAddress(text) || !/[\s<>,;:\\"\u0000-\u001f]/.test(text)),
    );
  });
});

describe('parseMailbox', () => {
  test('with and without a name', () => {
    expect(parseMailbox(' a@b.example ')).toEqual({ address: 'a@b.example' });
    expect(parseMailbox('Ann B. <a@b.example>')).toEqual({ name: 'Ann B.', address: 'a@b.example' });
    expect(parseMailbox('"B, \\"Ann\\"" <a@b.example>')).toEqual({ name: 'B, "Ann"', address: 'a@b.example' });
    expect(parseMailbox('<a@b.example>')).toEqual({ address: 'a@b.example' });
  });

  test.each(['', 'Ann', 'Ann <>', 'Ann <a@b', 'a@b.example>', 'Ann <a@b.example> x'])('refuses %j', (text) => {
    expect(parseMailbox(text)).toBeUndefined();
  });
});

describe('parseMailboxes', () => {
  test('commas separate, but not inside quotes', () => {
    expect(parseMailboxes('a@b.example, "C, D" <c@d.example>,')).toEqual([
      { address: 'a@b.example' },
      { name: 'C, D', address: 'c@d.example' },
    ]);
    expect(parseMailboxes('')).toEqual([]);
  });

  test('one that is wrong spoils the list', () => {
    expect(parseMailboxes('a@b.example, nobody')).toBeUndefined();
  });

  test('hostile lists take linear time', () => {
    for (const piece of ['"', ',', '<', '\\', 'a', '@', '.'])
      for (const [before, after] of [
        ['', ''],
        ['', '>'],
        ['', '@b.example'],
        ['a@', ''],
      ] as const)
        expect(superLinearCost(parseMailboxes, (size) => before + piece.repeat(size) + after)).toBeUndefined();
  });
});
