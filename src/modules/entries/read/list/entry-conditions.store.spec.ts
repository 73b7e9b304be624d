import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { joined } from '../../../../database/engine/sql-fragment.js';
import { tablesWithPrefix } from '../../../../database/engine/table-names.js';
import { parseSearch, relevance, searchConditions } from './entry-conditions.store.js';

describe('search texts', () => {
  test.each([
    ['needle haystack', ['needle', 'haystack'], []],
    ['needle,haystack+straw\tx', ['needle', 'haystack', 'straw'], []],
    ['"unique word" more', ['unique word', 'more'], []],
    ['"open end', ['open end'], []],
    ['hay -needle', ['hay'], ['needle']],
    ['the needle in a haystack', ['needle', 'haystack'], []],
    ['The a - 0', ['The a - 0'], []],
    [
      'one1 two2 three3 four4 five5 six6 seven7 eight8 nine9 ten10',
      ['one1 two2 three3 four4 five5 six6 seven7 eight8 nine9 ten10'],
      [],
    ],
    ["'quoted'", ['quoted'], []],
  ])('%s', (text, included, excluded) => {
    expect(parseSearch(text)).toEqual({ included, excluded, phrase: text });
  });

  test('empty and endless texts are no search', () => {
    expect(parseSearch('')).toBeUndefined();
    expect(parseSearch('é'.repeat(801))).toBeUndefined();
    expect(parseSearch('é'.repeat(800))).toBeDefined();
  });
});

const tables = tablesWithPrefix('wp_');
const placeholdersIn = (text: string) => text.split('?').length - 1;

describe('search as SQL', () => {
  test('every term somewhere, excluded ones nowhere', () => {
    const where = searchConditions(parseSearch('50% -off')!, {}, tables);
    expect(where.map(({ sql }) => sql)).toEqual([
      `(post_title LIKE ? ESCAPE '!' OR post_excerpt LIKE ? ESCAPE '!' OR post_content LIKE ? ESCAPE '!')`,
      `NOT (post_title LIKE ? ESCAPE '!' OR post_excerpt LIKE ? ESCAPE '!' OR post_content LIKE ? ESCAPE '!')`,
    ]);
    expect(where.flatMap(({ parameters }) => parameters)).toEqual([
      ...Array<string>(3).fill('%50!%%'),
      ...Array<string>(3).fill('%off%'),
    ]);
  });

  test('relevance: phrase, all, any, then excerpt and content', () => {
    const [order] = relevance(parseSearch('red fox')!);
    expect(order!.sql).toMatch(
      /WHEN .*THEN 1 WHEN .* AND .*THEN 2 WHEN .* OR .*THEN 3 WHEN post_excerpt .*THEN 4 WHEN post_content .*THEN 5 ELSE 6 END/,
    );
    expect(order!.parameters).toEqual(['%red fox%', '%red%', '%fox%', '%red%', '%fox%', '%red fox%', '%red fox%']);
  });

  test('input is never part of the text, and each placeholder has its value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '-', ' ', "'", '%', 'a', 'b', ';', '+', ','), maxLength: 60 }),
        (text) => {
          const parsed = parseSearch(text);
          if (!parsed) return;
          const conditions = searchConditions(parsed, { searchesFileNames: true }, tables);
          const { sql, parameters } = joined([...conditions, ...relevance(parsed)], ' ');
          expect(placeholdersIn(sql)).toBe(parameters.length);
        },
      ),
    );
  });
});
