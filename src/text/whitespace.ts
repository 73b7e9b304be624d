/** White space as byte-wise expressions see it; the Unicode blanks of `\s` are ordinary characters here. */
export const WS = '[ \\t\\n\\r\\f\\v]';

/** What counts as a blank between words, for use in a group. */
export const BLANK = '[\\r\\n\\t \\u00a0]|&nbsp;';

/** Removes the white space before each match. */
export function dropSpaceBefore(text: string, pattern: RegExp): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    result += trimEndSpace(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return from === 0 ? text : result + text.slice(from);
}

export interface TagPattern {
  /** Global expression for the start of the tag. */
  opens: RegExp;
  /** Global expression for the character that ends it. */
  ends: RegExp;
  before: boolean;
  after: boolean;
}

/** Removes the white space before and/or after each tag; a tag without an end leaves the rest unchanged. */
export function dropSpaceAround(text: string, { opens, ends, before, after }: TagPattern): string {
  let result = '';
  let from = 0;
  opens.lastIndex = 0;
  for (let open = opens.exec(text); open; open = opens.exec(text)) {
    ends.lastIndex = opens.lastIndex;
    if (!ends.test(text)) break;
    const lead = text.slice(from, open.index);
    result += (before ? trimEndSpace(lead) : lead) + text.slice(open.index, ends.lastIndex);
    from = after ? skipSpace(text, ends.lastIndex) : ends.lastIndex;
    opens.lastIndex = from;
  }
  return result + text.slice(from);
}

export function isSpace(char: string | undefined): boolean {
  return char !== undefined && ' \t\n\r\f\v'.includes(char);
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at++;
  return at;
}

export function trimEndSpace(text: string): string {
  let end = text.length;
  while (isSpace(text[end - 1])) end--;
  return text.slice(0, end);
}
