import { escapeLike, like } from '../../../database/engine/dialect.js';
import { fragment, joined, type SqlFragment } from '../../../database/engine/sql-fragment.js';
import { type Tables } from '../../../database/engine/table-names.js';
import { type EntryQuery } from './entry-query.js';

/** A parsed search text. */
export interface ParsedSearch {
  /** Each must be found in title, excerpt or content. */
  readonly wanted: readonly string[];
  /** None may be found in any of them. */
  readonly unwanted: readonly string[];
  /** The whole text, for ranking. */
  readonly phrase: string;
}

const MAX_BYTES = 1600;
const MAX_TERMS = 9;
/** Ranking considers single terms only up to this number of terms. */
const MAX_RANKED_TERMS = 6;

const STOP_WORDS = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** Undefined for a text that is empty or too long to be meant. */
export function parseSearch(text: string): ParsedSearch | undefined {
  if (text === '' || Buffer.byteLength(text) > MAX_BYTES) return undefined;
  const terms = searchTerms(text);
  const unwanted = terms.filter((term) => term.startsWith('-'));
  return {
    wanted: terms.filter((term) => !term.startsWith('-')),
    unwanted: unwanted.map((term) => term.slice(1)),
    phrase: text,
  };
}

/** Quoted phrases are one term, other words each; where nothing or too much is left, the text as a whole. */
function searchTerms(text: string): string[] {
  const terms: string[] = [];
  for (const [token] of text.matchAll(/"[^"]*(?:"|$)|[^\t ",+]+/g)) {
    const term = /^".+"$/s.test(token) ? trimAny(token, `"'`) : trimAny(token, `"'\n\r `);
    if (term !== '' && term !== '0' && !/^[a-z-]$/i.test(term) && !STOP_WORDS.has(term.toLowerCase())) terms.push(term);
  }
  return terms.length === 0 || terms.length > MAX_TERMS ? [text] : terms;
}

function trimAny(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start]!)) start++;
  while (end > start && characters.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

const SEARCHED = ['post_title', 'post_excerpt', 'post_content'];

const pattern = (term: string) => `%${escapeLike(term)}%`;

type SearchPlaces = Pick<EntryQuery, 'searchesFileNames' | 'searchColumns' | 'searchesExactly'>;

export function searchConditions(
  { wanted, unwanted }: ParsedSearch,
  { searchesFileNames, searchColumns, searchesExactly }: SearchPlaces,
  tables: Tables,
): SqlFragment[] {
  const inFileName = `ID IN (SELECT post_id FROM ${tables.postmeta} WHERE meta_key = '_wp_attached_file' AND ${like('meta_value')})`;
  const tests = [...(searchColumns ?? SEARCHED).map(like), ...(searchesFileNames ? [inFileName] : [])];
  const found = `(${tests.join(' OR ')})`;
  const patterns = (term: string) => tests.map(() => (searchesExactly ? escapeLike(term) : pattern(term)));
  return [
    ...wanted.map((term) => fragment(found, ...patterns(term))),
    ...unwanted.map((term) => fragment(`NOT ${found}`, ...patterns(term))),
  ];
}

/** What to sort by so that better matches come first; nothing where all matches are equally good. */
export function relevance({ wanted, unwanted, phrase }: ParsedSearch): SqlFragment[] {
  const inTitle = like('post_title');
  if (wanted.length + unwanted.length <= 1)
    return wanted.map((term) => fragment(`CASE WHEN ${inTitle} THEN 0 ELSE 1 END`, pattern(term)));
  const ranks: SqlFragment[] = [];
  const rank = (place: number, test: string, terms: readonly string[]) =>
    ranks.push(fragment(`WHEN ${test} THEN ${place}`, ...terms.map(pattern)));
  const byPhrase = unwanted.length === 0;
  if (byPhrase) rank(1, inTitle, [phrase]);
  if (wanted.length > 0 && wanted.length <= MAX_RANKED_TERMS) {
    const tests = wanted.map(() => inTitle);
    rank(2, tests.join(' AND '), wanted);
    if (wanted.length > 1) rank(3, tests.join(' OR '), wanted);
  }
  if (byPhrase) {
    rank(4, like('post_excerpt'), [phrase]);
    rank(5, like('post_content'), [phrase]);
  }
  if (ranks.length === 0) return [];
  const { sql, parameters } = joined(ranks, ' ');
  return [{ sql: `CASE ${sql} ELSE 6 END`, parameters }];
}
