import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { type ObserveConfig } from '../../platform/config/config.js';
import { MetricsService } from './metrics.service.js';
import { reportToPrimary, WorkerMetrics } from './worker-metrics.js';

const logger = new Logger('Metrics');

/** In a process that serves requests: serves its metrics, or reports them to the primary. */
export async function startMetrics(
  app: INestApplicationContext,
  { metricsPort, metricsHost }: ObserveConfig,
): Promise<void> {
  if (metricsPort === undefined) return;
  const metrics = app.get(MetricsService, { strict: false });
  metrics.watchProcess();
  if (cluster.isWorker) reportToPrimary(() => metrics.report());
  else await serveMetrics(metricsPort, metricsHost, () => metrics.text());
}

/** In the primary of several processes. */
export async function startWorkerMetrics({ metricsPort, metricsHost }: ObserveConfig): Promise<void> {
  if (metricsPort === undefined) return;
  const metrics = new WorkerMetrics();
  await serveMetrics(metricsPort, metricsHost, () => metrics.text());
}

/** Serves /metrics on a separate port, so that it is not public by accident. Does not keep the process alive. */
async function serveMetrics(port: number, host: string, text: () => Promise<string>): Promise<void> {
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
}
