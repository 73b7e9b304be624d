import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '../database/database.js';
import { tellWorkApart } from '../database/engine/query-counter.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { HealthModule } from '../platform/health/health.module.js';
import { HealthService } from '../platform/health/health.service.js';
import { EntryResourcesModule } from '../resources/entries/entry-resources.module.js';
import { RedisChanges } from '../rest/cache/redis-changes.js';
import { turnTracingOff, turnTracingOn } from '../telemetry/spans.js';
import { Metrics } from './metrics/metrics.service.js';

/** Switches on what the configuration wants to know; everything is off, and free, unless it does. */
@Module({ imports: [HealthModule, EntryResourcesModule], providers: [Metrics], exports: [Metrics] })
export class ObserveModule implements OnModuleInit, OnApplicationShutdown {
  private stopTellingApart?: () => void;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly health: HealthService,
    private readonly redis: RedisChanges,
  ) {}

  onModuleInit(): void {
    const { metricsPort, slowQueryMs, requestQueries, tracing } = this.config.observe;
    if (metricsPort !== undefined || requestQueries || tracing) this.database.statements.turnOn(slowQueryMs);
    if (requestQueries) this.stopTellingApart = tellWorkApart();
    if (tracing) turnTracingOn();
    if (this.config.redisUrl !== undefined)
      this.health.add({
        name: 'redis',
        problem: async () =>
          this.redis.isConnected ? undefined : 'cannot be reached; other processes notice changes later',
      });
  }

  onApplicationShutdown(): void {
    this.stopTellingApart?.();
    if (this.config.observe.tracing) turnTracingOff();
  }
}
