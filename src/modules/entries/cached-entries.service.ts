import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EntriesService, alternate } from './entries.service.js';
import { EntriesStore } from './entries.store.js';
import { type Entry } from './entry.js';
import { type EntryListDto, type ReadEntryDto } from './entry.dto.js';
import { EntryPresenter, type EntryProjection, toItem } from './entry.presenter.js';
import { EntriesListStore, type EntryVersion } from './list/entries-list.store.js';
import { type RequestedEntries } from './list/entry-query.js';
import { hasPasswordCookie } from './post-password.js';
import { type EntryView } from './present/entry-view.js';
import { type CounterRange } from './present/page-rendering.js';
import { afterBlocks, NO_NUMBERS } from '../../rendering/index.js';
import { Database } from '../../database/database.js';
import { seesUncommitted } from '../../database/joined-transaction.js';
import { stampOf, type Versioned } from '../../database/list-index/versions.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Context } from '../../rest/args/common.dto.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { Reply, SerializedItem } from '../../rest/response/reply.js';
import { type RequestContext, RequestLoader, type ResponseOptions } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
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
    if (!this.entries || !this.db.listIndex.hasVersions || seesUncommitted()) return undefined;
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
    // Versions follow neither the tables that a declared field reads nor those that decide about a scope.
    if (site.model.queries.hasScopes) return undefined;
    if (!site.model.fields.areSelfContained(options.embed ? undefined : type.name)) return undefined;
    return new CachePartition(
      this.entries,
      this.counts,
      `${type.name} ${context} ${embedKey(options)} `,
      String(site.revision),
    );
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

/**
 * Serves published entries from `EntryJsonCache`, validated by the query that finds them, and stores those that it had to
 * render. Everything else is left to `EntriesService`.
 */
@Injectable()
export class CachedEntriesService extends EntriesService {
  private readonly versions = new RequestLoader((id: number) => this.store.versionsOf(id));
  private readonly cached = new RequestLoader(async (id: number, ctx: RequestContext, partition: CachePartition) =>
    partition.get(id, await this.versions.of(ctx, id), NO_NUMBERS),
  );

  constructor(
    store: EntriesStore,
    lists: EntriesListStore,
    presenter: EntryPresenter,
    @Inject(PROFILE) profile: Profile,
    private readonly cache: EntryJsonCache,
    private readonly embeds: EmbedRegistry,
  ) {
    super(store, lists, presenter, profile);
  }

  override async list(
    ctx: RequestContext,
    resource: EntryResource,
    args: EntryListDto,
    asked: RequestedEntries,
  ): Promise<Reply> {
    const partition = isPublic(asked) ? this.cache.partition(ctx, resource, args.context) : undefined;
    if (!partition) return super.list(ctx, resource, args, asked);
    const projection = this.listed(ctx, resource, args);
    const found = await this.lists.findVersions(this.queryFor(ctx, asked));
    return this.paged(args, projection, found, (page) => this.pageItems(page, projection, partition));
  }

  override async read(ctx: RequestContext, resource: EntryResource, args: ReadEntryDto): Promise<Reply> {
    const partition = this.cache.partition(ctx, resource, args.context);
    if (!partition) return super.read(ctx, resource, args);
    const cached = await this.current(ctx, partition, args.id);
    // Anonymous requesters may use no other method.
    if (cached)
      return new Reply(new SerializedItem(cached.json), 200, { ...alternate(resource, cached.link), Allow: 'GET' });
    const { entry, view, projection } = await this.loaded(ctx, resource, args);
    const [item] = await this.serialize([entry], view, projection);
    store(partition, entry, await this.versions.of(ctx, entry.id), view, item!);
    return new Reply(item!, 200, alternate(resource, view.link(entry)));
  }

  /** Only what anonymous requests may read is cached. */
  override async isKnownReadable(
    ctx: RequestContext,
    resource: EntryResource,
    { id, context }: ReadEntryDto,
  ): Promise<boolean> {
    const partition = this.cache.partition(ctx, resource, context);
    return partition !== undefined && (await this.current(ctx, partition, id)) !== undefined;
  }

  /** The versions are read before the row. */
  override findToShow(ctx: RequestContext, resource: EntryResource, args: ReadEntryDto): Promise<Entry | undefined> {
    const { id, context } = args;
    if (id > 0 && this.cache.partition(ctx, resource, context)) this.versions.of(ctx, id).catch(() => undefined);
    return super.findToShow(ctx, resource, args);
  }

  /** The cached entry, if its versions are still current. */
  private async current(ctx: RequestContext, partition: CachePartition, id: number): Promise<CachedEntry | undefined> {
    return partition.has(id) ? this.cached.of(ctx, id, ctx, partition) : undefined;
  }

  /** Reads only the entries that are not cached. */
  private async pageItems(
    found: readonly EntryVersion[],
    projection: EntryProjection,
    partition: CachePartition,
  ): Promise<SerializedItem[]> {
    const { items, missing, ...before } = partition.collect(found);
    if (missing.size > 0) {
      const ids = [...missing.keys()];
      const related = this.presenter.related(ids, projection);
      const [rows] = await Promise.all([
        this.store.byIds(ids, { content: projection.needs.content ?? projection.needs.html }),
        related,
      ]);
      const entries = await this.readable(
        projection.ctx,
        ids.flatMap((id) => rows.get(id) ?? []),
      );
      const view = await this.presenter.view(entries, projection, { related, ...before });
      const rendered = await this.serialize(entries, view, projection);
      for (const [index, entry] of entries.entries()) {
        items.set(entry.id, rendered[index]!);
        store(partition, entry, missing.get(entry.id)!, view, rendered[index]!);
      }
    }
    return found.flatMap((versions) => items.get(versions.found) ?? []);
  }

  /** Presents and serializes entries, with everything they embed. */
  private serialize(
    entries: readonly Entry[],
    view: EntryView,
    projection: EntryProjection,
  ): Promise<SerializedItem[]> {
    return this.embeds.serialize(
      projection.ctx,
      entries.map((entry) => toItem(entry, view, projection)),
    );
  }
}

/** Only published entries are the same for every anonymous request; sticky ones that lead a list are not part of its page. */
function isPublic({ statuses, leading }: RequestedEntries): boolean {
  return statuses.length === 1 && statuses[0] === 'publish' && !leading?.length;
}

/** Caches a rendered entry, unless it may change without a new version. */
function store(
  partition: CachePartition,
  entry: Entry,
  versions: Versioned,
  view: EntryView,
  { json }: SerializedItem,
): void {
  if (entry.status !== 'publish' || !view.isCacheable(entry)) return;
  partition.store(entry.id, versions, {
    json,
    link: view.link(entry),
    numbers: view.numbers(entry),
    isInBlocks: view.isInBlocks(entry),
  });
}
