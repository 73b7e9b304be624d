import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { counted, type MetricsReport } from './sample.js';

const METRICS_REQUEST = 'nestpress:metrics?';
const METRICS_REPORT = 'nestpress:metrics';
/** A worker that does not answer in time is represented by its previous report. */
const RESPONSE_TIMEOUT_MS = 2000;

interface MetricsMessage {
  type: typeof METRICS_REPORT;
  report: MetricsReport;
}

/** In a worker: answers when the primary asks. */
export function reportToPrimary(report: () => Promise<MetricsReport>): void {
  process.on('message', (message) => {
    if (message !== METRICS_REQUEST) return;
    // While the database is unavailable some values are unknown; the primary uses the previous report.
    report().then(
      (metrics) => process.send!({ type: METRICS_REPORT, report: metrics } satisfies MetricsMessage),
      () => undefined,
    );
  });
}

/**
 * In the primary: the aggregated metrics of all workers. Counters of a worker that ended stay part of the sums, so that
 * replacing it does not make a counter go back.
 */
export class WorkerMetrics {
  private readonly last = new Map<number, MetricsReport>();
  private ended: MetricsReport = [];

  constructor() {
    cluster.on('message', ({ id }: Worker, message: Partial<MetricsMessage> | undefined) => {
      if (message?.type === METRICS_REPORT) this.last.set(id, message.report!);
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
      const timer = setTimeout(finish, RESPONSE_TIMEOUT_MS);
      function finish(): void {
        clearTimeout(timer);
        worker.off('message', hear);
        worker.off('exit', finish);
        done();
      }
      function hear(message: Partial<MetricsMessage> | undefined): void {
        if (message?.type === METRICS_REPORT) finish();
      }
      worker.on('message', hear);
      worker.once('exit', finish);
      if (worker.isConnected()) worker.send(METRICS_REQUEST);
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
