import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { Registry, AggregatorRegistry } from 'prom-client';
import { type Listener } from '../../platform/config/index.js';
import { type MetricsConfig } from './metrics.config.js';
import { MetricsService } from './metrics.service.js';
import { counted, type MetricsReport } from './sample.js';

const logger = new Logger('Metrics');

/** The listener of this process, in which another application may take the place of the one that opened it. */
let listening: { readonly server: Server; source: MetricsService } | undefined;

/** In a process that serves requests: serves its metrics, or reports them to the primary. */
export async function startMetrics(app: INestApplicationContext, config: MetricsConfig): Promise<void> {
  if (config.listener === undefined) return;
  const metrics = app.get(MetricsService, { strict: false });
  metrics.watchProcess();
  if (cluster.isWorker) reportToPrimary(() => metrics.report());
  else if (listening) listening.source = metrics;
  else {
    const server = await serveMetrics(config.listener, () => listening!.source.text());
    listening = { server, source: metrics };
  }
  metrics.onShutdown(() => {
    if (listening?.source !== metrics) return;
    listening.server.close();
    listening = undefined;
  });
}

/** In the primary of several processes. */
export async function startWorkerMetrics(config: MetricsConfig): Promise<void> {
  if (config.listener === undefined) return;
  const metrics = new WorkerMetrics();
  await serveMetrics(config.listener, () => metrics.text());
}

/** Serves /metrics on a separate port, so that it is not public by accident. Does not keep the process alive. */
async function serveMetrics({ port, host }: Listener, text: () => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => {
    const isMetricsRequest = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    if (!isMetricsRequest) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
      return;
    }
    text().then(
      (body) => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body),
      (error: unknown) => {
        logger.error({ msg: 'metrics could not be read', err: error });
        response.writeHead(503, { 'Content-Type': 'text/plain' }).end('Metrics could not be read\n');
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  return server;
}

const METRICS_REQUEST = 'nestpress:metrics?';
const METRICS_REPORT = 'nestpress:metrics';
/** A worker that does not respond in time is represented by its previous report. */
const RESPONSE_TIMEOUT_MS = 2000;

interface MetricsMessage {
  type: typeof METRICS_REPORT;
  report: MetricsReport;
}

/** In a worker: sends its metrics when the primary requests them. */
function reportToPrimary(report: () => Promise<MetricsReport>): void {
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
class WorkerMetrics {
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
      counted({ name: 'nestpress_workers', help: 'Worker processes that serve requests.', type: 'gauge' }, () => [
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
        worker.off('message', receive);
        worker.off('exit', finish);
        done();
      }
      function receive(message: Partial<MetricsMessage> | undefined): void {
        if (message?.type === METRICS_REPORT) finish();
      }
      worker.on('message', receive);
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
