/** `label|value`: the part before the bar is shown and submitted, the part after it goes into the mail. */
interface Pipe {
  readonly before: string;
  readonly after: string;
}

export function parsePipe(text: string): Pipe {
  const bar = text.indexOf('|');
  if (bar < 0) return { before: text.trim(), after: text.trim() };
  return { before: text.slice(0, bar).trim(), after: text.slice(bar + 1).trim() };
}

/** The value of the first pipe with this label; other texts are returned unchanged. */
export function throughPipes(pipes: readonly Pipe[], text: string): string {
  return pipes.find(({ before }) => before === text.trim())?.after ?? text;
}

/** Properties of a tag type, independent of options. */
export interface TagType {
  /** The name without the star. */
  readonly name: string;
  /** A star makes it required. */
  readonly starred?: boolean;
  /** The first option is the field's name. */
  readonly named?: boolean;
  /** The visitor chooses among the values. */
  readonly selectable?: boolean;
  /** Its value is not available in mails. */
  readonly notForMail?: boolean;
  /** Its value is not stored with the submission. */
  readonly notStored?: boolean;
  /** Number of inputs it renders: none, one, or one for each value. */
  readonly controls: 'none' | 'one' | 'many';
}

const input = (name: string, further: Partial<TagType> = {}): TagType => ({
  name,
  starred: true,
  named: true,
  controls: 'one',
  ...further,
});
const silent = (name: string, further: Partial<TagType> = {}): TagType => ({ name, controls: 'none', ...further });

const TYPES: readonly TagType[] = [
  input('text'),
  input('email'),
  input('url'),
  input('tel'),
  input('textarea'),
  input('number'),
  input('range'),
  input('date'),
  input('checkbox', { selectable: true, controls: 'many' }),
  input('radio', { selectable: true, controls: 'many', starred: false }),
  input('select', { selectable: true }),
  input('acceptance', { starred: false }),
  input('quiz', { starred: false, notForMail: true, notStored: true }),
  input('captchar', { starred: false, notForMail: true, notStored: true }),
  silent('captchac', { named: true, notForMail: true, notStored: true }),
  input('file'),
  silent('hidden', { named: true }),
  silent('count', { named: true, notForMail: true, notStored: true }),
  silent('submit'),
  silent('response'),
  silent('recaptcha'),
];

/** By the name as it stands in a template, with or without its star. */
export const TAG_TYPES: ReadonlyMap<string, TagType> = new Map(
  TYPES.flatMap(
    (type) =>
      (type.starred
        ? [
            [type.name, type],
            [`${type.name}*`, type],
          ]
        : [[type.name, type]]) as [string, TagType][],
  ),
);

interface FormTagParts {
  /** As written, with its star. */
  readonly type: string;
  readonly kind: TagType;
  readonly name: string;
  readonly options: readonly string[];
  readonly rawValues: readonly string[];
  /** Enclosed text, trimmed. */
  readonly content: string;
  /** The body, if it is malformed. */
  readonly unreadable?: string;
}

/** A field or control of a form, as its template describes it. */
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

  /** The shown and submitted values. */
  get values(): string[] {
    return this.pipes.map(({ before }) => before);
  }

  /** A flag such as `optional`, or an option with any value. */
  has(option: string): boolean {
    return this.options.some((candidate) => optionName(candidate) === option);
  }

  /** The first value of `option:value` that matches the pattern. */
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
