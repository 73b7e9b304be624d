const BARE = /&(?!#(?:\d+|x[\da-f]+);|[a-z1-4]{1,8};)/gi;

/** Escapes ampersands that do not start something shaped like a character reference. */
export function fixAmpersands(text: string): string {
  return text.includes('&') ? text.replace(BARE, '&#038;') : text;
}
