/**
 * `10x20` becomes `10&#215;20`. Works outwards from each x over the digits, dots and commas beside it, so that long
 * runs of numbers cost nothing.
 */
export function multiplicationSigns(text: string): string {
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
