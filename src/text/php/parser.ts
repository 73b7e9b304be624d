import { PhpArray, PhpFloat, phpInt, type PhpKey, type PhpValue } from './values.js';

export const MAX_DEPTH = 512;
const MAX_BYTES = 8 * 1024 * 1024;
/** Of all arrays in a text together: bounds the time one value may take. Real values have hundreds, seldom thousands. */
export const MAX_ELEMENTS = 10_000;

/** Signals malformed input inside the parser; no value is ever undefined. */
const BROKEN = Symbol('broken');
type Parsed = PhpValue | typeof BROKEN;

const FLOAT = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const MAX_FLOAT_LENGTH = 128;
const EXACT_DIGITS = 15;
const [QUOTE, COLON, SEMICOLON, OPEN, CLOSE] = ['"', ':', ';', '{', '}'].map((c) => c.charCodeAt(0));
const [PLUS, MINUS, ZERO, NINE] = ['+', '-', '0', '9'].map((c) => c.charCodeAt(0)) as [number, number, number, number];

/**
 * Reads one serialised value from the start of the text; whatever follows it is ignored, as in PHP.
 * Undefined when broken. Objects and references count as broken: they are never built from stored text.
 */
export function unserialize(text: string): PhpValue | undefined {
  if (text.length > MAX_BYTES) return undefined;
  const value = new Parser(text).value(0);
  return value === BROKEN ? undefined : value;
}

/** Lengths in the format count bytes, hence a parser over bytes. */
class Parser {
  private readonly bytes: Buffer;
  /** In ASCII, positions of bytes are positions of characters, and a slice of the text is cheaper than decoding bytes. */
  private readonly isAscii: boolean;
  private at = 0;
  private elements = 0;

  constructor(private readonly text: string) {
    this.bytes = Buffer.from(text, 'utf8');
    this.isAscii = this.bytes.length === text.length;
  }

  value(depth: number): Parsed {
    const kind = this.bytes[this.at++];
    if (kind === 0x4e /* N */) return this.skip(SEMICOLON) ? null : BROKEN;
    if (!this.skip(COLON)) return BROKEN;
    switch (kind) {
      case 0x62 /* b */:
        return this.boolean();
      case 0x69 /* i */:
        return this.int();
      case 0x64 /* d */:
        return this.float();
      case 0x73 /* s */:
        return this.string();
      case 0x61 /* a */:
        return depth < MAX_DEPTH ? this.array(depth) : BROKEN;
      default:
        return BROKEN;
    }
  }

  private boolean(): Parsed {
    const digit = this.bytes[this.at++];
    if (!this.skip(SEMICOLON)) return BROKEN;
    return digit === ZERO ? false : digit === ZERO + 1 ? true : BROKEN;
  }

  private int(): number | bigint | typeof BROKEN {
    const negative = this.bytes[this.at] === MINUS;
    if (negative || this.bytes[this.at] === PLUS) this.at++;
    const start = this.at;
    const value = this.digits();
    const end = this.at;
    if (end === start || !this.skip(SEMICOLON)) return BROKEN;
    if (end - start <= EXACT_DIGITS) return negative && value !== 0 ? -value : value;
    // More digits than any integer has would only slow down the conversion.
    const digits = end - start > 64 ? '9'.repeat(64) : this.bytes.toString('latin1', start, end);
    return phpInt(negative ? `-${digits}` : digits);
  }

  private float(): Parsed {
    const end = this.bytes.indexOf(';', this.at);
    if (end < 0 || end - this.at > MAX_FLOAT_LENGTH) return BROKEN;
    const text = this.bytes.toString('latin1', this.at, end);
    this.at = end + 1;
    if (text === 'NAN') return new PhpFloat(NaN);
    if (text === 'INF') return new PhpFloat(Infinity);
    if (text === '-INF') return new PhpFloat(-Infinity);
    return FLOAT.test(text) ? new PhpFloat(Number(text)) : BROKEN;
  }

  private string(): string | typeof BROKEN {
    const length = this.count();
    const start = this.at + 1;
    if (length === undefined || !this.skip(QUOTE) || start + length > this.bytes.length) return BROKEN;
    this.at = start + length;
    if (!this.skip(QUOTE) || !this.skip(SEMICOLON)) return BROKEN;
    const end = start + length;
    return this.isAscii ? this.text.slice(start, end) : this.bytes.toString('utf8', start, end);
  }

  private array(depth: number): Parsed {
    const count = this.count();
    if (count === undefined || !this.skip(OPEN)) return BROKEN;
    this.elements += count;
    if (this.elements > MAX_ELEMENTS) return BROKEN;
    const array = new PhpArray();
    for (let i = 0; i < count; i++) {
      const key = this.key();
      if (key === BROKEN) return BROKEN;
      const value = this.value(depth + 1);
      if (value === BROKEN) return BROKEN;
      array.set(key, value);
    }
    return this.skip(CLOSE) ? array : BROKEN;
  }

  private key(): PhpKey | typeof BROKEN {
    const kind = this.bytes[this.at++];
    if (!this.skip(COLON)) return BROKEN;
    if (kind === 0x69 /* i */) return this.int();
    return kind === 0x73 /* s */ ? this.string() : BROKEN;
  }

  /** A length or a number of elements, with the colon that follows it. */
  private count(): number | undefined {
    const start = this.at;
    const value = this.digits();
    const length = this.at - start;
    return length > 0 && length <= EXACT_DIGITS && this.skip(COLON) ? value : undefined;
  }

  /** Moves over a run of digits; the number is exact up to EXACT_DIGITS of them. */
  private digits(): number {
    let value = 0;
    for (; this.bytes[this.at]! >= ZERO && this.bytes[this.at]! <= NINE; this.at++)
      value = value * 10 + this.bytes[this.at]! - ZERO;
    return value;
  }

  private skip(byte: number | undefined): boolean {
    return this.bytes[this.at++] === byte;
  }
}
