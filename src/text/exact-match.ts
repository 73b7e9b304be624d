/**
 * Databases compare texts by a collation, which ignores case, accents, widths or trailing blanks. A name that identifies an account
 * must be the stored one, so whatever a query finds by a name is compared here.
 */
export type Spelling = 'exact' | 'email';

/** E-mail addresses may differ in the case of ASCII letters; everything else must be equal. */
export function isSameName(stored: string, name: string, spelling: Spelling = 'exact'): boolean {
  return stored === name || (spelling === 'email' && lowerAscii(stored) === lowerAscii(name));
}

/** The row whose stored text is the name. Undefined if there is none, or if several addresses differ in their case only. */
export function exactMatch<Row>(
  rows: readonly Row[],
  storedOf: (row: Row) => string,
  name: string,
  spelling: Spelling = 'exact',
): Row | undefined {
  const identical = rows.find((row) => storedOf(row) === name);
  if (identical !== undefined || spelling === 'exact') return identical;
  const same = rows.filter((row) => isSameName(storedOf(row), name, spelling));
  return same.length === 1 ? same[0] : undefined;
}

/** Not toLowerCase(): it turns the Kelvin sign into a k. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
