import type { Transaction } from './database.js';

type TransactionListener<Facts extends readonly unknown[]> = (tx: Transaction, ...facts: Facts) => Promise<void>;

/**
 * Calls its listeners one after the other in the transaction that causes an event; one that fails undoes it. For what parts of the
 * service do about each other's writes. What modules listen to is emitted by `ContentEvents`, changed tables by `CommitBus`.
 */
export class TransactionEvent<Facts extends readonly unknown[]> {
  private readonly listeners: TransactionListener<Facts>[] = [];

  /** Call it while the application starts. */
  listen(listener: TransactionListener<Facts>): void {
    this.listeners.push(listener);
  }

  async emit(tx: Transaction, ...facts: Facts): Promise<void> {
    for (const listener of this.listeners) await listener(tx, ...facts);
  }
}
