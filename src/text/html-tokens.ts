/**
 * Cuts text at markup the tolerant way the whole pipeline agrees on: a comment runs to `-->`, a CDATA section to `]]>`,
 * any other `<` to the next `>`; whatever is not closed runs to the end of the text.
 */
export function tagEnd(text: string, start: number, cdata = true): number {
  if (text.startsWith('!--', start + 1)) return after(text, '-->', start + 2);
  if (cdata && text.startsWith('![CDATA[', start + 1)) return after(text, ']]>', start + 9);
  return after(text, '>', start + 1);
}

/** Alternates text (even positions, possibly empty) and markup (odd positions). */
export function splitHtml(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', from)) {
    const end = tagEnd(text, at);
    parts.push(text.slice(from, at), text.slice(at, end));
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

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
