import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database.js';
import { seesUncommitted } from '../database/joined-transaction.js';
import { stampOf, type Versioned } from '../database/list-index/versions.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { type Site } from '../site/site.js';

/** A part of a page, and whether the versions of its entry follow everything that it was made from. */
export interface PagePart<T> {
  readonly value: T;
  readonly isCacheable: boolean;
  /** Length of its texts. */
  readonly bytes: number;
}

interface StampedPart {
  readonly stamp: string;
  readonly value: object;
  readonly bytes: number;
}

/** Memory that parts of pages take at most, as long as the entry cache is on. */
const MOST_BYTES = 16 * 1_048_576;
const OVERHEAD_BYTES = 1000;

/**
 * Parts of pages that are made from one entry, such as its card in an archive. Like the JSON of the entry cache, a part is used
 * only under the versions that it was made under, which each request reads before (src/database/list-index).
 */
@Injectable()
export class PagePartsService {
  private readonly parts?: LRUCache<string, StampedPart>;

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) { entryCacheMb }: Config,
  ) {
    if (entryCacheMb > 0)
      this.parts = new LRUCache({
        maxSize: Math.min(MOST_BYTES, entryCacheMb * 1_048_576),
        sizeCalculation: ({ bytes }, key) => bytes + key.length + OVERHEAD_BYTES,
      });
  }

  /** Whether parts can be validated. */
  isUsable({ model }: Site): boolean {
    return this.parts !== undefined && this.db.listIndex.hasVersions && !seesUncommitted() && !model.queries.hasScopes;
  }

  get<T extends object>(site: Site, key: string, versions: Versioned): T | undefined {
    const found = this.parts?.get(key);
    return found?.stamp === this.stamp(site, versions) ? (found.value as T) : undefined;
  }

  /** `versions` must have been read before the entry itself. */
  set(site: Site, key: string, versions: Versioned, { value, isCacheable, bytes }: PagePart<object>): void {
    if (isCacheable) this.parts?.set(key, { stamp: this.stamp(site, versions), value, bytes });
  }

  private stamp(site: Site, versions: Versioned): string {
    return `${stampOf(versions)} ${site.revision}`;
  }
}
