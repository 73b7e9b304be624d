/** Waiting items of several owners, who take turns: an owner with one item does not wait for all items of an owner with many. */
export class FairQueue<T> {
  private readonly owners = new Map<string, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  push(owner: string, item: T): void {
    const items = this.owners.get(owner);
    if (items) items.push(item);
    else this.owners.set(owner, [item]);
    this.count++;
  }

  /** The first item of the owner whose turn it is; the owner then goes to the end. */
  shift(): T | undefined {
    const [turn] = this.owners;
    if (!turn) return undefined;
    const [owner, items] = turn;
    const item = items.shift()!;
    this.count--;
    this.owners.delete(owner);
    if (items.length > 0) this.owners.set(owner, items);
    return item;
  }

  /** Removes the newest item of the owner with most items: of several such owners, of the one that added an item last. */
  dropNewest(newcomer: string): T | undefined {
    let largest = newcomer;
    let most = this.owners.get(newcomer)?.length ?? 0;
    for (const [owner, { length }] of this.owners) if (length > most) [largest, most] = [owner, length];
    const items = this.owners.get(largest);
    const item = items?.pop();
    if (items) this.afterRemoval(largest, items, 1);
    return item;
  }

  delete(owner: string, item: T): boolean {
    const items = this.owners.get(owner);
    const index = items?.indexOf(item) ?? -1;
    if (index < 0) return false;
    items!.splice(index, 1);
    this.afterRemoval(owner, items!, 1);
    return true;
  }

  /** Removes the oldest items of each owner, as long as they match. */
  dropOldest(matches: (item: T) => boolean): T[] {
    const dropped: T[] = [];
    for (const [owner, items] of this.owners) {
      let length = items.findIndex((item) => !matches(item));
      if (length < 0) ({ length } = items);
      if (length === 0) continue;
      dropped.push(...items.splice(0, length));
      this.afterRemoval(owner, items, length);
    }
    return dropped;
  }

  private afterRemoval(owner: string, items: readonly T[], removed: number): void {
    this.count -= removed;
    if (items.length === 0) this.owners.delete(owner);
  }
}
