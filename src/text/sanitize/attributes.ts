import { URL_ATTRIBUTES } from './kses-tables.js';
import { removeBadProtocols } from './protocols.js';

export interface Attribute {
  name: string;
  /** Without quotes; undefined for an attribute that has no value. */
  value: string | undefined;
  quote: '"' | "'";
}

const NAME = /[-a-zA-Z:]+/y;
const EQUALS = /[ \t\n\v\f\r]*=[ \t\n\v\f\r]*/y;
const BLANKS = /[ \t\n\v\f\r]+/y;
const BARE_VALUE = /[^ \t\n\v\f\r"']+/y;

/**
 * Parses the attributes of a tag; URL values are returned without forbidden schemes.
 * Strict on purpose: an irregular attribute is skipped up to the next blank.
 */
export function parseAttributes(text: string): Attribute[] {
  return new AttributeReader(text).read();
}

class AttributeReader {
  private at = 0;
  private readonly found = new Map<string, Attribute>();

  constructor(private readonly text: string) {}

  read(): Attribute[] {
    while (this.at < this.text.length) {
      const name = this.take(NAME);
      if (name === undefined) this.skipBroken();
      else if (this.take(EQUALS) !== undefined) this.readValue(name);
      else if (this.at === this.text.length || this.take(BLANKS) !== undefined) this.add(name, undefined, '"');
      else this.skipBroken();
    }
    return [...this.found.values()];
  }

  private readValue(name: string): void {
    if (this.at === this.text.length) return;
    const quote = this.text.charAt(this.at);
    if (quote === '"' || quote === "'") this.readQuoted(name, quote);
    else this.readBare(name);
  }

  private readQuoted(name: string, quote: '"' | "'"): void {
    const end = this.text.indexOf(quote, this.at + 1);
    if (end < 0 || !this.endsAttribute(end + 1)) {
      this.skipBroken();
      return;
    }
    const value = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    this.take(BLANKS);
    this.add(name, value, quote);
  }

  private readBare(name: string): void {
    const value = this.take(BARE_VALUE);
    if (value === undefined) {
      this.skipBroken();
    } else if (this.at < this.text.length && this.take(BLANKS) === undefined) {
      this.at -= value.length;
      this.skipBroken();
    } else {
      this.add(name, value, '"');
    }
  }

  /** A value must be followed by white space, or by the end with at most a slash before it. */
  private endsAttribute(index: number): boolean {
    const rest = this.text.length - index;
    return rest === 0 || (rest === 1 && this.text.charAt(index) === '/') || this.isBlank(index);
  }

  /** The first of several attributes with the same name wins. */
  private add(name: string, value: string | undefined, quote: '"' | "'"): void {
    if (this.found.has(name)) return;
    const isUrl = value !== undefined && URL_ATTRIBUTES.has(name.toLowerCase());
    this.found.set(name, { name, value: isUrl ? removeBadProtocols(value) : value, quote });
  }

  /** Up to the next white space outside quotes, and over it. */
  private skipBroken(): void {
    const { text } = this;
    while (this.at < text.length && !this.isBlank(this.at)) {
      const char = text.charAt(this.at);
      const end = char === '"' || char === "'" ? text.indexOf(char, this.at + 1) : this.at;
      this.at = end < 0 ? text.length : end + 1;
    }
    this.take(BLANKS);
  }

  private isBlank(index: number): boolean {
    return ' \t\n\v\f\r'.includes(this.text.charAt(index));
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text)?.[0];
    if (match !== undefined) this.at += match.length;
    return match;
  }
}
