/** A PHP float. Ints and floats are different values in PHP (`i:1;` and `d:1;`), so a JavaScript number is not enough. */
export class PhpFloat {
  constructor(readonly value: number) {}
}

/** Ints beyond 2^53 are bigints, as keys and as values. */
export type PhpKey = string | number | bigint;
export type PhpValue = null | boolean | number | bigint | string | PhpFloat | PhpArray;

/** What may be written: besides PHP values also plain JavaScript lists and objects. */
export type PhpInput = PhpValue | readonly PhpInput[] | { readonly [key: string]: PhpInput };

/** Integers of up to this many characters are exact as numbers, which avoids the slower bigint. */
const EXACT_CHARACTERS = 15;
const INT_KEY = /^(?:0|-?[1-9][0-9]{0,18})$/;
const NINE = '9'.charCodeAt(0);
const INT_MAX = 2n ** 63n - 1n;
const INT_MIN = -(2n ** 63n);

/** An ordered PHP array. Keys follow PHP's rule: a string that is a decimal int is that int. */
export class PhpArray implements Iterable<[PhpKey, PhpValue]> {
  private readonly items = new Map<PhpKey, PhpValue>();

  static list(values: Iterable<PhpValue>): PhpArray {
    const array = new PhpArray();
    for (const value of values) array.push(value);
    return array;
  }

  static map(entries: Iterable<readonly [PhpKey, PhpValue]>): PhpArray {
    const array = new PhpArray();
    for (const [key, value] of entries) array.set(key, value);
    return array;
  }

  get size(): number {
    return this.items.size;
  }

  get(key: PhpKey): PhpValue | undefined {
    return this.items.get(phpKey(key));
  }

  has(key: PhpKey): boolean {
    return this.items.has(phpKey(key));
  }

  set(key: PhpKey, value: PhpValue): this {
    this.items.set(phpKey(key), value);
    return this;
  }

  delete(key: PhpKey): boolean {
    return this.items.delete(phpKey(key));
  }

  /** Appends to a list (keys 0..n-1). */
  push(value: PhpValue): this {
    this.items.set(this.items.size, value);
    return this;
  }

  keys(): IterableIterator<PhpKey> {
    return this.items.keys();
  }

  values(): IterableIterator<PhpValue> {
    return this.items.values();
  }

  [Symbol.iterator](): IterableIterator<[PhpKey, PhpValue]> {
    return this.items.entries();
  }

  /** True when the keys are 0, 1, 2… in this order. */
  isList(): boolean {
    let expected = 0;
    for (const key of this.items.keys()) if (key !== expected++) return false;
    return true;
  }
}

/** Digits of the largest int. */
const MAX_INT_LENGTH = 19;

export function phpKey(key: PhpKey): PhpKey {
  if (typeof key === 'number') return Math.trunc(key);
  if (typeof key === 'bigint') return narrow(key);
  if (key.length > 20 || key.charCodeAt(0) > NINE || !INT_KEY.test(key)) return key;
  if (key.length <= EXACT_CHARACTERS) return Number(key);
  const value = BigInt(key);
  return value > INT_MAX || value < INT_MIN ? key : narrow(value);
}

/** The int a run of digits stands for; PHP stops at its largest and smallest int. */
export function phpInt(digits: string): number | bigint {
  if (digits.length <= EXACT_CHARACTERS) return Number(digits) || 0;
  const significant = digits.replace(/^[+-]?0*/, '');
  const isNegative = digits.startsWith('-');
  // Converting a long run of digits takes more than linear time.
  if (significant.length > MAX_INT_LENGTH) return isNegative ? INT_MIN : INT_MAX;
  const value = BigInt(significant) * (isNegative ? -1n : 1n);
  return narrow(value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : value);
}

function narrow(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
