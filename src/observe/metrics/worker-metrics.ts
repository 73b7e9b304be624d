import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { counted, type MetricsReport } from './sample.js';

const ASK = 'nestpress:metrics?';
const TELL = 'nestpress:metrics';
/** A worker that is too busy to answer is represented by what it said before. */
const PATIENCE_MS = 2000;

interface Told {
  type: typeof TELL;
  report: MetricsReport;
}

/** In a worker: answers when the primary asks. */
export function reportToPrimary(report: () => Promise<MetricsReport>): void {
  process.on('message', (message) => {
    if (message !== ASK) return;
    // A database that is away leaves some numbers unknown; the primary goes on with the last ones.
    report().then(
      (told) => process.send!({ type: TELL, report: told } satisfies Told),
      () => undefined,
    );
  });
}

/**
 * In the primary: the numbers of all workers together. What a worker counted until it ended stays part of the sums, so
 * that replacing it does not look like a counter going back.
 */
export class WorkerMetrics {
  private readonly last = new Map<number, MetricsReport>();
  private ended: MetricsReport = [];

  constructor() {
    cluster.on('message', ({ id }: Worker, message: Partial<Told> | undefined) => {
      if (message?.type === TELL) this.last.set(id, message.report!);
    });
    cluster.on('exit', ({ id }) => this.retire(id));
  }

  async text(): Promise<string> {
    const workers = Object.values(cluster.workers ?? {});
    await Promise.all(workers.map((worker) => this.ask(worker!)));
    const together = AggregatorRegistry.aggregate([...this.last.values(), this.ended]);
    together.registerMetric(
      counted({ name: 'nestpress_workers', help: 'Processes that answer requests.', type: 'gauge' }, () => [
        [{}, workers.length],
      ]),
    );
    return together.metrics();
  }

  private ask(worker: Worker): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(finish, PATIENCE_MS);
      function finish(): void {
        clearTimeout(timer);
        worker.off('message', hear);
        worker.off('exit', finish);
        done();
      }
      function hear(message: Partial<Told> | undefined): void {
        if (message?.type === TELL) finish();
      }
      worker.on('message', hear);
      worker.once('exit', finish);
      if (worker.isConnected()) worker.send(ASK);
      else finish();
    });
  }

  private retire(id: number): void {
    const report = this.last.get(id);
    this.last.delete(id);
    const counters = report?.filter(({ type }) => String(type) !== 'gauge') ?? [];
    this.ended = AggregatorRegistry.aggregate([this.ended, counters]).getMetricsAsArray() as MetricsReport;
  }
}
