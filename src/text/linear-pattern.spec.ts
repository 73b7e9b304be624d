import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { superLinearCost } from '../../test/support/processor-time.js';
import { Choices } from '../../test/support/truth/random.js';
import { LinearPattern } from './linear-pattern.js';

const PATTERNS = [
  '/posts/(?P<id>[\\d]+)',
  '/posts/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)',
  '/users/(?P<user_id>(?:[\\d]+|me))/application-passwords/(?P<uuid>[\\w\\-]+)',
  '/t/(?P<parent>([^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)[\\/\\w%-]+)/revisions/(?P<id>[\\d]+)',
  '(?<category>.+?)/(?<author>[^/]+)-(?<postname>[^/]+)',
  '(?<year>\\d{4})/(?<month>\\d{1,2})(?<rest>a*?)(?<more>a*)',
  '(?:(?:a|b)+)+c?',
  '(?<first>a|ab)(?<second>c|bcd)?(?<third>d*)',
  '(?<set>[\\]a^-]+)\\.x{2,}',
  '',
];
const PIECES = [
  '/posts/',
  '/t/',
  '/revisions/',
  '/users/',
  'me',
  '/',
  'a',
  'ab',
  'bcd',
  'c',
  '-',
  '12',
  '2018',
  'x',
  '.',
  '!',
  'é',
  '\n',
];

test('matches what a RegExp matches, with the same groups', () => {
  const choices = new Choices(7);
  const wrong: unknown[] = [];
  let matches = 0;
  for (const ignoresCase of [false, true]) {
    for (const source of PATTERNS) {
      const pattern = new LinearPattern(source, { ignoresCase });
      const expression = new RegExp(`^(?:${source.replaceAll('(?P<', '(?<')})$`, ignoresCase ? 'i' : '');
      for (let round = 0; round < 1000; round++) {
        const pieces = Array.from({ length: choices.below(7) }, () => PIECES[choices.below(PIECES.length)]!);
        const text = choices.below(2) === 0 ? pieces.join('') : pieces.join('').toUpperCase();
        const expected = expression.exec(text);
        const groups = Object.entries(expected?.groups ?? {}).filter(([, value]) => value !== undefined);
        const found = pattern.match(text);
        if (!isDeepStrictEqual(found, expected ? Object.fromEntries(groups) : undefined))
          wrong.push([source, text, found]);
        if (expected) matches++;
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(matches).toBeGreaterThan(200);
});

test.each(['(?=a)b', '(?<!a)b', '\\1', '(a', 'a)', '*', 'a**', '[a', '\\bx', '(?<x>a)(?<x>b)', 'a{1000}', '^a'])(
  'refuses %s',
  (source) => expect(() => new LinearPattern(source)).toThrow(SyntaxError),
);

test('a pattern that makes a RegExp backtrack costs no more than the text is long', () => {
  const pattern = new LinearPattern('((a+)+|[ab]*?)*(?<end>a*a*a*)b');
  expect(pattern.match('a'.repeat(20_000) + '!')).toBeUndefined();
  expect(
    superLinearCost(
      (text: string) => pattern.match(text),
      (size) => `${'a'.repeat(size / 8)}!`,
    ),
  ).toBeUndefined();
  expect(pattern.match('a'.repeat(20_000) + 'b')).toEqual({ end: '' });
});
