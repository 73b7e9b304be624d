import { stripAllTags } from '../../../text/index.js';

const CYRILLIC = /[а-я]/i;
const WORD = /[A-Za-z'-]+/g;
const CYRILLIC_WORD = /[A-Za-zА-Яа-яЁёҐґЄєІіЇї'-]+/g;

/** How many words a text has, as PHP counts them: of Latin letters without accents, and of Cyrillic ones where there are any. */
export function countWords(html: string): number {
  const text = stripAllTags(html.replace(/<(pre|code)[^>]*?>.*?<\/\1>/gis, '').replaceAll('><', '> <'));
  // The plugin encodes what it counts, so that apostrophes and ampersands separate words.
  return countPhpWords(text.replace(/[&']/g, ' '), CYRILLIC.test(text) ? CYRILLIC_WORD : WORD);
}

/** PHP's `str_word_count`: dashes and apostrophes are letters, except at the ends of the text. */
export function countPhpWords(text: string, word: RegExp = WORD): number {
  return (
    text
      .replace(/^['-]+/, '')
      .replace(/-$/, '')
      .match(word)?.length ?? 0
  );
}
