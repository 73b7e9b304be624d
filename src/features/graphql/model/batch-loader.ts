/**
 * Loads values by key, all that are asked for in one turn of the event loop together, and each once. The turn ends when every
 * promise that is settled has been followed, so that fields of one level of a document share a load.
 */
export class BatchLoader<Key, Value> {
  private readonly loads = new Map<Key, Promise<Value | undefined>>();
  private waiting: { key: Key; resolve: (value: Value | undefined) => void; reject: (error: unknown) => void }[] = [];

  constructor(
    private readonly load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
    private readonly most = Infinity,
  ) {}

  get(key: Key): Promise<Value | undefined> {
    let value = this.loads.get(key);
    if (!value) {
      value = new Promise((resolve, reject) => {
        if (this.waiting.length === 0) afterPromises(() => this.dispatch());
        this.waiting.push({ key, resolve, reject });
      });
      this.loads.set(key, value);
    }
    return value;
  }

  async many(keys: readonly Key[]): Promise<Value[]> {
    const values = await Promise.all(keys.map((key) => this.get(key)));
    return values.filter((value) => value !== undefined);
  }

  /** Sets what `get` would load. */
  prime(key: Key, value: Value): void {
    if (!this.loads.has(key)) this.loads.set(key, Promise.resolve(value));
  }

  clear(): void {
    this.loads.clear();
  }

  private dispatch(): void {
    const all = this.waiting;
    this.waiting = [];
    for (let at = 0; at < all.length; at += this.most) {
      const part = this.most === Infinity ? all : all.slice(at, at + this.most);
      this.load(part.map(({ key }) => key)).then(
        (found) => part.forEach(({ key, resolve }) => resolve(found.get(key))),
        (error: unknown) => part.forEach(({ reject }) => reject(error)),
      );
      if (part === all) break;
    }
  }
}

const settled = Promise.resolve();

function afterPromises(work: () => void): void {
  void settled.then(() => process.nextTick(work));
}
