import { FairQueue } from '../fair-queue.js';

/** The queue is full: the caller should respond with 503 and Retry-After. */
export class HashQueueFullError extends Error {
  constructor() {
    super('Too many passwords are being checked at the moment. Try again later.');
  }
}

interface Job {
  start: () => Promise<void>;
  reject: (reason: Error) => void;
}

/**
 * Runs a bounded number of slow hashes at a time and queues a bounded number of others. Owners (client addresses) take
 * turns. When the queue is full, the owner with most waiting jobs loses its newest one.
 */
export class HashQueue {
  private readonly waiting = new FairQueue<Job>();
  private running = 0;

  constructor(
    private readonly concurrency: number,
    private readonly maxWaiting: number,
  ) {}

  run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = () => work().then(resolve, reject);
      if (this.running < this.concurrency) this.start({ start, reject });
      else this.enqueue(owner, { start, reject });
    });
  }

  private enqueue(owner: string, job: Job): void {
    this.waiting.push(owner, job);
    if (this.waiting.size > this.maxWaiting) this.waiting.dropNewest(owner)!.reject(new HashQueueFullError());
  }

  private start(job: Job): void {
    this.running++;
    void job.start().finally(() => {
      this.running--;
      const next = this.waiting.shift();
      if (next) this.start(next);
    });
  }
}
