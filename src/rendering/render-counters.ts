/** The counter state at the beginning of a page. */
export const NO_NUMBERS = '[]';

/** Numbered elements; the ID of a caption and the name of a menu get a number when they are used again. */
type CounterKind =
  | 'gallery'
  | 'playlist'
  | 'audio'
  | 'video'
  | 'form'
  | 'block'
  | 'elements'
  | 'lightbox'
  | 'categories'
  | `caption ${string}`
  | `navigation ${string}`;

/** Precedes the counters in a state where contents in blocks were rendered before. */
const AFTER_BLOCKS = 'blocks';

/** The counter state with a content in blocks before. */
export function afterBlocks(state: string): string {
  return state.startsWith(AFTER_BLOCKS) ? state : AFTER_BLOCKS + state;
}

/** The counter states of a page before and after one of its contents. */
export interface CounterRange {
  readonly before: string;
  readonly after: string;
}

/** Galleries and players are numbered over the whole request. */
export class RenderCounters {
  private readonly counts = new Map<string, number>();
  /**
   * Whether a content in blocks was rendered before. WordPress adds paragraphs last from then on, so shortcodes
   * of other contents stay inside them.
   */
  followsBlocks = false;

  constructor(state = NO_NUMBERS) {
    this.restore(state);
  }

  next(kind: CounterKind): number {
    const count = this.count(kind) + 1;
    this.counts.set(kind, count);
    return count;
  }

  /** How many numbers of this kind were given. */
  count(kind: CounterKind): number {
    return this.counts.get(kind) ?? 0;
  }

  /** Leaves out the next numbers of this kind, which something else has. */
  skip(kind: CounterKind, count: number): void {
    if (count > 0) this.counts.set(kind, this.count(kind) + count);
  }

  /** Renders something whose numbers of this kind are given again. */
  keep(kind: CounterKind, render: () => unknown): void {
    const count = this.counts.get(kind);
    render();
    if (count === undefined) this.counts.delete(kind);
    else this.counts.set(kind, count);
  }

  /** The counters as text, to compare. */
  get numbers(): string {
    return JSON.stringify([...this.counts]);
  }

  /** The same with what was rendered before, to restore. */
  get state(): string {
    return this.followsBlocks ? afterBlocks(this.numbers) : this.numbers;
  }

  restore(state: string): void {
    this.followsBlocks = state.startsWith(AFTER_BLOCKS);
    const numbers = this.followsBlocks ? state.slice(AFTER_BLOCKS.length) : state;
    this.counts.clear();
    for (const [kind, count] of JSON.parse(numbers) as [string, number][]) this.counts.set(kind, count);
  }
}
