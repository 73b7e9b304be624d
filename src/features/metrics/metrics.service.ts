import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { EntryRenderer } from '../../modules/entries/read/rendering/entry-renderer.js';
import { Database } from '../../database/database.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { JobsWorkerService } from '../../platform/jobs/jobs-worker.service.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { UploadInbox } from '../../platform/uploads/upload-inbox.js';
import { UploadStorage } from '../../platform/uploads/upload-storage.js';
import { WordPressStats } from '../../platform/outbound/wordpress-stats.js';
import { ItemJsonCache } from '../../modules/entries/cache/item-json-cache.service.js';
import { CacheMetrics } from '../../rest/cache/response-cache.js';
import { RequestStatsRegistry } from '../../rest/observe/request-stats.registry.js';
import { UndeclaredRoutesService } from '../../rest/discovery/undeclared-routes.service.js';
import { jobMetrics, mailMetrics, uploadMetrics, databaseMetrics, wordpressMetrics } from './platform-metrics.js';
import {
  unknownContentMetrics,
  cacheMetrics,
  entryCacheMetrics,
  requestMetrics,
  unknownRouteMetrics,
} from './request-metrics.js';
import { type MetricsReport } from './sample.js';

/** The metrics of this process. Everything is counted where it happens and read when the metrics are requested. */
@Injectable()
export class MetricsService {
  private readonly registry = new Registry();

  constructor(
    database: Database,
    requests: RequestStatsRegistry,
    cache: CacheMetrics,
    entryCache: ItemJsonCache,
    renderer: EntryRenderer,
    undeclared: UndeclaredRoutesService,
    wordpress: WordPressStats,
    jobs: JobsService,
    worker: JobsWorkerService,
    mail: MailService,
    inbox: UploadInbox,
    storage: UploadStorage,
  ) {
    const metrics = [
      ...requestMetrics(requests, cache),
      ...cacheMetrics(cache),
      ...entryCacheMetrics(entryCache),
      ...unknownContentMetrics(renderer),
      ...unknownRouteMetrics(undeclared),
      ...wordpressMetrics(wordpress),
      ...databaseMetrics(database),
      ...jobMetrics(jobs, worker),
      ...mailMetrics(mail),
      ...uploadMetrics(inbox, storage),
    ];
    for (const metric of metrics) this.registry.registerMetric(metric);
  }

  /** Starts the process metrics: processor, memory, event loop, garbage collection. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** In Prometheus's text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** For aggregation over several processes. */
  report(): Promise<MetricsReport> {
    return this.registry.getMetricsAsJSON();
  }
}
