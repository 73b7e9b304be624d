import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntryVersion } from './list/entries-list.store.js';
import { type EntryQuery } from './list/entry-query.js';
import { hasPasswordCookie } from './post-password.js';
import { type CounterRange } from './present/page-rendering.js';
import { afterBlocks, NO_NUMBERS } from '../../rendering/index.js';
import { Database } from '../../database/database.js';
import { stampOf, type Versioned } from '../../database/list-index/versions.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Context } from '../../rest/args/common.dto.js';
import { SerializedItem } from '../../rest/response/reply.js';
import { type RequestContext, type ResponseOptions } from '../../rest/http/request-context.js';
import { type EntryResource } from './entry-resource.js';

export interface CachedEntry {
  readonly json: Buffer;
  /** Permalink of the entry. */
  readonly link: string;
  /** Counter states before and after an entry that is rendered differently in another place of a list. */
  readonly numbers?: CounterRange;
  /** Whether its content was rendered from blocks. */
  readonly isInBlocks?: boolean;
}

/** With the versions of everything the JSON was rendered from. */
type Stamped = CachedEntry & { readonly stamp: string };

const OVERHEAD_BYTES = 500;

/**
 * JSON of published entries as anonymous requests see it. Each request reads the current versions of its entries from the
 * database (src/database/list-index), so a hit is never stale, whichever process wrote last.
 */
@Injectable()
export class EntryJsonCache {
  private readonly entries?: LRUCache<string, Stamped>;
  readonly counts = { hits: 0, misses: 0 };

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) { entryCacheMb }: Config,
  ) {
    if (entryCacheMb === 0) return;
    this.entries = new LRUCache({
      maxSize: entryCacheMb * 1_048_576,
      sizeCalculation: ({ json, link }, key) => json.length + link.length + key.length + OVERHEAD_BYTES,
    });
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.entries?.size ?? 0, bytes: this.entries?.calculatedSize ?? 0 };
  }

  /** The partition for a request; undefined if the response depends on the requester or cannot be validated. */
  partition(
    { principal, request, options, site }: RequestContext,
    { type }: EntryResource,
    context: Context,
  ): CachePartition | undefined {
    if (!this.entries || !this.db.listIndex.hasVersions) return undefined;
    // The version of an entry follows its embedded parent only for pages.
    const isCovered = type.name !== 'attachment' && (!type.hierarchical || type.name === 'page');
    if (!principal.isAnonymous || request.method !== 'GET' || context === 'edit' || !isCovered) return undefined;
    // The raw parameter: lists do not declare `password`, but it unlocks entries there too.
    if (
      options.envelope ||
      options.fields ||
      request.param('password') !== undefined ||
      request.param('excerpt_length') !== undefined ||
      hasPasswordCookie(request.header('cookie'))
    )
      return undefined;
    return new CachePartition(
      this.entries,
      this.counts,
      `${type.name} ${context} ${embedKey(options)} `,
      String(site.revision),
    );
  }

  /** Only published entries are the same for every anonymous request. */
  covers({ statuses }: EntryQuery): boolean {
    return statuses.length === 1 && statuses[0] === 'publish';
  }
}

function embedKey({ embed }: ResponseOptions): string {
  return typeof embed === 'boolean' ? String(embed) : [...embed].sort().join();
}

/** The cached entries of one type, context and embedding. */
export class CachePartition {
  constructor(
    private readonly entries: LRUCache<string, Stamped>,
    private readonly counts: { hits: number; misses: number },
    private readonly form: string,
    private readonly site: string,
  ) {}

  /** Whether reading the entry's versions is worthwhile. */
  has(id: number): boolean {
    return this.entries.has(this.form + id) || this.entries.has(this.numbered(id, NO_NUMBERS));
  }

  /** `numbers`: the numbers used so far on the page; undefined where they are unknown. */
  get(id: number, versions: Versioned, numbers: string | undefined): CachedEntry | undefined {
    const stamp = this.stamp(versions);
    const good = (key: string) => {
      const cached = this.entries.get(key);
      return cached?.stamp === stamp ? cached : undefined;
    };
    const found = good(this.form + id) ?? (numbers === undefined ? undefined : good(this.numbered(id, numbers)));
    this.counts[found ? 'hits' : 'misses']++;
    return found;
  }

  /** The hits and misses of a page, the counter state before the first miss, and the misses after hits in blocks. */
  collect(found: readonly EntryVersion[]) {
    const items = new Map<number, SerializedItem>();
    const missing = new Map<number, Versioned>();
    const afterBlockContent = new Set<number>();
    let numbers = NO_NUMBERS;
    let hasBlocks = false;
    for (const versions of found) {
      const cached = this.get(versions.found, versions, missing.size > 0 ? undefined : numbers);
      if (cached) {
        items.set(versions.found, new SerializedItem(cached.json));
        hasBlocks ||= cached.isInBlocks === true;
        if (missing.size === 0) numbers = cached.numbers?.after ?? (hasBlocks ? afterBlocks(numbers) : numbers);
      } else {
        missing.set(versions.found, versions);
        if (hasBlocks) afterBlockContent.add(versions.found);
      }
    }
    return { items, missing, numbers, afterBlockContent };
  }

  /** `versions` must have been read before the entry itself. */
  store(id: number, versions: Versioned, entry: CachedEntry): void {
    const key = entry.numbers ? this.numbered(id, entry.numbers.before) : this.form + id;
    this.entries.set(key, { ...entry, stamp: this.stamp(versions) });
  }

  /** Galleries and players are numbered across a page, so their entries are cached per counter state before them. */
  private numbered(id: number, numbers: string): string {
    return `${this.form}${id} ${numbers}`;
  }

  private stamp(versions: Versioned): string {
    return `${stampOf(versions)} ${this.site}`;
  }
}
