type Settled<T> = (value: T) => void;

/** A value, or one that follows. */
export type MaybeLater<T> = T | PromiseLike<T>;

export const isLater = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/**
 * A value that follows, as a promise that can be read without another one: thousands of them in a response cost more than what they
 * wait for. Callbacks are called at once if the value is there.
 */
export class Later<T> implements PromiseLike<T> {
  private state: 'pending' | 'resolved' | 'rejected' = 'pending';
  private value?: T;
  private error?: unknown;
  private callbacks: (Settled<T> | Settled<unknown>)[] = [];

  static of<T>(value: T): Later<T> {
    const later = new Later<T>();
    later.resolve(value);
    return later;
  }

  /** The value if it is there. */
  get current(): T | undefined {
    return this.value;
  }

  resolve(value: T): void {
    this.state = 'resolved';
    this.value = value;
    const { callbacks } = this;
    this.callbacks = [];
    for (let at = 0; at < callbacks.length; at += 2) (callbacks[at] as Settled<T>)(value);
  }

  reject(error: unknown): void {
    this.state = 'rejected';
    this.error = error;
    const { callbacks } = this;
    this.callbacks = [];
    for (let at = 1; at < callbacks.length; at += 2) (callbacks[at] as Settled<unknown>)(error);
  }

  /** Calls one of the callbacks, which must not throw. */
  when(resolved: Settled<T>, rejected: Settled<unknown>): void {
    if (this.state === 'resolved') resolved(this.value as T);
    else if (this.state === 'rejected') rejected(this.error);
    else this.callbacks.push(resolved, rejected);
  }

  /** Like `then`, without a further object if the value is there. */
  map<R>(next: (value: T) => MaybeLater<R>): MaybeLater<R> {
    return this.state === 'resolved' ? next(this.value as T) : this.then(next);
  }

  then<R = T, F = never>(
    resolved?: ((value: T) => MaybeLater<R>) | null,
    rejected?: ((error: unknown) => MaybeLater<F>) | null,
  ): Later<R | F> {
    const next = new Later<R | F>();
    this.when(
      (value) => (resolved ? next.follow(resolved, value) : next.resolve(value as unknown as R)),
      (error) => (rejected ? next.follow(rejected, error) : next.reject(error)),
    );
    return next;
  }

  private follow<V>(make: (value: V) => MaybeLater<T>, from: V): void {
    try {
      const value = make(from);
      if (isLater(value))
        whenSettled(
          value,
          (found) => this.resolve(found),
          (error) => this.reject(error),
        );
      else this.resolve(value);
    } catch (error) {
      this.reject(error);
    }
  }
}

/** Calls one of the callbacks, which must not throw. */
export function whenSettled<T>(value: PromiseLike<T>, resolved: Settled<T>, rejected: Settled<unknown>): void {
  if (value instanceof Later) (value as Later<T>).when(resolved, rejected);
  else value.then(resolved, rejected);
}

/** What is made of the value: at once if it is there. */
export function after<T, R>(value: MaybeLater<T>, next: (value: T) => MaybeLater<R>): MaybeLater<R> {
  if (value instanceof Later) return (value as Later<T>).map(next);
  return isLater(value) ? value.then(next) : next(value);
}

/** All values, in order. */
export function allLater<T>(values: readonly Later<T>[]): Later<T[]> {
  const all = new Later<T[]>();
  const found = new Array<T>(values.length);
  let missing = values.length;
  if (missing === 0) all.resolve(found);
  for (const [at, value] of values.entries())
    value.when(
      (item) => {
        found[at] = item;
        if (--missing === 0) all.resolve(found);
      },
      (error) => all.reject(error),
    );
  return all;
}
