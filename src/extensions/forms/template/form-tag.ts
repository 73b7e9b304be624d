import { type Pipe, parsePipe } from './pipes.js';
import { type TagType } from './tag-types.js';

export interface FormTagParts {
  /** As written, with its star. */
  readonly type: string;
  readonly kind: TagType;
  readonly name: string;
  readonly options: readonly string[];
  readonly rawValues: readonly string[];
  /** Enclosed text, trimmed. */
  readonly content: string;
  /** The body, where it did not fit the grammar. */
  readonly unreadable?: string;
}

/** One field or control of a form, as its template describes it. */
export class FormTag implements FormTagParts {
  readonly type: string;
  readonly kind: TagType;
  readonly name: string;
  readonly options: readonly string[];
  readonly rawValues: readonly string[];
  readonly content: string;
  readonly unreadable?: string;
  readonly pipes: readonly Pipe[];

  constructor(parts: FormTagParts) {
    this.type = parts.type;
    this.kind = parts.kind;
    this.name = parts.name;
    this.options = parts.options;
    this.rawValues = parts.rawValues;
    this.content = parts.content;
    this.unreadable = parts.unreadable;
    this.pipes = parts.rawValues.map(parsePipe);
  }

  /** The type without its star. */
  get base(): string {
    return this.kind.name;
  }

  get isStarred(): boolean {
    return this.type.endsWith('*');
  }

  /** What the visitor sees and sends. */
  get values(): string[] {
    return this.pipes.map(({ before }) => before);
  }

  /** A flag such as `optional`, or an option with any value. */
  has(option: string): boolean {
    return this.options.some((candidate) => optionName(candidate) === option);
  }

  /** The first value of `option:value` that fits the pattern. */
  option(name: string, pattern: RegExp = /^.+$/): string | undefined {
    return this.optionValues(name).find((value) => pattern.test(value));
  }

  optionValues(name: string): string[] {
    const named = this.options.filter((option) => option.includes(':') && optionName(option) === name);
    return named.map((option) => option.slice(name.length + 1));
  }

  get id(): string | undefined {
    return this.option('id', /^[-0-9a-zA-Z_]+$/);
  }

  get maxLength(): number | undefined {
    return this.length('maxlength') ?? this.shorthandMaxLength();
  }

  get minLength(): number | undefined {
    return this.length('minlength');
  }

  private length(name: string): number | undefined {
    const value = this.option(name, /^\d{1,9}$/);
    return value === undefined ? undefined : Number(value);
  }

  /** `40/100`, `/100`, and for text areas `40x10/500`. */
  private shorthandMaxLength(): number | undefined {
    for (const option of this.options) {
      const match = /^(?:\d{0,9}|\d{0,9}x\d{0,9})\/(\d{1,9})$/.exec(option);
      if (match) return Number(match[1]);
    }
    return undefined;
  }
}

function optionName(option: string): string {
  const colon = option.indexOf(':');
  return (colon < 0 ? option : option.slice(0, colon)).toLowerCase();
}
