import { stripAllTags } from '../../../text/strip-tags.js';

const CYRILLIC = /[а-я]/i;
const WORD = /[A-Za-z'-]+/g;
const CYRILLIC_WORD = /[A-Za-zА-Яа-яЁёҐґЄєІіЇї'-]+/g;

/** How many words a text has, as PHP counts them: of Latin letters without accents, and of Cyrillic ones where there are any. */
export function countWords(html: string): number {
  const text = stripAllTags(html.replace(/<(pre|code)[^>]*?>.*?<\/\1>/gis, '').replaceAll('><', '> <'))
    // Entities and letters that have one separate words.
    .replace(/&[a-z0-9]+;/gi, ' ')
    .replace(/&(?=[a-z0-9]+;)/gi, ' ');
  return countPhpWords(text, CYRILLIC.test(text) ? CYRILLIC_WORD : WORD);
}

/** PHP's `str_word_count`. A word may contain, but not begin with dashes, nor end with one. */
export function countPhpWords(text: string, word: RegExp = WORD): number {
  let count = 0;
  for (const [found] of text.matchAll(word)) if (/[^'-]/.test(found) || found.includes("'")) count++;
  return count;
}
