import { type ServiceOption } from '../service-option.js';
import { startMetrics, startWorkerMetrics } from './metrics/start-metrics.js';
import { ObserveModule } from './observe.module.js';

/** Metrics, query attribution and tracing. */
export const OBSERVE: ServiceOption = {
  contribute: () => ({ modules: [ObserveModule] }),
  start: (app, { observe }) => startMetrics(app, observe),
  startPrimary: ({ observe }) => startWorkerMetrics(observe),
};
