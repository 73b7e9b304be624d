import { maybeUnserialize, type PhpValue } from './php-serialize.js';

export interface OptionRow {
  option_name: string;
  option_value: string;
}

/** Options as loaded; a value is decoded when somebody asks for it, since most are not asked for. */
export class LoadedOptions {
  private readonly stored: Map<string, string>;
  private readonly decoded = new Map<string, PhpValue>();

  constructor(rows: readonly OptionRow[]) {
    this.stored = new Map(rows.map((row) => [row.option_name, row.option_value]));
  }

  names(): IterableIterator<string> {
    return this.stored.keys();
  }

  has(name: string): boolean {
    return this.stored.has(name);
  }

  get(name: string): PhpValue | undefined {
    const text = this.stored.get(name);
    if (text === undefined) return undefined;
    let value = this.decoded.get(name);
    if (value === undefined) {
      value = maybeUnserialize(text);
      this.decoded.set(name, value);
    }
    return value;
  }
}
