import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CacheMetrics } from '../../rest/cache/response-cache.js';

const SAMPLE_EVERY_MS = 60_000;
/** A day of samples. */
const MAX_SAMPLES = 1440;

export interface CacheSample {
  /** Seconds since 1970. */
  time: number;
  hits: number;
  misses: number;
  bytes: number;
}

/** Statistics of this process's response cache for each minute. */
@Injectable()
export class CacheHistoryService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly samples: CacheSample[] = [];
  private last = { hits: 0, misses: 0 };
  private timer?: NodeJS.Timeout;

  constructor(private readonly metrics: CacheMetrics) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.sample(), SAMPLE_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Oldest first; the last one is the current minute. */
  history(): CacheSample[] {
    return [...this.samples, this.current()];
  }

  private sample(): void {
    this.samples.push(this.current());
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
    const { hits, misses } = this.metrics.snapshot();
    this.last = { hits, misses };
  }

  private current(): CacheSample {
    const { hits, misses, bytes } = this.metrics.snapshot();
    return {
      time: Math.floor(Date.now() / 1000),
      hits: hits - this.last.hits,
      misses: misses - this.last.misses,
      bytes,
    };
  }
}
