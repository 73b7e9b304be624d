import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { Database } from '../../database/database.js';
import { enableQueryAttribution } from '../../database/engine/query-counter.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { HealthModule } from '../../platform/health/health.module.js';
import { HealthService } from '../../platform/health/health.service.js';
import { EntriesApiModule } from '../../modules/entries/entries-api.module.js';
import { RedisChangesService } from '../../rest/cache/redis-changes.service.js';
import { turnTracingOff, turnTracingOn } from '../../telemetry/spans.js';
import { MetricsService } from './metrics.service.js';

/** Enables the configured metrics, query attribution and tracing; what is not configured has no cost. */
@Module({
  imports: [HealthModule, EntriesModule, EntriesApiModule],
  providers: [MetricsService],
  exports: [MetricsService],
})
export class MetricsModule implements OnModuleInit, OnApplicationShutdown {
  private disableQueryAttribution?: () => void;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly health: HealthService,
    private readonly redis: RedisChangesService,
  ) {}

  onModuleInit(): void {
    const { listener, slowQueryMs, tracing } = this.config.metrics;
    const requestQueries = slowQueryMs > 0 || this.config.observe.serverTiming !== 'off';
    if (listener !== undefined || requestQueries || tracing) this.database.statements.turnOn(slowQueryMs);
    if (requestQueries) this.disableQueryAttribution = enableQueryAttribution();
    if (tracing) turnTracingOn();
    if (this.config.redisUrl !== undefined)
      this.health.add({
        name: 'redis',
        problem: async () =>
          (await this.redis.responds()) ? undefined : 'does not respond; other processes notice changes later',
      });
  }

  onApplicationShutdown(): void {
    this.disableQueryAttribution?.();
    if (this.config.metrics.tracing) turnTracingOff();
  }
}
