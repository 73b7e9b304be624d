import { stripAllTags } from '../../../text/index.js';

const CYRILLIC = /[а-я]/i;
const CYRILLIC_WORD = /[A-Za-zА-Яа-яЁёҐґЄєІіЇї'-]+/g;

/** How many words a text has, as PHP counts them: of Latin letters without accents, and of Cyrillic ones where there are any. */
export function countWords(html: string): number {
  const text = stripAllTags(html.replace(/<(pre|code)[^>]*?>.*?<\/\1>/gis, '').replaceAll('><', '> <'));
  // The plugin encodes what it counts, so that apostrophes and ampersands separate words.
  const separated = text.replace(/[&']/g, ' ');
  return CYRILLIC.test(text) ? (trimmed(separated).match(CYRILLIC_WORD)?.length ?? 0) : countPhpWords(separated);
}

/** PHP's `str_word_count`: dashes and apostrophes are letters, except at the ends of the text. */
export function countPhpWords(untrimmed: string): number {
  const text = trimmed(untrimmed);
  let count = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const isLetter = isWordCharacter(text.charCodeAt(at));
    if (isLetter && !isInside) count++;
    isInside = isLetter;
  }
  return count;
}

const trimmed = (text: string) => text.replace(/^['-]+/, '').replace(/-$/, '');

const [APOSTROPHE, DASH, FIRST, LAST] = ["'", '-', 'a', 'z'].map((char) => char.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];
/** What ASCII letters of both cases differ in. */
const CASE = 0x20;

function isWordCharacter(code: number): boolean {
  const lower = code | CASE;
  return (lower >= FIRST && lower <= LAST && code < 0x80) || code === APOSTROPHE || code === DASH;
}
