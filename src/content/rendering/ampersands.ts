import { runEnd } from './scan.js';

const LONGEST_NAME = 8;

/** Escapes ampersands that do not start something shaped like a character reference. */
export function fixAmpersands(text: string): string {
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
