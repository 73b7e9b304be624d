import cluster from 'node:cluster';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { SharedSecret } from '../../database/shared-secret.js';
import { type Counters, COUNTERS } from './counters.js';
import { MemoryCounters } from './memory-counters.js';
import { WorkerCounters } from './worker-counters.js';

const SECRET_OPTION = 'nestpress_limits_secret';

/** The counters of all rate limits, shared between processes if there is a way to share them. */
@Global()
@Module({})
export class LimitsModule {
  static forRoot({ redisUrl }: { redisUrl?: string }): DynamicModule {
    const useFactory = async (database: Database): Promise<Counters> => {
      const nearby = cluster.isWorker ? new WorkerCounters() : new MemoryCounters();
      if (redisUrl === undefined) return nearby;
      // Loads ioredis, which is not needed without a URL.
      const { RedisCounters } = await import('./redis-counters.js');
      const secret = new SharedSecret(database, SECRET_OPTION);
      return new RedisCounters(redisUrl, nearby, () => secret.read());
    };
    return {
      module: LimitsModule,
      providers: [{ provide: COUNTERS, useFactory, inject: [Database] }],
      exports: [COUNTERS],
    };
  }
}
