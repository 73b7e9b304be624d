import { Injectable } from '@nestjs/common';
import { type CacheTag } from '../route/route.types.js';

/** When something made from a table changes by itself next, after a moment; both in milliseconds since 1970. */
export type NextChange = (after: number) => Promise<number>;

/** Knows which answers change with time alone, such as when a scheduled post's time comes. */
@Injectable()
export class CacheHorizon {
  private readonly sources = new Map<CacheTag, NextChange>();

  add(tag: CacheTag, next: NextChange): void {
    this.sources.set(tag, next);
  }

  /** The first such change to any of these tables. */
  async after(moment: number, tags: Iterable<CacheTag>): Promise<number> {
    let first = Number.POSITIVE_INFINITY;
    for (const tag of tags) first = Math.min(first, (await this.sources.get(tag)?.(moment)) ?? first);
    return first;
  }
}
