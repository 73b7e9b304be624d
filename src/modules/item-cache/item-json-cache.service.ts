import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../database/database.js';
import { hasPasswordCookie } from '../../access/authentication/post-password-cookie.js';
import { type Principal } from '../../access/principal.js';
import { seesUncommitted } from '../../database/joined-transaction.js';
import { type ListPage } from '../../database/lists/list-query.js';
import { type FoundVersion, stampOf, type Versioned } from '../../database/lists/indexed/versions.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { afterBlocks, type CounterRange, NO_NUMBERS } from '../../rendering/index.js';
import { type Context } from '../../rest/args/common.dto.js';
import { type FollowedRows } from '../../content-model/field-trace.js';
import { NO_ROWS, RowVersions } from './row-versions.js';
import { type RequestContext, type ResponseOptions } from '../../rest/http/request-context.js';
import { type Item, SerializedItem } from '../../rest/response/reply.js';

export interface CachedItem {
  readonly json: Buffer;
  /** Permalink of an entry. */
  readonly link?: string;
  /** Counter states before and after an entry that is rendered differently in another place of a list. */
  readonly numbers?: CounterRange;
  /** Whether its content was rendered from blocks. */
  readonly isInBlocks?: boolean;
}

/** An entry, as far as the slug that it suggests depends on it. */
export interface SuggestedEntry {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly slug: string;
  readonly parent: number;
}

/** The slug that the JSON of an entry suggests in the edit context. It depends on slugs of other entries, too. */
export interface SlugSuggestion {
  readonly entry: SuggestedEntry;
  readonly slug: string;
}

export interface RenderedItem {
  readonly id: number;
  readonly item: SerializedItem;
  /** Whether the versions of the item follow everything that it was rendered from. */
  readonly isCacheable: boolean;
}

/** Items of a page, and how many items all pages have together. */
export interface ItemPage {
  readonly items: readonly Item[] | readonly SerializedItem[];
  readonly total: number;
}

/** With the versions of everything the JSON was rendered from. */
type Stamped = CachedItem & {
  readonly stamp: string;
  readonly suggested?: SuggestedEntry;
  readonly followed?: FollowedRows;
};

const NO_JSON = Buffer.alloc(0);

const OVERHEAD_BYTES = 500;
const BYTES_PER_ID = 8;

const idsOf = (followed: FollowedRows) => followed.reduce((sum, [, ids]) => sum + ids.length, 0);

/**
 * JSON of entries, comments, users and terms as requesters with the same permissions see it. Each request reads the current versions of its
 * items from the database (src/database/lists), so a hit is never stale, whichever process wrote last.
 */
@Injectable()
export class ItemJsonCache {
  private readonly items?: LRUCache<string, Stamped>;
  readonly counts = { hits: 0, misses: 0 };

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) { entryCacheMb }: Config,
  ) {
    if (entryCacheMb === 0) return;
    this.items = new LRUCache({
      maxSize: entryCacheMb * 1_048_576,
      sizeCalculation: ({ json, link = '', stamp, followed = [] }, key) =>
        json.length + link.length + key.length + stamp.length + idsOf(followed) * BYTES_PER_ID + OVERHEAD_BYTES,
    });
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.items?.size ?? 0, bytes: this.items?.calculatedSize ?? 0 };
  }

  /**
   * A page of a list. Where its items may be cached, `versions` finds them with their current versions, and `page` takes them from
   * the partition; otherwise `read` reads and presents them.
   */
  async list(
    partition: CachePartition | undefined,
    versions: () => Promise<ListPage<FoundVersion>>,
    page: (found: readonly FoundVersion[], partition: CachePartition) => Promise<readonly SerializedItem[]>,
    read: () => Promise<ItemPage>,
  ): Promise<ItemPage> {
    if (!partition) return read();
    const { items: found, total } = await versions();
    return { items: await page(found, partition), total };
  }

  /**
   * The partition for the items of one kind in an anonymous request; undefined if the response depends on more than their
   * versions. The caller ensures that the versions it reads follow everything these items are rendered from.
   */
  partition(ctx: RequestContext, kind: string, context: Context): CachePartition | undefined {
    return ctx.principal.isAnonymous && context !== 'edit' ? this.partitionFor(ctx, kind, context) : undefined;
  }

  /**
   * The same for any requester, where the query that finds the items selects those that the requester may read. In the edit context
   * the caller also compares the suggested slugs. `selected`: the key of `_fields`, where items with a selection of members are worth
   * the memory.
   */
  partitionFor(
    { principal, request, options, site }: RequestContext,
    kind: string,
    context: Context,
    selected?: string,
  ): CachePartition | undefined {
    if (!this.items || !this.db.listIndex.hasVersions || seesUncommitted()) return undefined;
    if (request.method !== 'GET') return undefined;
    const reader = readerKey(principal);
    if (reader === undefined) return undefined;
    // The raw parameter: lists do not declare `password`, but it unlocks entries there too.
    if (
      options.envelope ||
      options.isBulkRead ||
      (options.fields && selected === undefined) ||
      request.param('password') !== undefined ||
      request.param('excerpt_length') !== undefined ||
      hasPasswordCookie(request.header('cookie'))
    )
      return undefined;
    // Versions do not follow the tables that decide about a scope.
    if (site.model.queries.hasScopes) return undefined;
    const form = `${kind} ${context} ${embedKey(options)} ${selected ?? ''} ${reader}`;
    return new CachePartition(this.items, this.counts, form, String(site.revision));
  }
}

/** Capabilities that allow nothing but reading. */
const READING: ReadonlySet<string> = new Set(['read', 'level_0']);

/** Equal for requesters to whom items look the same: those who may only read, or the same user with the same capabilities. */
function readerKey({ id, isAnonymous, isSystem, agent, preview, limits, caps, roles }: Principal): string | undefined {
  if (isAnonymous) return '';
  if (isSystem || agent !== undefined || preview) return undefined;
  const granted = [...caps].filter((name) => !READING.has(name) && !roles.includes(name));
  const digest = () => createHash('sha256').update(granted.join()).digest('base64url');
  const user = granted.length > 0 ? `${id} ${digest()}` : '';
  return `signed in ${caps.has('read')} ${user} ${limits ? JSON.stringify(limits) : ''} `;
}

function embedKey({ embed }: ResponseOptions): string {
  return typeof embed === 'boolean' ? String(embed) : [...embed].sort().join();
}

interface StoreOptions {
  readonly suggestion?: SlugSuggestion;
  /** The rows that fields of the item follow from. */
  readonly followed?: FollowedRows;
  /** Versions of rows that were read before the item. */
  readonly rows?: RowVersions;
}

/** The cached items of one kind, context and embedding. */
export class CachePartition {
  constructor(
    private readonly items: LRUCache<string, Stamped>,
    private readonly counts: { hits: number; misses: number },
    private readonly form: string,
    private readonly site: string,
  ) {}

  /** Whether reading the item's versions is worthwhile. */
  has(id: number): boolean {
    return this.items.has(this.form + id) || this.items.has(this.numbered(id, NO_NUMBERS));
  }

  /** The entry of cached JSON that suggests a slug. */
  suggested(id: number): SuggestedEntry | undefined {
    return this.items.get(this.suggestedKey(id))?.suggested;
  }

  /** `numbers`: the numbers used so far on the page; undefined where they are unknown. `slug`: the one to suggest. */
  get(
    id: number,
    versions: Versioned,
    numbers: string | undefined,
    { slug, rows = NO_ROWS }: { readonly slug?: string; readonly rows?: RowVersions } = {},
  ): CachedItem | undefined {
    const rowStamp = rows.stampOf(this.followedBy(id));
    const stamp = rowStamp === undefined ? undefined : this.stamp(versions, slug, rowStamp);
    const good = (key: string) => {
      const cached = this.items.get(key);
      return cached?.stamp === stamp ? cached : undefined;
    };
    const found = good(this.form + id) ?? (numbers === undefined ? undefined : good(this.numbered(id, numbers)));
    this.counts[found ? 'hits' : 'misses']++;
    return found;
  }

  /**
   * The hits and misses of a page, the counter state before the first miss, and the misses after hits in blocks. `slugs`: those to
   * suggest.
   */
  collect(found: readonly FoundVersion[], slugs?: ReadonlyMap<number, string>, rows = NO_ROWS) {
    const items = new Map<number, SerializedItem>();
    const missing = new Map<number, Versioned>();
    const afterBlockContent = new Set<number>();
    let numbers = NO_NUMBERS;
    let hasBlocks = false;
    for (const versions of found) {
      const id = versions.found;
      const cached = this.get(id, versions, missing.size > 0 ? undefined : numbers, { slug: slugs?.get(id), rows });
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

  /** The items of a page without counters: cached ones, and those that `render` returns for the ids of the others. */
  async page(
    found: readonly FoundVersion[],
    render: (ids: readonly number[]) => Promise<readonly RenderedItem[]>,
  ): Promise<SerializedItem[]> {
    const { items, missing } = this.collect(found);
    if (missing.size > 0)
      for (const { id, item, isCacheable } of await render([...missing.keys()])) {
        items.set(id, item);
        if (isCacheable) this.store(id, missing.get(id)!, { json: item.json });
      }
    return found.flatMap((versions) => items.get(versions.found) ?? []);
  }

  /** `versions` must have been read before the item itself. */
  store(
    id: number,
    versions: Versioned,
    item: CachedItem,
    { suggestion, followed = [], rows }: StoreOptions = {},
  ): void {
    const followedKey = this.followedKey(id);
    if (followed.length > 0) this.items.set(followedKey, { json: NO_JSON, stamp: '', followed });
    else if (this.items.has(followedKey)) this.items.delete(followedKey);
    const rowStamp = followed.length > 0 ? rows?.stampOf(followed) : '';
    // Found while the item was rendered: their versions have not been read before.
    if (rowStamp === undefined) return;
    const key = item.numbers ? this.numbered(id, item.numbers.before) : this.form + id;
    this.items.set(key, { ...item, stamp: this.stamp(versions, suggestion?.slug, rowStamp) });
    if (suggestion) this.items.set(this.suggestedKey(id), { json: NO_JSON, stamp: '', suggested: suggestion.entry });
  }

  /** Reads the versions of the rows that the fields of these items followed from when they were rendered last. */
  rowVersions(ids: readonly number[]): Promise<RowVersions> {
    return RowVersions.read(ids.map((id) => this.followedBy(id)));
  }

  private followedBy(id: number): FollowedRows {
    return this.items.get(this.followedKey(id))?.followed ?? [];
  }

  private followedKey(id: number): string {
    return `${this.form}${id} follows`;
  }

  private suggestedKey(id: number): string {
    return `${this.form}${id} suggested`;
  }

  /** Galleries and players are numbered across a page, so their entries are cached per counter state before them. */
  private numbered(id: number, numbers: string): string {
    return `${this.form}${id} ${numbers}`;
  }

  private stamp(versions: Versioned, slug = '', rows = ''): string {
    return `${stampOf(versions)} ${this.site} ${slug}${rows}`;
  }
}
