import { runEnd, tagEnd } from './html-tokens.js';
import { BLANK } from './whitespace.js';
import { curlDoubleQuotes, curlSingleQuotes } from './texturize-quotes.js';

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

/** Of an entity. */
const LONGEST_NAME = 8;

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
  return end > from && text[end] === ';' && (isNumber || end - from <= LONGEST_NAME);
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
