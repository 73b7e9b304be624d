import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from './database.js';

type Check = (tx: Transaction) => Promise<void>;

const storage = new AsyncLocalStorage<CommitCheck>();
let open = 0;

/**
 * Conditions that the next transaction of a request checks at its end: a check that throws rolls the transaction back. By
 * then the transaction has locked the rows it writes, so what the check reads cannot change before the commit.
 *
 * Asynchronous storage slows every promise of the process down. It is in use only between `run` and `close`.
 */
export class CommitCheck {
  private checks: Check[] = [];
  private isOpen = false;

  add(check: Check): void {
    this.checks.push(check);
  }

  run<T>(start: () => T): T {
    if (!this.isOpen) open++;
    this.isOpen = true;
    return storage.run(this, start);
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    if (--open === 0) storage.disable();
  }

  /** The checks, for one transaction only: work that a request starts after its write has no condition. */
  take(): Check | undefined {
    const { checks } = this;
    if (checks.length === 0) return undefined;
    this.checks = [];
    this.close();
    return async (tx) => {
      for (const check of checks) await check(tx);
    };
  }
}

/** Runs work whose transactions are not the write of the request. */
export function withoutCommitCheck<T>(work: () => T): T {
  return open === 0 ? work() : storage.exit(work);
}

export function takeCommitCheck(): Check | undefined {
  return open === 0 ? undefined : storage.getStore()?.take();
}
