import { Injectable } from '@nestjs/common';
import { TotalsCache } from '../../database/totals-cache.js';
import { ResponseCache } from './response-cache.js';

/** What the cache did since the start, and how full it is. */
@Injectable()
export class CacheMetrics {
  constructor(
    private readonly cache: ResponseCache,
    private readonly totals: TotalsCache,
  ) {}

  snapshot() {
    return {
      ...this.cache.counts,
      ...this.cache.size,
      totalHits: this.totals.counts.hits,
      totalMisses: this.totals.counts.misses,
    };
  }
}
