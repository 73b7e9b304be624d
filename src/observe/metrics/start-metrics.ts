import cluster from 'node:cluster';
import { type INestApplicationContext } from '@nestjs/common';
import { type ObserveConfig } from '../../platform/config/config.js';
import { serveMetrics } from './metrics-server.js';
import { MetricsService } from './metrics.service.js';
import { reportToPrimary, WorkerMetrics } from './worker-metrics.js';

/** In a process that answers requests: serves its metrics, or tells them to the primary. */
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
