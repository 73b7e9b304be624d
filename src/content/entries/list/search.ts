import { type SqlParameter } from '../../../database/database.js';
import { escapeLike, like } from '../../../database/engine/dialect.js';
import { type Tables } from '../../../database/engine/tables.js';
import { type SqlPart } from './sql-part.js';
import { type EntrySearch } from './entry-query.js';

/** What a search text asks for. */
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
/** Ranking looks at single terms only while there are few. */
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

export function addSearch(where: SqlPart, parsed: ParsedSearch, { inFileNames }: EntrySearch, tables: Tables): void {
  const inFile = `ID IN (SELECT post_id FROM ${tables.postmeta} WHERE meta_key = '_wp_attached_file' AND ${like('meta_value')})`;
  const places = inFileNames ? [...SEARCHED.map(like), inFile] : SEARCHED.map(like);
  const test = `(${places.join(' OR ')})`;
  const values = (term: string): SqlParameter[] => places.map(() => pattern(term));
  for (const term of parsed.wanted) where.add(test, ...values(term));
  for (const term of parsed.unwanted) where.add(`NOT ${test}`, ...values(term));
}

/** Puts better matches first; the caller sorts equals by date. */
export function addRelevance(order: SqlPart, { wanted, unwanted, phrase }: ParsedSearch): void {
  if (wanted.length + unwanted.length <= 1) {
    if (wanted.length === 1) order.add(`CASE WHEN ${like('post_title')} THEN 0 ELSE 1 END`, pattern(wanted[0]!));
    return;
  }
  const ranks: string[] = [];
  const parameters: SqlParameter[] = [];
  const rank = (place: number, test: string, terms: readonly string[]) => {
    ranks.push(`WHEN ${test} THEN ${place}`);
    parameters.push(...terms.map(pattern));
  };
  const byPhrase = unwanted.length === 0;
  const inTitle = wanted.map(() => like('post_title'));
  if (byPhrase) rank(1, like('post_title'), [phrase]);
  if (wanted.length > 0 && wanted.length <= MAX_RANKED_TERMS) {
    rank(2, inTitle.join(' AND '), wanted);
    if (wanted.length > 1) rank(3, inTitle.join(' OR '), wanted);
  }
  if (byPhrase) {
    rank(4, like('post_excerpt'), [phrase]);
    rank(5, like('post_content'), [phrase]);
  }
  if (ranks.length > 0) order.add(`CASE ${ranks.join(' ')} ELSE 6 END`, ...parameters);
}
