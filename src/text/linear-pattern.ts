/** What a pattern is compiled to. `split` continues at both places and prefers the first. */
type Instruction =
  | { readonly op: 'character'; readonly set: CharacterSet }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'match' };

type Emit = (program: Instruction[]) => void;

/** Positions at which the named groups begin and end. */
type Slots = readonly number[];

interface Thread {
  readonly at: number;
  readonly slots: Slots;
}

const ASCII = 128;
const MAX_REPEATS = 50;

/** The characters that one element of a pattern matches. */
class CharacterSet {
  /** Patterns have few different elements: letters, digits, and some classes. */
  private static readonly cache = new Map<string, CharacterSet>();
  private readonly ascii = new Uint8Array(ASCII);
  private readonly expression: RegExp;

  static of(source: string, flags: string): CharacterSet {
    const key = `${flags} ${source}`;
    const set = this.cache.get(key) ?? new CharacterSet(source, flags);
    this.cache.set(key, set);
    return set;
  }

  private constructor(source: string, flags: string) {
    this.expression = new RegExp(`^${source}$`, flags);
    for (let code = 0; code < ASCII; code++) this.ascii[code] = Number(this.expression.test(String.fromCharCode(code)));
  }

  has(code: number): boolean {
    return code < ASCII ? this.ascii[code] === 1 : this.expression.test(String.fromCharCode(code));
  }
}

/**
 * A regular expression for whole texts whose cost grows no faster than the text, whatever both are: all ways to match are followed
 * at the same time, character by character, instead of one after the other. Groups match what they would match in a RegExp.
 * Understands literals, escapes, classes, groups (named ones as `(?<name>…)` or `(?P<name>…)`), alternatives and quantifiers.
 */
export class LinearPattern {
  private readonly program: Instruction[] = [];
  private readonly names: readonly string[];
  /** The step at which each instruction was last reached: once per step is enough. */
  private readonly reachedAt: Uint32Array;

  constructor(source: string, { ignoresCase = false } = {}) {
    const parser = new Parser(source, ignoresCase ? 'i' : '');
    parser.parse()(this.program);
    this.program.push({ op: 'match' });
    this.names = parser.names;
    this.reachedAt = new Uint32Array(this.program.length);
  }

  /** The text of each named group; undefined if the pattern does not match the whole text. */
  match(text: string): Record<string, string> | undefined {
    this.reachedAt.fill(0);
    let threads: Thread[] = [];
    this.follow(threads, 0, 0, []);
    for (let position = 0; position < text.length && threads.length > 0; position++) {
      const code = text.charCodeAt(position);
      const next: Thread[] = [];
      for (const { at, slots } of threads) {
        const instruction = this.program[at]!;
        if (instruction.op === 'character' && instruction.set.has(code)) this.follow(next, at + 1, position + 1, slots);
      }
      threads = next;
    }
    const found = threads.find(({ at }) => this.program[at]!.op === 'match');
    return found && this.groups(text, found.slots);
  }

  /** Adds the characters that may come next, preferred ones first. */
  private follow(threads: Thread[], at: number, position: number, slots: Slots): void {
    if (this.reachedAt[at] === position + 1) return;
    this.reachedAt[at] = position + 1;
    const instruction = this.program[at]!;
    switch (instruction.op) {
      case 'split':
        this.follow(threads, instruction.first, position, slots);
        this.follow(threads, instruction.second, position, slots);
        return;
      case 'jump':
        this.follow(threads, instruction.to, position, slots);
        return;
      case 'save': {
        const saved = [...slots];
        saved[instruction.slot] = position;
        this.follow(threads, at + 1, position, saved);
        return;
      }
      default:
        threads.push({ at, slots });
    }
  }

  private groups(text: string, slots: Slots): Record<string, string> {
    const groups: Record<string, string> = {};
    for (const [index, name] of this.names.entries()) {
      const end = slots[2 * index + 1];
      if (end !== undefined) groups[name] = text.slice(slots[2 * index], end);
    }
    return groups;
  }
}

const CLASS = /\[\^?\]?(?:\\.|[^\]\\])*\]/y;
const ESCAPE = /\\(?:[dDwWsS]|[^a-zA-Z0-9])/y;
const LITERAL = /[^\\[\](){}|*+?^$.]/y;
const GROUP = /\((?:\?:|\?P?<(\w+)>)?(?!\?)/y;
const QUANTIFIER = /([*+?]|\{(\d+)(,?)(\d*)\})(\?)?/y;

class Parser {
  readonly names: string[] = [];
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  parse(): Emit {
    const whole = this.alternatives();
    if (this.at < this.source.length) throw this.unsupported();
    return whole;
  }

  private alternatives(): Emit {
    const first = this.sequence();
    if (this.source[this.at] !== '|') return first;
    this.at++;
    return either(first, this.alternatives());
  }

  private sequence(): Emit {
    const parts: Emit[] = [];
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at]!)) parts.push(this.quantified());
    return (program) => parts.forEach((part) => part(program));
  }

  private quantified(): Emit {
    const part = this.element();
    const [text, symbol = '', least = '', comma, most = '', lazy] = this.take(QUANTIFIER) ?? [];
    if (text === undefined) return part;
    const isLazy = lazy !== undefined;
    if (symbol === '?') return repeated(part, 0, 1, isLazy);
    if (symbol === '*' || symbol === '+') return repeated(part, symbol === '*' ? 0 : 1, Infinity, isLazy);
    const limit = comma === '' ? Number(least) : most === '' ? Infinity : Number(most);
    if (Number(least) > MAX_REPEATS || (limit !== Infinity && limit > MAX_REPEATS)) throw this.unsupported();
    return repeated(part, Number(least), limit, isLazy);
  }

  private element(): Emit {
    const group = this.take(GROUP);
    if (group) return this.group(group[1]);
    const source = (this.take(CLASS) ?? this.take(ESCAPE) ?? this.take(LITERAL))?.[0] ?? this.anyCharacter();
    const set = CharacterSet.of(source, this.flags);
    return (program) => program.push({ op: 'character', set });
  }

  private anyCharacter(): string {
    if (this.source[this.at] !== '.') throw this.unsupported();
    this.at++;
    return '.';
  }

  private group(name: string | undefined): Emit {
    const slot = 2 * this.names.length;
    if (name !== undefined) {
      if (this.names.includes(name)) throw new SyntaxError(`The group ${name} is in the pattern twice: ${this.source}`);
      this.names.push(name);
    }
    const content = this.alternatives();
    if (this.source[this.at] !== ')') throw this.unsupported();
    this.at++;
    if (name === undefined) return content;
    return (program) => {
      program.push({ op: 'save', slot });
      content(program);
      program.push({ op: 'save', slot: slot + 1 });
    };
  }

  private take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const match = expression.exec(this.source);
    if (!match) return undefined;
    this.at = expression.lastIndex;
    return match;
  }

  private unsupported(): SyntaxError {
    return new SyntaxError(`Unsupported at character ${this.at + 1} of the pattern ${this.source}`);
  }
}

function either(first: Emit, second: Emit): Emit {
  return (program) => {
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    program.push(split);
    first(program);
    const jump = { op: 'jump' as const, to: 0 };
    program.push(jump);
    split.second = program.length;
    second(program);
    jump.to = program.length;
  };
}

function repeated(part: Emit, least: number, most: number, isLazy: boolean): Emit {
  return (program) => {
    for (let count = 0; count < least; count++) part(program);
    for (let count = least; count < Math.min(most, least + MAX_REPEATS); count++) {
      const split = { op: 'split' as const, first: 0, second: 0 };
      const start = program.push(split);
      part(program);
      if (most === Infinity) program.push({ op: 'jump', to: start - 1 });
      const end = program.length;
      [split.first, split.second] = isLazy ? [end, start] : [start, end];
      if (most === Infinity) return;
    }
  };
}
