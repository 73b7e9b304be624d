import { maybeUnserialize, type PhpValue } from '../text/php/index.js';
import { rowReader } from './row-reader.js';

export interface OptionRow {
  option_name: string;
  option_value: string;
}

export const readOption = rowReader<OptionRow>('options', {
  option_name: 'option_name',
  option_value: 'option_value',
});

/** Options that come and go without anything being shown otherwise. */
const PASSING = /^(?:_site)?_transient_|^cron$/;

/** Options as loaded; a value is decoded when somebody asks for it, since most are not asked for. */
export class LoadedOptions {
  private readonly stored: Map<string, string>;
  private readonly decoded = new Map<string, PhpValue>();
  /** The same number as long as nothing that anything is shown by has changed. */
  readonly revision: number;

  constructor(rows: readonly OptionRow[], before?: LoadedOptions) {
    this.stored = new Map(rows.map((row) => [row.option_name, row.option_value]));
    this.revision = before ? before.revision + (this.shows(before) ? 0 : 1) : 0;
  }

  /** Whether everything lasting is as it was. */
  private shows(before: LoadedOptions): boolean {
    const lasting = ({ stored }: LoadedOptions) => [...stored].filter(([name]) => !PASSING.test(name));
    const kept = lasting(this);
    return kept.length === lasting(before).length && kept.every(([name, value]) => before.stored.get(name) === value);
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
