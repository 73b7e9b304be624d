import { BLANK } from './whitespace.js';

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

// What stands before a quote is looked at after the quote itself is found: that lets the engine jump to it.
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

export function curlSingleQuotes(text: string): string {
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

export function curlDoubleQuotes(text: string): string {
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
