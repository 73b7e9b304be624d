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
 * turns, so that an owner with one job does not wait for all jobs of an owner with many. When the queue is full, the owner
 * with most waiting jobs loses its newest one.
 */
export class HashQueue {
  private readonly waiting = new Map<string, Job[]>();
  private waitingCount = 0;
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
    const jobs = this.waiting.get(owner) ?? [];
    jobs.push(job);
    this.waiting.set(owner, jobs);
    this.waitingCount++;
    if (this.waitingCount > this.maxWaiting) this.dropWaiting(owner);
  }

  private dropWaiting(newcomer: string): void {
    let largest = newcomer;
    for (const [owner, jobs] of this.waiting) if (jobs.length > this.waiting.get(largest)!.length) largest = owner;
    const jobs = this.waiting.get(largest)!;
    jobs.pop()!.reject(new HashQueueFullError());
    this.waitingCount--;
    if (jobs.length === 0) this.waiting.delete(largest);
  }

  private start(job: Job): void {
    this.running++;
    void job.start().finally(() => {
      this.running--;
      const next = this.next();
      if (next) this.start(next);
    });
  }

  /** The first job of the owner whose turn it is; the owner then goes to the end. */
  private next(): Job | undefined {
    const [turn] = this.waiting;
    if (!turn) return undefined;
    const [owner, jobs] = turn;
    const job = jobs.shift()!;
    this.waitingCount--;
    this.waiting.delete(owner);
    if (jobs.length > 0) this.waiting.set(owner, jobs);
    return job;
  }
}
