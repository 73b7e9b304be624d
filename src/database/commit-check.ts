import { AsyncLocalStorage } from 'node:async_hooks';

type Check = () => Promise<void>;

const storage = new AsyncLocalStorage<CommitCheck>();
let open = 0;

/**
 * A condition that the next transaction of a request checks at its end: a check that throws rolls the transaction back. By
 * then the transaction has locked the rows it writes, so what the check reads cannot change before the commit.
 *
 * Asynchronous storage slows every promise of the process down. It is in use only between `run` and `close`.
 */
export class CommitCheck {
  private check?: Check;
  private isOpen = false;

  set(check: Check): void {
    this.check = check;
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

  /** The check, for one transaction only: work that a request starts after its write has no condition. */
  take(): Check | undefined {
    const { check } = this;
    this.check = undefined;
    if (check) this.close();
    return check;
  }
}

export function takeCommitCheck(): Check | undefined {
  return open === 0 ? undefined : storage.getStore()?.take();
}
