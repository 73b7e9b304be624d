import { LRUCache } from 'lru-cache';

/**
 * MySQL's collation utf8mb4_unicode_520_ci for an engine that only handles ASCII letters: ignores case and accents, and
 * sorts punctuation before digits before letters.
 */
const BEFORE_LETTERS = ' `^_-–—,;:!¡?¿.·\'‘’"“”«»()[]{}§©®@*/\\&#%•°+÷×<=>|~$£€0123456789';

/** Letters that the collation decomposes although Unicode does not. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ ø: 'o', ł: 'l', đ: 'd', ħ: 'h', æ: 'ae', œ: 'oe', ß: 'ss' }),
);

const ACCENTS = /\p{Mn}/gu;

/** A character without case and accents: zero, one or several letters. */
function plainLetters(character: string): string {
  const small = character.toLowerCase();
  return PLAIN.get(small) ?? small.normalize('NFKD').replace(ACCENTS, '');
}

/** Keys below that of 'a' are reserved for what sorts before letters; invisible characters have none. */
const KEYS = new Map([...BEFORE_LETTERS].map((character, place) => [character, String.fromCharCode(place + 1)]));
const keyOf = (character: string) => KEYS.get(character) ?? (/[\0-\x08\x0e-\x1f\x7f]/.test(character) ? '' : character);
const ASCII_KEYS = Array.from({ length: 128 }, (_, code) => keyOf(String.fromCharCode(code).toLowerCase()));
const otherKey = remembered(
  5000,
  (character) => KEYS.get(character) ?? [...plainLetters(character)].map(keyOf).join(''),
);

/** Sort key of a text. Trailing blanks are ignored. */
export function sortKey(text: string): string {
  let key = '';
  for (const character of text.trimEnd()) key += ASCII_KEYS[character.codePointAt(0)!] ?? otherKey(character);
  return key;
}

/** Letters that are equal, by their plain form: Latin, Greek and Cyrillic. */
const sameLetters = (() => {
  const found = new Map<string, string>();
  for (const [first, last] of [
    [0x41, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1fff],
  ] as const) {
    for (let code = first; code <= last; code++) {
      const character = String.fromCharCode(code);
      const plain = plainLetters(character);
      if (plain.length === 1 && /\p{L}/u.test(plain)) found.set(plain, (found.get(plain) ?? '') + character);
    }
  }
  return found;
})();

/** The signs of a LIKE pattern; a character after ! stands for itself. */
const SIGNS = /!([^])|[^]/gu;

/** A pattern for one character; an accent may follow the letter as a separate character. */
function matcher(character: string): string {
  const same = sameLetters.get(plainLetters(character));
  return same ? `[${same}][\\u0300-\\u036f]*` : character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}

/** Texts are not folded individually: for long ones that takes ten times as long as searching them. */
const patternOf = remembered(200, (pattern) => {
  const signs = [...pattern.matchAll(SIGNS)];
  const source = signs.map(([sign, escaped]) =>
    escaped !== undefined ? matcher(escaped) : sign === '%' ? '[^]*' : sign === '_' ? '[^]' : matcher(sign),
  );
  const whole = `^${source.join('')}$`.replace(/^\^\[\^\]\*/, '').replace(/\[\^\]\*\$$/, '');
  // Both cases of known letters are in the pattern; without flags it matches much faster.
  return new RegExp(whole, /^[\0-\u052f\u1e00-\u206f]*$/.test(pattern) && !pattern.includes('_') ? '' : 'iu');
});

/** The regular expression of a longer pattern overflows the stack of its compiler. */
const MAX_EXPRESSION_LENGTH = 1000;

/** SQL's LIKE, for patterns with ! as the escape character. */
export function isLike(text: string, pattern: string): boolean {
  return pattern.length > MAX_EXPRESSION_LENGTH ? isLikeLong(text, pattern) : patternOf(pattern).test(text);
}

/** Only `%` is a wildcard in long patterns: they come from search texts, whose other signs are escaped. */
function isLikeLong(text: string, pattern: string): boolean {
  const parts = [''];
  for (const [sign, escaped] of pattern.matchAll(SIGNS)) {
    if (sign === '%') parts.push('');
    else parts[parts.length - 1] += escaped ?? sign;
  }
  const start = parts.find((part) => part !== '')?.slice(0, MAX_EXPRESSION_LENGTH / 4) ?? '';
  if (!patternOf(`%${start.replace(/[!%_]/g, '!$&')}%`).test(text)) return false;
  const whole = folded(text);
  const [first, ...others] = parts.map(folded) as [string, ...string[]];
  const last = others.pop();
  if (last === undefined) return whole === first;
  let from = first.length;
  for (const part of others) {
    const found = whole.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return whole.startsWith(first) && whole.endsWith(last) && whole.length - last.length >= from;
}

/** LIKE compares character by character: one that stands for several letters equals only itself. */
function folded(text: string): string {
  const plain = (character: string) => {
    const letters = plainLetters(character);
    return letters.length > 1 ? character.toLowerCase() : letters;
  };
  return Array.from(text, plain).join('');
}

function remembered<T extends object | string>(max: number, make: (key: string) => T): (key: string) => T {
  const cache = new LRUCache<string, T>({ max });
  return (key) => {
    let value = cache.get(key);
    if (value === undefined) cache.set(key, (value = make(key)));
    return value;
  };
}
