const NAME_CHARACTER = /[a-z1-4]/i;
const LONGEST_REST_OF_NAME = 8;

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
  while (end - first <= LONGEST_REST_OF_NAME && NAME_CHARACTER.test(text.charAt(end))) end++;
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
