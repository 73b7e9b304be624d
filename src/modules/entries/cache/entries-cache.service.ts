import { Injectable } from '@nestjs/common';
import { type Entry } from '../model/entry.js';
import { EntriesStore } from '../read/entries.store.js';
import { type EntryView } from '../read/entry-view.js';
import { EntryViewLoader, type PreloadedPage } from '../read/entry-view.loader.js';
import { EntriesListStore } from '../read/list/entries-list.store.js';
import { type EntryQuery } from '../read/list/entry-query.js';
import { NO_NUMBERS } from '../../../rendering/index.js';
import { type PostType } from '../../../content-model/post-types.js';
import { type FoundVersion, type Versioned } from '../../../database/lists/indexed/versions.js';
import { type Context } from '../../../rest/args/common.dto.js';
import { type SerializedItem } from '../../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../../rest/http/request-context.js';
import {
  type CachedItem,
  type CachePartition,
  ItemJsonCache,
  type ItemPage,
  type SlugSuggestion,
} from '../../item-cache/item-json-cache.service.js';

/** A list of entries, as far as the cache needs to know it. */
export interface EntryList {
  readonly ctx: RequestContext;
  readonly type: PostType;
  readonly context: Context;
  readonly query: EntryQuery;
  /** Whether the items suggest slugs, which depend on other entries. */
  readonly suggestsSlugs: boolean;
  /** Renders entries that are not cached, as far as the requester may read them. `page`: what is before them on the page. */
  render(ids: readonly number[], page: PreloadedPage): Promise<readonly RenderedEntry[]>;
}

export interface RenderedEntry {
  readonly entry: Entry;
  readonly view: EntryView;
  readonly item: SerializedItem;
}

/**
 * Published entries in `ItemJsonCache`. Lists find their entries by a query that also reads the current versions; single entries
 * read them first.
 */
@Injectable()
export class EntriesCache {
  private readonly versions = new RequestLoader((id: number) => this.store.versionsOf(id));
  private readonly cached = new RequestLoader(async (id: number, ctx: RequestContext, partition: CachePartition) =>
    partition.get(id, await this.versions.of(ctx, id), NO_NUMBERS),
  );

  constructor(
    private readonly store: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly views: EntryViewLoader,
    private readonly items: ItemJsonCache,
  ) {}

  /** A page of the list: cached items, and those that `list.render` adds; what `read` returns where nothing may be cached. */
  list(list: EntryList, read: () => Promise<ItemPage>): Promise<ItemPage> {
    const { ctx, type, context, query } = list;
    const partition = isPublic(query) ? this.listPartition(ctx, type, context) : undefined;
    return this.items.list(
      partition,
      () => this.lists.findVersions(query),
      (found, cached) => this.page(found, list, cached),
      read,
    );
  }

  /** The cached entry, if its versions are still current. */
  async find(ctx: RequestContext, type: PostType, id: number, context: Context): Promise<CachedItem | undefined> {
    const partition = this.partition(ctx, type, context);
    return partition?.has(id) ? this.cached.of(ctx, id, ctx, partition) : undefined;
  }

  /** Starts reading the versions of an entry that may be cached; call it before the entry is read. */
  readVersions(ctx: RequestContext, type: PostType, id: number, context: Context): void {
    if (id > 0 && this.partition(ctx, type, context)) this.versions.of(ctx, id).catch(() => undefined);
  }

  /** Serializes an entry and caches it; undefined where it may not be cached. */
  async add(
    ctx: RequestContext,
    type: PostType,
    context: Context,
    render: () => Promise<RenderedEntry>,
  ): Promise<SerializedItem | undefined> {
    const partition = this.partition(ctx, type, context);
    if (!partition) return undefined;
    const rendered = await render();
    store(partition, rendered, await this.versions.of(ctx, rendered.entry.id));
    return rendered.item;
  }

  private partition(ctx: RequestContext, type: PostType, context: Context): CachePartition | undefined {
    return isCovered(ctx, type) ? this.items.partition(ctx, type.name, context) : undefined;
  }

  /** For any requester, except with embedded resources: their versions do not follow who may read those. */
  private listPartition(ctx: RequestContext, type: PostType, context: Context): CachePartition | undefined {
    if (!ctx.principal.isAnonymous && ctx.options.embed) return undefined;
    return isCovered(ctx, type) ? this.items.partitionFor(ctx, type.name, context) : undefined;
  }

  /** Renders only the entries that are not cached. */
  private async page(
    found: readonly FoundVersion[],
    list: EntryList,
    partition: CachePartition,
  ): Promise<SerializedItem[]> {
    const slugs = list.suggestsSlugs ? await this.slugsToSuggest(found, list, partition) : undefined;
    const { items, missing, ...before } = partition.collect(found, slugs);
    if (missing.size > 0)
      for (const rendered of await list.render([...missing.keys()], before)) {
        const { id } = rendered.entry;
        items.set(id, rendered.item);
        store(partition, rendered, missing.get(id)!, list.suggestsSlugs);
      }
    return found.flatMap((versions) => items.get(versions.found) ?? []);
  }

  /** The slugs that cached entries would suggest now. */
  private slugsToSuggest(
    found: readonly FoundVersion[],
    { ctx }: EntryList,
    partition: CachePartition,
  ): Promise<ReadonlyMap<number, string>> {
    const suggested = found.flatMap((versions) => partition.suggested(versions.found) ?? []);
    return this.views.generatedSlugs(ctx.site, suggested);
  }
}

/** Whether versions follow everything that the entries of a response are rendered from. */
function isCovered({ options, site }: RequestContext, { name, hierarchical }: PostType): boolean {
  // They follow an embedded parent only if it is a page, and no tables that a declared field reads.
  const isParentCovered = name === 'attachment' ? options.embed === false : !hierarchical || name === 'page';
  // Nor what its relations lead to.
  if (options.embed && site.model.relationsOf(name).length > 0) return false;
  return isParentCovered && site.model.fields.areSelfContained(options.embed ? undefined : name);
}

/**
 * Only published entries, and files whose parents are, are the same for every request; sticky ones that lead a list
 * are not part of its page.
 */
function isPublic({ type, statuses, leading }: EntryQuery): boolean {
  return statuses.length === 1 && statuses[0] === publicStatus(type) && !leading?.length;
}

function publicStatus(type: string): string {
  return type === 'attachment' ? 'inherit' : 'publish';
}

/** Caches a rendered entry, unless it may change without a new version. */
function store(
  partition: CachePartition,
  { entry, view, item: { json } }: RenderedEntry,
  versions: Versioned,
  suggestsSlug = false,
): void {
  if (entry.status !== publicStatus(entry.type) || !view.isCacheable(entry)) return;
  const item = { json, link: view.link(entry), numbers: view.numbers(entry), isInBlocks: view.isInBlocks(entry) };
  partition.store(entry.id, versions, item, suggestsSlug ? suggestionFor(entry, view) : undefined);
}

function suggestionFor(entry: Entry, view: EntryView): SlugSuggestion {
  const { id, type, title, slug, parent } = entry;
  return { entry: { id, type, title, slug, parent }, slug: view.generatedSlug(entry) };
}
