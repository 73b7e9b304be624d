/** End of the run of such characters that begins at `start`. */
export function runEnd(text: string, start: number, character: RegExp): number {
  let end = start;
  while (end < text.length && character.test(text.charAt(end))) end++;
  return end;
}

/** Start of the run of such characters that ends at `end`, not before `least`. */
export function runStart(text: string, end: number, character: RegExp, least: number): number {
  let start = end;
  while (start > least && character.test(text.charAt(start - 1))) start--;
  return start;
}
