import { Injectable } from '@nestjs/common';
import { type Entry } from '../model/entry.js';
import { EntriesStore } from '../read/entries.store.js';
import { type EntryView } from '../read/entry-view.js';
import { EntryViewLoader, type PreloadedPage } from '../read/entry-view.loader.js';
import { EntriesListStore } from '../read/list/entries-list.store.js';
import { type EntryQuery } from '../read/list/entry-query.js';
import { NO_NUMBERS } from '../../../rendering/index.js';
import { type FollowedRows } from '../../../content-model/field-trace.js';
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
import { type RowVersions } from '../../item-cache/row-versions.js';

/** A list of entries, as far as the cache needs to know it. */
export interface EntryList {
  readonly ctx: RequestContext;
  readonly type: PostType;
  readonly context: Context;
  readonly query: EntryQuery;
  /** Whether the items suggest slugs, which depend on other entries. */
  readonly suggestsSlugs: boolean;
  /** Renders entries that are not cached, as far as the requester may read them. `before`: what is before them on the page. */
  render(ids: readonly number[], before: PreloadedPage): Promise<readonly RenderedEntry[]>;
}

export interface RenderedEntry {
  readonly entry: Entry;
  readonly view: EntryView;
  readonly item: SerializedItem;
  /** The permalink, unless the response has none. */
  readonly link?: string;
  /** What its declared fields follow from; undefined if that is not known. */
  readonly followed: FollowedRows | undefined;
}

/** The versions of a single entry, and of what its cached fields follow from. */
interface CheckedVersions {
  readonly own: Versioned;
  readonly rows: RowVersions;
}

/**
 * Published entries in `ItemJsonCache`. Lists find their entries by a query that also reads the current versions; single entries
 * read them first.
 */
@Injectable()
export class EntriesCache {
  private readonly versions = new RequestLoader(
    async (id: number, partition: CachePartition): Promise<CheckedVersions> => {
      const [own, rows] = await Promise.all([this.store.versionsOf(id), partition.rowVersions([id])]);
      return { own, rows };
    },
  );
  private readonly cached = new RequestLoader(async (id: number, ctx: RequestContext, partition: CachePartition) => {
    const { own, rows } = await this.versions.of(ctx, id, partition);
    return partition.get(id, own, NO_NUMBERS, { rows });
  });

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
    const partition = id > 0 ? this.partition(ctx, type, context) : undefined;
    if (partition) this.versions.of(ctx, id, partition).catch(() => undefined);
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
    const { own, rows } = await this.versions.of(ctx, rendered.entry.id, partition);
    store(partition, rendered, own, { rows });
    return rendered.item;
  }

  private partition(ctx: RequestContext, type: PostType, context: Context): CachePartition | undefined {
    const kind = cachedKind(ctx, type);
    return kind && this.items.partition(ctx, kind.name, context);
  }

  /** For any requester, except with embedded resources: their versions do not follow who may read those. */
  private listPartition(ctx: RequestContext, type: PostType, context: Context): CachePartition | undefined {
    if (!ctx.principal.isAnonymous && ctx.options.embed) return undefined;
    const kind = cachedKind(ctx, type);
    // Members of entries alone are read as fast; what fields read is not.
    const selected = kind?.isTraced && !ctx.options.embed ? ctx.wants?.key : undefined;
    return kind && this.items.partitionFor(ctx, kind.name, context, selected);
  }

  /** Renders only the entries that are not cached. */
  private async page(
    found: readonly FoundVersion[],
    list: EntryList,
    partition: CachePartition,
  ): Promise<SerializedItem[]> {
    const [slugs, rows] = await Promise.all([
      list.suggestsSlugs ? this.slugsToSuggest(found, list, partition) : undefined,
      partition.rowVersions(found.map((versions) => versions.found)),
    ]);
    const { items, missing, ...before } = partition.collect(found, slugs, rows);
    if (missing.size > 0)
      for (const rendered of await list.render([...missing.keys()], before)) {
        const { id } = rendered.entry;
        items.set(id, rendered.item);
        store(partition, rendered, missing.get(id)!, { rows, suggestsSlug: list.suggestsSlugs });
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

/** A kind of items in the cache. */
interface CachedKind {
  readonly name: string;
  /** Whether fields name rows that their values follow from. */
  readonly isTraced: boolean;
}

/** Undefined where it cannot be checked if everything that entries are rendered from is as before. */
function cachedKind({ options, site, request, wants }: RequestContext, type: PostType): CachedKind | undefined {
  const { name, hierarchical } = type;
  const { model } = site;
  // Versions follow an embedded parent only if it is a page.
  const isParentCovered = name === 'attachment' ? options.embed === false : !hierarchical || name === 'page';
  if (!isParentCovered) return undefined;
  // Nor do they follow what relations lead to, and fields of embedded resources.
  if (options.embed && (model.relationsOf(name).length > 0 || !model.fields.areSelfContained)) return undefined;
  const { isComplete, fields } = model.fields.tracedOf(name, wants);
  if (!isComplete) return undefined;
  const parameters = [...new Set(fields.flatMap(({ traced }) => traced?.parameters ?? []))];
  const values = parameters.map((parameter) => JSON.stringify(request.param(parameter)) ?? '');
  return { name: [name, ...values].join(' '), isTraced: fields.length > 0 };
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
  { entry, view, item: { json }, link, followed }: RenderedEntry,
  versions: Versioned,
  { rows, suggestsSlug = false }: { readonly rows: RowVersions; readonly suggestsSlug?: boolean },
): void {
  if (entry.status !== publicStatus(entry.type) || !view.isCacheable(entry) || !followed) return;
  const item = { json, link, numbers: view.numbers(entry), isInBlocks: view.isInBlocks(entry) };
  const suggestion = suggestsSlug ? suggestionFor(entry, view) : undefined;
  partition.store(entry.id, versions, item, { rows, followed, ...(suggestion && { suggestion }) });
}

function suggestionFor(entry: Entry, view: EntryView): SlugSuggestion {
  const { id, type, title, slug, parent } = entry;
  return { entry: { id, type, title, slug, parent }, slug: view.generatedSlug(entry) };
}
