import { allLater, Later } from './later.js';

/**
 * Loads values by key, all that are asked for in one turn of the event loop together, and each once. The turn ends when every
 * promise that is settled has been followed, so that fields of one level of a document share a load.
 */
export class BatchLoader<Key, Value> {
  private readonly loads = new Map<Key, Later<Value | undefined>>();
  private waiting: { readonly key: Key; readonly value: Later<Value | undefined> }[] = [];

  constructor(
    private readonly load: (keys: readonly Key[]) => PromiseLike<ReadonlyMap<Key, Value>>,
    private readonly most = Infinity,
  ) {}

  get(key: Key): Later<Value | undefined> {
    let value = this.loads.get(key);
    if (!value) {
      value = new Later();
      if (this.waiting.length === 0) afterPromises(() => this.dispatch());
      this.waiting.push({ key, value });
      this.loads.set(key, value);
    }
    return value;
  }

  many(keys: readonly Key[]): Later<Value[]> {
    const all = new Later<Value[]>();
    allLater(keys.map((key) => this.get(key))).when(
      (values) => all.resolve(values.filter((value) => value !== undefined)),
      (error) => all.reject(error),
    );
    return all;
  }

  /** Sets what `get` would load. */
  prime(key: Key, value: Value): void {
    if (!this.loads.has(key)) this.loads.set(key, Later.of<Value | undefined>(value));
  }

  /** The value if it was loaded. */
  loaded(key: Key): Value | undefined {
    return this.loads.get(key)?.current;
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
        (found) => part.forEach(({ key, value }) => value.resolve(found.get(key))),
        (error: unknown) => part.forEach(({ value }) => value.reject(error)),
      );
      if (part === all) break;
    }
  }
}

const settled = Promise.resolve();

function afterPromises(work: () => void): void {
  void settled.then(() => process.nextTick(work));
}
