import { defineFeature } from '../../feature.js';
import './metrics.config.js';
import { MetricsModule } from './metrics.module.js';
import { startMetrics, startWorkerMetrics } from './start-metrics.js';

/** Metrics, query attribution and tracing. */
export const METRICS = defineFeature({
  name: 'metrics',
  ports: ({ metrics }) => ({ METRICS_PORT: metrics.listener }),
  contribute: ({ config: { metrics } }) => ({
    modules: [MetricsModule],
    observe: {
      stats: metrics.listener !== undefined,
      requestQueries: metrics.slowQueryMs > 0,
      tracing: metrics.tracing,
    },
  }),
  start: (app, { metrics }) => startMetrics(app, metrics),
  startPrimary: ({ metrics }) => startWorkerMetrics(metrics),
});
