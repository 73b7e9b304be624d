import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database, enableQueryAttribution } from '../../database/index.js';
import { EntriesApiModule, EntriesModule } from '../../modules/entries/index.js';
import { ItemCacheModule } from '../../modules/item-cache/index.js';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { HealthModule, HealthService } from '../../platform/health/index.js';
import { RedisChangesService } from '../../rest/cache/index.js';
import { turnTracingOff, turnTracingOn } from '../../telemetry/index.js';
import { MetricsService } from './metrics.service.js';

/** Enables the configured metrics, query attribution and tracing; what is not configured has no cost. */
@Module({
  imports: [HealthModule, EntriesModule, EntriesApiModule, ItemCacheModule],
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
