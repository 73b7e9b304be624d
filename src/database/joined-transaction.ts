import { AsyncLocalStorage } from 'node:async_hooks';

/** A transaction that the reads and writes of the current work take part in. */
interface JoinedTransaction {
  /** The database; this file does not import its type, since the database imports this file. */
  readonly host: object;
  readonly tx: object;
  isActive: boolean;
}

const joined = new AsyncLocalStorage<JoinedTransaction>();

/**
 * Runs work whose reads see what the transaction has written, and whose transactions become part of it. Work that outlives
 * the call no longer takes part.
 */
export async function joinTransaction<T>(host: object, tx: object, work: () => Promise<T>): Promise<T> {
  const store: JoinedTransaction = { host, tx, isActive: true };
  try {
    return await joined.run(store, work);
  } finally {
    store.isActive = false;
  }
}

/** The transaction that the current work has joined, if any. */
export function joinedTransaction(host: object): object | undefined {
  const store = joined.getStore();
  return store?.isActive && store.host === host ? store.tx : undefined;
}

/** Whether the current work sees uncommitted rows, so nothing it reads may be cached. */
export function seesUncommitted(): boolean {
  return joined.getStore()?.isActive ?? false;
}

/** Reads committed rows only, for values that are cached for all requests. */
export function outsideTransaction<T>(work: () => T): T {
  return joined.getStore() ? joined.exit(work) : work();
}
