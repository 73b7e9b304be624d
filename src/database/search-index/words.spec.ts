import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { onMysql } from '../../../test/support/databases.js';
import { ANY_WORD, COLLATIONS, runOf, tokenOf, wordsOf } from './words.js';

const wordsIn = (text: string) => [...wordsOf([text])];

describe('words of a text', () => {
  test.each([
    [
      '<p class="a">Don’t go&nbsp;there, e\u0301tat</p>',
      ['p', 'class', 'a', 'Don', 't', 'go', 'nbsp', 'there', 'e\u0301tat'],
    ],
    ['日本語。テキスト', ['日本語', 'テキスト']],
    ['x_y 50% a\\b', ['x', 'y', '50', 'a', 'b']],
    ['', []],
  ])('%j', (text, words) => expect(wordsIn(text)).toEqual(words));

  test('long ones come in pieces that have every part of thirty-two letters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'e\u0301', '🙂'), minLength: 33, maxLength: 300 }),
        fc.nat(),
        (word, at) => {
          const letters = word.match(/[^][\u0300-\u036f]*/gu)!;
          const from = at % (letters.length - 31);
          const part = letters.slice(from, from + 32).join('');
          expect(wordsIn(word).some((piece) => piece.includes(part))).toBe(true);
        },
      ),
    );
  });

  test('a word that is too long for the index matches every search', () => {
    expect(wordsIn(`x${'\u0301'.repeat(200)}`)).toEqual([ANY_WORD]);
  });
});

test('of a term the longest part within a word is looked for', () => {
  expect(runOf("rock'n'rolling")).toBe('rolling');
  expect(runOf('50%')).toBe('50');
  expect(runOf('e\u0301cole')).toBe('cole');
  expect(runOf('%_\\')).toBeUndefined();
  expect(runOf('x'.repeat(100))).toBe('x'.repeat(32));
});

test('tokens are whole numbers above zero, others for other words', () => {
  const tokens = Array.from({ length: 5000 }, (_, index) => tokenOf(`word${index}`));
  expect(new Set(tokens).size).toBe(5000);
  for (const token of tokens) expect(Number.isSafeInteger(token) && token > 0).toBe(true);
});

/** Every character of the basic plane, and some beyond. */
const CHARACTERS = [
  ...Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code + 1)).filter(
    (one) => !/[\ud800-\udfff]/.test(one),
  ),
  '𝐀',
  '🄰',
  '🙂',
  '𠀀',
];

onMysql((makeDatabase) => {
  test('nothing that parts words counts as the same as something that is looked for', async () => {
    const db = await makeDatabase({ tables: false });
    const parting = CHARACTERS.filter((one) => wordsIn(one).length === 0);
    expect(parting.length).toBeGreaterThan(60);
    const available = new Set(
      (
        await db.query<{ name: string }>(
          "SELECT COLLATION_NAME AS name FROM information_schema.COLLATIONS WHERE CHARACTER_SET_NAME = 'utf8mb4'",
        )
      ).map(({ name }) => name),
    );
    // MariaDB's newest collations exist for every character set at once and are not listed with one.
    const collations = [...COLLATIONS].filter((name) => available.has(name));
    expect(collations).toContain('utf8mb4_unicode_520_ci');
    for (const collation of collations) {
      const found = await db.query<{ found: string }>(sameAs(parting.length, collation), [
        CHARACTERS.filter((one) => runOf(one) !== undefined).join(''),
        ...parting,
      ]);
      expect({ collation, found }).toEqual({ collation, found: [] });
    }
  });
});

/** Which of some characters LIKE finds in a text. */
function sameAs(count: number, collation: string): string {
  const candidates = Array.from({ length: count }, () => 'SELECT ? AS found').join(' UNION ALL ');
  return `SELECT found FROM (SELECT ? AS text) texts, (${candidates}) parting WHERE texts.text COLLATE ${collation} LIKE CONCAT('%!', found, '%') ESCAPE '!'`;
}
