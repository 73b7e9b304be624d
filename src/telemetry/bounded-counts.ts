const MAX_NAMES = 100;

/** Counts by name. Names come from content or clients: beyond some, they are counted together as `other`. */
export class BoundedCounts {
  readonly counts = new Map<string, number>();

  add(name: string): void {
    const counted = this.counts.has(name) || this.counts.size < MAX_NAMES ? name : 'other';
    this.counts.set(counted, (this.counts.get(counted) ?? 0) + 1);
  }
}
