/** Removes the characters PHP's `trim` removes; Unicode blanks stay. */
export function trimAscii(text: string): string {
  return trimCharacters(text, ' \t\n\r\0\x0B');
}

/** Removes any of `characters` from both ends. */
export function trimCharacters(text: string, characters: string): string {
  return trimEndCharacters(trimStartCharacters(text, characters), characters);
}

export function trimStartCharacters(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return text.slice(start);
}

export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Whether the text has no lone surrogate, which represents invalid UTF-8. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Lower-cases ASCII letters only. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Removes everything from an `&` to the next `;` on its line, entity or not. */
export function removeEntityLike(text: string): string {
  if (!text.includes('&')) return text;
  return text.split('\n').map(removeEntityLikeInLine).join('\n');
}

function removeEntityLikeInLine(line: string): string {
  let out = '';
  let from = 0;
  for (;;) {
    const start = line.indexOf('&', from);
    const end = start < 0 ? -1 : line.indexOf(';', start + 2);
    if (end < 0) return out + line.slice(from);
    out += line.slice(from, start);
    from = end + 1;
  }
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes text of unknown encoding: UTF-8 if valid, otherwise Latin-1. */
export function decodeUtf8OrLatin1(bytes: Buffer): string {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Replaces NUL by the replacement character, as the embedded engine does, which cannot store it: for values that are compared with stored ones. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
