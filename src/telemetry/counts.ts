/** Counts values by size. Plain numbers, so that adding one costs next to nothing; they are formatted when the metrics are requested. */
export class Histogram {
  /** Number of values per bucket; the last bucket has no upper bound. */
  readonly counts: number[];
  sum = 0;

  constructor(readonly bounds: readonly number[]) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  add(value: number): void {
    let place = 0;
    while (place < this.bounds.length && value > this.bounds[place]!) place++;
    this.counts[place]!++;
    this.sum += value;
  }
}

const MAX_NAMES = 100;

/** Counts by name. Names come from content or clients: beyond some, they are counted together as `other`. */
export class BoundedCounts {
  readonly counts = new Map<string, number>();

  add(name: string): void {
    const counted = this.counts.has(name) || this.counts.size < MAX_NAMES ? name : 'other';
    this.counts.set(counted, (this.counts.get(counted) ?? 0) + 1);
  }
}
