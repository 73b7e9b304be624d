/** The key of a shortcode or block of a module among those of all; names have no blanks. */
export function lookupKey(name: string, key: string): string {
  return `${name} ${key}`;
}
