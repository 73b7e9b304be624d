import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CacheMetrics } from '../../rest/cache/response-cache.js';

const SAMPLE_EVERY_MS = 60_000;
/** A day of samples. */
const MAX_SAMPLES = 1440;
const MAX_DAYS = 7;

export interface CacheSample {
  /** Seconds since 1970. */
  time: number;
  hits: number;
  misses: number;
  bytes: number;
}

export interface PageViews {
  /** `2030-05-01`, in UTC. */
  day: string;
  views: number;
}

/** Statistics of this process's response cache for each minute, and views of site pages for each day. */
@Injectable()
export class CacheHistoryService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly samples: CacheSample[] = [];
  private last = { hits: 0, misses: 0 };
  /** Views up to the end of each day since the start, the oldest first. */
  private readonly days = new Map<string, number>();
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

  /** Views of site pages on the last seven days, the oldest first; of fewer days if the process started later. */
  pageViews(): PageViews[] {
    this.countDay();
    let before = 0;
    const all = [...this.days].map(([day, total]) => {
      const views = total - before;
      before = total;
      return { day, views };
    });
    return all.slice(-MAX_DAYS);
  }

  private countDay(): void {
    this.days.set(new Date().toISOString().slice(0, 10), this.metrics.snapshot().pageViews);
    // One day more, from whose end the first one counts.
    while (this.days.size > MAX_DAYS + 1) this.days.delete([...this.days.keys()][0]!);
  }

  private sample(): void {
    this.countDay();
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
