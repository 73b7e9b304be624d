import { isCharacterConflict } from './errors.js';
import { type BoundValue } from './parameters.js';

/** What old tables cannot hold: utf8 of three bytes, then latin1. */
const BEYOND = [/[\u{10000}-\u{10ffff}]/gu, /[\u{100}-\u{10ffff}]/gu];

/**
 * MySQL refuses to compare a column of an old character set with a text that has characters outside of it, although the answer is
 * clear: nothing is equal. Such a question is asked again with these written as WordPress stores them in such tables, as HTML.
 */
export async function toleratingCharacters<T>(
  values: BoundValue[],
  ask: (values: BoundValue[]) => Promise<T>,
): Promise<T> {
  for (let level = 0; ; level++) {
    try {
      return await ask(level === 0 ? values : asHtml(values, BEYOND[level - 1]!));
    } catch (error) {
      if (!isCharacterConflict(error) || level === BEYOND.length) throw error;
    }
  }
}

function asHtml(values: BoundValue[], characters: RegExp): BoundValue[] {
  return values.map((value) =>
    typeof value === 'string'
      ? value.replace(characters, (found) => `&#x${found.codePointAt(0)!.toString(16)};`)
      : value,
  );
}
