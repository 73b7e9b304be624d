import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Database } from '../../database/index.js';
import { EntryRenderer } from '../../modules/entries/index.js';
import { ItemJsonCache } from '../../modules/item-cache/index.js';
import { JobsService, JobsWorkerService } from '../../platform/jobs/index.js';
import { WordPressStats } from '../../platform/outbound/index.js';
import { UploadInbox, UploadStorage } from '../../platform/uploads/index.js';
import { CacheMetrics } from '../../rest/cache/index.js';
import { UndeclaredRoutesService } from '../../rest/discovery/index.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { RequestStatsRegistry } from '../../rest/observe/index.js';
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
  private close?: () => void;

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

  onShutdown(close: () => void): void {
    this.close = close;
  }

  onApplicationShutdown(): void {
    this.close?.();
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
