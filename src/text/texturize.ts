import { runEnd, tagEnd } from './html-tokens.js';
import { BLANK } from './whitespace.js';

/** Which names are shortcodes: all that the text passes need to know. */
export interface ShortcodeNames {
  /** The registered name that fills the text from `start` up to the first character no name may hold. */
  nameAt(text: string, start: number): string | undefined;
  /** In the order of registration. */
  names(): string[];
}

const UNTOUCHED_ELEMENTS = new Set(['pre', 'code', 'kbd', 'style', 'script', 'tt']);
const UNTOUCHED_SHORTCODES = new Set(['code']);

const WORDS_WITH_APOSTROPHE = /'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)/g;

const SPACED_DOUBLE_DASH = new RegExp(`--(?<=(?:^|${BLANK})--)(?=$|${BLANK})`, 'g');
const SPACED_DASH = new RegExp(`-(?<=(?:^|${BLANK})-)(?=$|${BLANK})`, 'g');

/** Straight quotes, dashes, dots and the like become typographic ones, outside markup and code. */
export function texturize(text: string, shortcodes: ShortcodeNames): string {
  let result = '';
  let from = 0;
  const elements: string[] = [];
  const codes: string[] = [];
  const typeset = (token: string): string => {
    return token === '' || elements.length > 0 || codes.length > 0 ? token : texturizeToken(token);
  };
  const markup = /[<[]/g;
  for (let found = markup.exec(text); found; found = markup.exec(text)) {
    const isTag = found[0] === '<';
    const end = isTag ? tagEnd(text, found.index, false) : shortcodeEnd(text, found.index, shortcodes);
    if (end === -1) continue;
    const token = text.slice(found.index, end);
    const isComment = token.startsWith('<!--');
    result += typeset(text.slice(from, found.index)) + (isTag && !isComment ? fixAmpersands(token) : token);
    if (isTag && !isComment) track(token, elements, UNTOUCHED_ELEMENTS);
    if (!isTag && !token.startsWith('[[') && !token.endsWith(']]')) track(token, codes, UNTOUCHED_SHORTCODES);
    from = markup.lastIndex = end;
  }
  return result + typeset(text.slice(from));
}

/** Keeps the stack of open elements whose text stays as it is; a closing tag counts only for the innermost one. */
function track(token: string, stack: string[], names: ReadonlySet<string>): void {
  const closing = token[1] === '/';
  if (closing && stack.length === 0) return;
  const blank = token.indexOf(' ');
  const name = token.slice(closing ? 2 : 1, blank === -1 ? -1 : blank);
  if (!names.has(name)) return;
  if (!closing) stack.push(name);
  else if (stack.at(-1) === name) stack.pop();
}

/** End of the registered shortcode tag at `start` (`[name …]`, `[/name]`, `[[name]]`), or -1. */
function shortcodeEnd(text: string, start: number, shortcodes: ShortcodeNames): number {
  const nameStart = text[start + 1] === '/' || text[start + 1] === '[' ? start + 2 : start + 1;
  const name = shortcodes.nameAt(text, nameStart);
  if (name === undefined || !/[\s\]/]/.test(text[nameStart + name.length] ?? '')) return -1;
  const outside = /[[\]<>]/g;
  const insideTag = /[[\]>]/g;
  outside.lastIndex = nameStart + name.length;
  for (let stop = outside.exec(text); stop; stop = outside.exec(text)) {
    if (stop[0] === ']') return text[stop.index + 1] === ']' ? stop.index + 2 : stop.index + 1;
    if (stop[0] !== '<') return -1;
    insideTag.lastIndex = stop.index + 1;
    if (insideTag.exec(text)?.[0] !== '>') return -1;
    outside.lastIndex = insideTag.lastIndex;
  }
  return -1;
}

function texturizeToken(token: string): string {
  let text = replaceLiterals(token);
  text = curlDoubleQuotes(curlSingleQuotes(text));
  if (text.includes('-')) {
    text = text
      .replaceAll('---', '&#8212;')
      .replace(SPACED_DOUBLE_DASH, '&#8212;')
      .replace(/--(?<!xn--)/g, '&#8211;')
      .replace(SPACED_DASH, '&#8211;');
  }
  return fixAmpersands(multiplicationSigns(text));
}

function replaceLiterals(token: string): string {
  let text = token;
  if (text.includes('...')) text = text.replaceAll('...', '&#8230;');
  if (text.includes('``')) text = text.replaceAll('``', '&#8220;');
  if (text.includes("'")) text = text.replaceAll("''", '&#8221;');
  if (text.includes(' (tm)')) text = text.replaceAll(' (tm)', ' &#8482;');
  if (text.includes("'")) text = text.replace(WORDS_WITH_APOSTROPHE, (word) => word.replaceAll("'", '&#8217;'));
  return text;
}

/** Longest name of an entity. */
const MAX_NAME_LENGTH = 8;

/** Escapes ampersands that do not start something shaped like a character reference. */
function fixAmpersands(text: string): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (startsReference(text, at + 1)) continue;
    result += `${text.slice(from, at)}&#038;`;
    from = at + 1;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Whether `#65;`, `#x41;` or `name;` follows; names have letters and the digits 1 to 4. */
function startsReference(text: string, start: number): boolean {
  const isNumber = text[start] === '#';
  const isHex = isNumber && /x/i.test(text.charAt(start + 1));
  const from = start + Number(isNumber) + Number(isHex);
  const end = runEnd(text, from, isHex ? /[\da-f]/i : isNumber ? /\d/ : /[a-z1-4]/i);
  return end > from && text[end] === ';' && (isNumber || end - from <= MAX_NAME_LENGTH);
}

/**
 * `10x20` becomes `10&#215;20`. Works outwards from each x over the digits, dots and commas next to it, so that long
 * runs of numbers cost nothing.
 */
function multiplicationSigns(text: string): string {
  if (!/\dx\d/.test(text)) return text;
  let result = '';
  let done = 0;
  for (let at = text.indexOf('x'); at !== -1; at = text.indexOf('x', at + 1)) {
    if (at < done || !hasNumberBefore(text, at, done)) continue;
    const end = endOfNumberAfter(text, at + 1);
    if (end === -1) continue;
    result += `${text.slice(done, at)}&#215;${text.slice(at + 1, end)}`;
    done = end;
  }
  return result + text.slice(done);
}

const isNumberPart = (char: string | undefined): boolean => char !== undefined && /[\d.,]/.test(char);
const isDigit = (char: string | undefined): boolean => char !== undefined && /\d/.test(char);
const isWord = (char: string | undefined): boolean => char !== undefined && /\w/.test(char);

/** A number that starts at a word boundary and is not a lone 0 (as in 0x70). */
function hasNumberBefore(text: string, x: number, limit: number): boolean {
  let start = x;
  while (start > limit && isNumberPart(text[start - 1])) start--;
  for (let at = start; at < x; at++) {
    if (isDigit(text[at]) && !isWord(text[at - 1]) && (text[at] !== '0' || x - at > 1)) return true;
  }
  return false;
}

/** The longest number from `start` that ends at a word boundary. */
function endOfNumberAfter(text: string, start: number): number {
  if (!isDigit(text[start])) return -1;
  let end = start + 1;
  while (isNumberPart(text[end])) end++;
  while (end > start && isWord(text[end - 1]) === isWord(text[end])) end--;
  return end > start ? end : -1;
}

const NAME_CHARACTER = /[a-z1-4]/i;
const MAX_REST_OF_NAME_LENGTH = 8;

/**
 * Escapes ampersands that start no character reference; a lone one at the very end stays. What directly follows one is not
 * looked at by itself: `&&` is escaped once.
 */
export function convertChars(text: string): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf('&'); at !== -1 && at + 1 < text.length;) {
    const isReference = text[at + 1] === '#' || endsName(text, at + 1);
    if (!isReference) {
      result += `${text.slice(from, at)}&#038;`;
      from = at + 1;
    }
    at = text.indexOf('&', isReference ? at + 1 : at + 2);
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Whether the characters behind this one are the rest of a name and `;`. */
function endsName(text: string, first: number): boolean {
  if (text.charAt(first) > '\x7f') return false;
  let end = first + 1;
  while (end - first <= MAX_REST_OF_NAME_LENGTH && NAME_CHARACTER.test(text.charAt(end))) end++;
  return end > first + 1 && text[end] === ';';
}

/** Corrects the product name after a blank, an opening quote, a tag or a parenthesis. */
export function capitalizeProductName(text: string): string {
  return text.replace(/( |&#8216;|&#8220;|>|\()Wordpress/g, '$1WordPress');
}

/** Titles: corrects the product name everywhere. */
export function capitalizeProductNameInTitle(title: string): string {
  return title.replaceAll('Wordpress', 'WordPress');
}

/**
 * Curly quotes, apostrophes and primes inside one text token. A token never holds `<`, so the marks below, which do,
 * cannot be confused with its text while the rules run one after another.
 */
const APOSTROPHE = '<a>';
const OPEN_SINGLE = '<s>';
const OPEN_DOUBLE = '<d>';

const CLOSE_SINGLE = '&#8217;';
const CLOSE_DOUBLE = '&#8221;';

const ENDS_QUOTE = `(?=$|[.,:;!?)}\\-\\]]|&gt;|${BLANK})`;

// The text before a quote is checked after the quote itself is found: that lets the engine jump to it.
const YEAR_IN_SINGLE = new RegExp(`'(\\d\\d)'${ENDS_QUOTE}`, 'g');
const YEAR_IN_DOUBLE = new RegExp(`'(\\d\\d)"${ENDS_QUOTE}`, 'g');
const YEAR = /'(?=\d\d(?:$|(?![%\d]|[.,]\d)))/g;
const NUMBER_IN_SINGLE = new RegExp(`'(?<=(?:^|${BLANK})')(\\d[.,\\d]*)'`, 'g');
const SINGLE_OPENS = new RegExp(`'(?<=(?:^|[([{"\\-]|&lt;|${BLANK})')`, 'g');
const APOSTROPHE_IN_WORD = new RegExp(`'(?<!(?:${BLANK})')(?!$|[.,:;!?"'(){}[\\]\\-]|&[lg]t;|${BLANK})`, 'g');

const NUMBER_IN_DOUBLE = new RegExp(`"(?<=(?:^|${BLANK})")(\\d[.,\\d]*)"`, 'g');
const DOUBLE_OPENS = new RegExp(`"(?<=(?:^|[([{\\-]|&lt;|${BLANK})")(?!${BLANK})`, 'g');

interface Primes {
  quote: string;
  opening: string;
  closing: string;
  prime: string;
  candidate: RegExp;
  afterDigit: RegExp;
}

const SINGLE_PRIMES: Primes = {
  quote: "'",
  opening: OPEN_SINGLE,
  closing: CLOSE_SINGLE,
  prime: '&#8242;',
  candidate: new RegExp(`'${ENDS_QUOTE}`, 'g'),
  afterDigit: /'(?<=\d')/g,
};

const DOUBLE_PRIMES: Primes = {
  quote: '"',
  opening: OPEN_DOUBLE,
  closing: CLOSE_DOUBLE,
  prime: '&#8243;',
  candidate: new RegExp(`"${ENDS_QUOTE}`, 'g'),
  afterDigit: /"(?<=\d")/g,
};

/** Stands for a quote that could close a quotation until the whole piece has been seen. */
const CANDIDATE = '<c>';

function curlSingleQuotes(text: string): string {
  if (!text.includes("'")) return text;
  const marked = markSingleNumbers(text).replace(SINGLE_OPENS, OPEN_SINGLE).replace(APOSTROPHE_IN_WORD, APOSTROPHE);
  return placePrimes(marked, SINGLE_PRIMES).replaceAll(APOSTROPHE, CLOSE_SINGLE).replaceAll(OPEN_SINGLE, '&#8216;');
}

function markSingleNumbers(text: string): string {
  if (!/'\d/.test(text)) return text;
  return text
    .replace(YEAR_IN_SINGLE, `${APOSTROPHE}$1${CLOSE_SINGLE}`)
    .replace(YEAR_IN_DOUBLE, `${APOSTROPHE}$1${CLOSE_DOUBLE}`)
    .replace(YEAR, APOSTROPHE)
    .replace(NUMBER_IN_SINGLE, `${OPEN_SINGLE}$1${CLOSE_SINGLE}`);
}

function curlDoubleQuotes(text: string): string {
  if (!text.includes('"')) return text;
  const marked = text.replace(NUMBER_IN_DOUBLE, `${OPEN_DOUBLE}$1${CLOSE_DOUBLE}`).replace(DOUBLE_OPENS, OPEN_DOUBLE);
  return placePrimes(marked, DOUBLE_PRIMES).replaceAll('"', CLOSE_DOUBLE).replaceAll(OPEN_DOUBLE, '&#8220;');
}

function placePrimes(text: string, rules: Primes): string {
  if (!text.includes(rules.quote)) return text;
  return text
    .split(rules.opening)
    .map((piece, index) => (piece.includes(rules.quote) ? placeInPiece(piece, index > 0, rules) : piece))
    .join(rules.opening);
}

function placeInPiece(piece: string, opened: boolean, rules: Primes): string {
  if (!opened || piece.includes(rules.closing)) {
    return piece.replace(rules.afterDigit, rules.prime).replace(rules.candidate, rules.closing);
  }
  const marked = piece.replace(rules.candidate, CANDIDATE);
  const candidates = marked.split(CANDIDATE);
  if (candidates.length <= 2) return candidates.join(rules.closing).replace(rules.afterDigit, rules.prime);
  return closeOneOfMany(candidates, rules);
}

/** Several quotes may end the quotation: those after a word do; among numbers only the last one, the others are primes. */
function closeOneOfMany(pieces: string[], rules: Primes): string {
  const last = pieces.length - 1;
  const followsDigit = (index: number): boolean => /\d$/.test(pieces[index] ?? '');
  let closingAmongDigits = -1;
  if (pieces.every((_, index) => index === last || followsDigit(index))) {
    closingAmongDigits = last - 1;
    for (let index = last - 1; index >= 0; index--) {
      if (pieces[index + 1]?.startsWith('.')) {
        closingAmongDigits = index;
        break;
      }
    }
  }
  let result = '';
  pieces.forEach((piece, index) => {
    result += piece.replace(rules.afterDigit, rules.prime);
    if (index === last) return;
    result += followsDigit(index) && index !== closingAmongDigits ? rules.prime : rules.closing;
  });
  return result;
}
