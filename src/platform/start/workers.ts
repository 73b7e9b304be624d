import cluster, { type Worker } from 'node:cluster';
import { countForWorkers } from '../limits/worker-counters.js';

/** A worker that ends sooner than this after its start counts as unable to start. */
const SOON_MS = 5000;

/**
 * Runs the service in several processes that share the port. One that dies is replaced; when they die as soon as they
 * start, the whole service ends. SIGTERM and SIGINT are passed on and end it when the last worker is done.
 */
export async function superviseWorkers(count: number): Promise<void> {
  // Workers accept by themselves: a connection handed over to one that dies at that moment would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const alive = new Set<Worker>();
  const countFor = countForWorkers();
  let stopping = false;

  /** Resolves when the worker listens. */
  const startWorker = (): Promise<void> => {
    const startedAt = Date.now();
    const worker = cluster.fork();
    alive.add(worker);
    countFor(worker);
    worker.once('exit', (code) => {
      alive.delete(worker);
      if (stopping && alive.size === 0) process.exit(0);
      if (stopping) return;
      if (Date.now() - startedAt < SOON_MS) process.exit(code || 1);
      void startWorker();
    });
    return new Promise((ready) => worker.once('listening', () => ready()));
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true;
      for (const worker of alive) worker.process.kill(signal);
    });
  }
  await Promise.all(Array.from({ length: count }, startWorker));
}
