import { PhpArray, type PhpValue, toText } from './index.js';

/** An array that a plugin stored, whose members may be missing or of any type. */
export class StoredArguments {
  private readonly array: PhpArray;

  constructor(value: PhpValue | undefined) {
    this.array = value instanceof PhpArray ? value : new PhpArray();
  }

  has(name: string): boolean {
    return this.array.has(name);
  }

  text(name: string): string {
    const value = this.array.get(name);
    return value === undefined || value instanceof PhpArray ? '' : toText(value).trim();
  }

  /** Plugins store booleans as such, as 1 and 0, and as the texts `true` and `false`. */
  flag(name: string, fallback = false): boolean {
    const value = this.text(name).toLowerCase();
    if (value === '') return this.array.get(name) === false ? false : fallback;
    return value !== '0' && value !== 'false';
  }

  value(name: string): PhpValue | undefined {
    return this.array.get(name);
  }

  /** A number; undefined where the member is empty or none. */
  number(name: string): number | undefined {
    const text = this.text(name);
    const number = Number(text);
    return text === '' || !Number.isFinite(number) ? undefined : number;
  }

  /** A list of texts; a text alone counts as a list of one. */
  texts(name: string): string[] {
    const value = this.array.get(name);
    if (typeof value === 'string' && value !== '') return [value];
    if (!(value instanceof PhpArray)) return [];
    return [...value.values()]
      .flatMap((item) => (item instanceof PhpArray ? [] : [toText(item).trim()]))
      .filter(Boolean);
  }

  nested(name: string): StoredArguments {
    return new StoredArguments(this.array.get(name));
  }

  /** Texts by their keys, without empty ones. */
  *entries(): Generator<[string, string]> {
    for (const key of this.array.keys()) yield [String(key), this.text(String(key))];
  }
}
