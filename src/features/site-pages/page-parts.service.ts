import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, seesUncommitted, stampOf, type TableName, type Versioned } from '../../database/index.js';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { etagOf } from '../../rest/cache/index.js';
import { type Site } from '../../site/index.js';

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

/** A part that all pages have in common. */
interface SharedPart {
  readonly value: Promise<object>;
  readonly revision: number;
  freshUntil: number;
}

interface RenderedPage {
  readonly sources: readonly unknown[];
  readonly page: { readonly body: string; readonly etag: string };
}

/** Memory that parts of pages take at most, and rendered pages again, as long as the entry cache is on. */
const MAX_BYTES = 16 * 1_048_576;
const OVERHEAD_BYTES = 1000;

/** As long as options are. */
const FRESH_MS = 1000;

/** Tables that shared parts are made from. */
const SHARED_TABLES: readonly TableName[] = [
  'options',
  'posts',
  'postmeta',
  'terms',
  'term_taxonomy',
  'term_relationships',
];

/**
 * Parts of pages that are made from one entry, such as its card in an archive. Like the JSON of the entry cache, a part is used
 * only under the versions that it was made under, which each request reads before (src/database/lists).
 *
 * A part stays the same object as long as it is current, so that a page is rendered again only if one of its parts is another.
 */
@Injectable()
export class PagePartsService {
  private readonly parts?: LRUCache<string, StampedPart>;
  private readonly pages?: LRUCache<string, RenderedPage>;
  private readonly shared = new Map<string, SharedPart>();

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) { entryCacheMb }: Config,
  ) {
    if (entryCacheMb === 0) return;
    const maxSize = Math.min(MAX_BYTES, entryCacheMb * 1_048_576);
    this.parts = new LRUCache({
      maxSize,
      sizeCalculation: ({ bytes }, key) => bytes + key.length + OVERHEAD_BYTES,
    });
    this.pages = new LRUCache({
      maxSize,
      sizeCalculation: ({ page }, key) => 2 * page.body.length + key.length + OVERHEAD_BYTES,
    });
    const tables = SHARED_TABLES.map((name) => db.tablePrefix + name);
    db.changes.listen((changed) => {
      if (tables.some((table) => changed.has(table))) for (const part of this.shared.values()) part.freshUntil = 0;
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

  /** The part as it was, whether or not it is still current. */
  latest<T extends object>(key: string): T | undefined {
    return this.parts?.peek(key)?.value as T | undefined;
  }

  /** `versions` must have been read before the entry itself. */
  set(site: Site, key: string, versions: Versioned, { value, isCacheable, bytes }: PagePart<object>): void {
    if (isCacheable) this.parts?.set(key, { stamp: this.stamp(site, versions), value, bytes });
  }

  /**
   * A part that all pages have in common, such as the menu. Like the options, it is read at most once a second, and again after each
   * write of this process. It stays the same object as long as its content does.
   */
  async ofSite<T extends object>(site: Site, name: string, read: () => Promise<T>): Promise<T> {
    if (!this.isUsable(site)) return read();
    const cached = this.shared.get(name);
    if (cached?.revision === site.revision && performance.now() < cached.freshUntil) return cached.value as Promise<T>;
    const value = Promise.all([read(), cached?.value.catch(() => undefined)]).then(([current, before]) =>
      JSON.stringify(current) === JSON.stringify(before) ? (before as T) : current,
    );
    const part: SharedPart = { value, revision: site.revision, freshUntil: performance.now() + FRESH_MS };
    this.shared.set(name, part);
    value.catch(() => (part.freshUntil = 0));
    return value;
  }

  /** The page as it was rendered from the same sources before: equal values and the same objects. */
  rendered<T extends { readonly body: string }>(
    key: string,
    sources: readonly unknown[],
    render: () => T,
  ): T & RenderedPage['page'] {
    const cached = this.pages?.get(key);
    if (cached?.sources.length === sources.length && sources.every((source, index) => source === cached.sources[index]))
      return cached.page as T & RenderedPage['page'];
    const rendered = render();
    const page = { ...rendered, etag: etagOf(Buffer.from(rendered.body)) };
    this.pages?.set(key, { sources, page });
    return page;
  }

  private stamp(site: Site, versions: Versioned): string {
    return `${stampOf(versions)} ${site.revision}`;
  }
}
