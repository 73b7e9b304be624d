import { Inject, Injectable } from '@nestjs/common';
import { EntriesService, alternate } from '../read/entries.service.js';
import { EntriesStore } from '../read/entries.store.js';
import { type Entry } from '../model/entry.js';
import { type EntryListDto, type ReadEntryDto } from '../api/entry.dto.js';
import { EntryPresenter, type EntryProjection, toItem } from '../api/entry.presenter.js';
import { type CachedItem, type CachePartition, ItemJsonCache, type SlugSuggestion } from './item-json-cache.service.js';
import { EntriesListStore } from '../read/list/entries-list.store.js';
import { type RequestedEntries } from '../read/list/entry-query.js';
import { type EntryView } from '../read/entry-view.js';
import { NO_NUMBERS } from '../../../rendering/index.js';
import { type FoundVersion, type Versioned } from '../../../database/lists/indexed/versions.js';
import { type Context } from '../../../rest/args/common.dto.js';
import { EmbedRegistry } from '../../../rest/response/embed.js';
import { Reply, SerializedItem } from '../../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../../rest/http/request-context.js';
import { mapInTurns } from '../../../text/turns.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { type EntryResource } from '../api/entry-resource.js';

/**
 * Serves published entries from `ItemJsonCache`, validated by the query that finds them, and stores those that it had to
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
    private readonly cache: ItemJsonCache,
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
    const partition = isPublic(asked) ? this.listPartition(ctx, resource, args.context) : undefined;
    if (!partition) return super.list(ctx, resource, args, asked);
    const projection = this.listed(ctx, resource, args);
    const found = await this.lists.findVersions(this.queryFor(ctx, asked));
    return this.paged(args, projection, found, (page) => this.pageItems(page, projection, partition));
  }

  override async read(ctx: RequestContext, resource: EntryResource, args: ReadEntryDto): Promise<Reply> {
    const partition = this.partition(ctx, resource, args.context);
    if (!partition) return super.read(ctx, resource, args);
    const cached = await this.current(ctx, partition, args.id);
    // Anonymous requesters may use no other method.
    if (cached)
      return new Reply(new SerializedItem(cached.json), 200, {
        ...alternate(resource, cached.link ?? ''),
        Allow: 'GET',
      });
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
    const partition = this.partition(ctx, resource, context);
    return partition !== undefined && (await this.current(ctx, partition, id)) !== undefined;
  }

  /** The versions are read before the row. */
  override findToShow(ctx: RequestContext, resource: EntryResource, args: ReadEntryDto): Promise<Entry | undefined> {
    const { id, context } = args;
    if (id > 0 && this.partition(ctx, resource, context)) this.versions.of(ctx, id).catch(() => undefined);
    return super.findToShow(ctx, resource, args);
  }

  private partition(ctx: RequestContext, resource: EntryResource, context: Context): CachePartition | undefined {
    return isCovered(ctx, resource) ? this.cache.partition(ctx, resource.type.name, context) : undefined;
  }

  /** For any requester, except with embedded resources: their versions do not follow who may read those. */
  private listPartition(ctx: RequestContext, resource: EntryResource, context: Context): CachePartition | undefined {
    if (!ctx.principal.isAnonymous && ctx.options.embed) return undefined;
    return isCovered(ctx, resource) ? this.cache.partitionFor(ctx, resource.type.name, context) : undefined;
  }

  /** The cached entry, if its versions are still current. */
  private async current(ctx: RequestContext, partition: CachePartition, id: number): Promise<CachedItem | undefined> {
    return partition.has(id) ? this.cached.of(ctx, id, ctx, partition) : undefined;
  }

  /** Reads only the entries that are not cached. */
  private async pageItems(
    found: readonly FoundVersion[],
    projection: EntryProjection,
    partition: CachePartition,
  ): Promise<SerializedItem[]> {
    const slugs = projection.needs.slugs ? await this.slugsToSuggest(found, projection, partition) : undefined;
    const { items, missing, ...before } = partition.collect(found, slugs);
    if (missing.size > 0) {
      const ids = [...missing.keys()];
      const related = this.presenter.related(ids, projection);
      const [rows] = await Promise.all([
        this.store.byIds(ids, { content: projection.needs.content ?? projection.needs.html }),
        related,
      ]);
      const readable = await this.readable(
        projection.ctx,
        ids.flatMap((id) => rows.get(id) ?? []),
      );
      const entries = projection.context === 'edit' ? await this.editable(projection.ctx, readable) : readable;
      await this.provide(projection.ctx, entries);
      const view = await this.presenter.view(entries, projection, { related, ...before });
      const rendered = await this.serialize(entries, view, projection);
      for (const [index, entry] of entries.entries()) {
        items.set(entry.id, rendered[index]!);
        store(partition, entry, missing.get(entry.id)!, view, rendered[index]!, projection.needs.slugs);
      }
    }
    return found.flatMap((versions) => items.get(versions.found) ?? []);
  }

  /** The slugs that cached entries would suggest now. */
  private slugsToSuggest(
    found: readonly FoundVersion[],
    projection: EntryProjection,
    partition: CachePartition,
  ): Promise<ReadonlyMap<number, string>> {
    const suggested = found.flatMap((versions) => partition.suggested(versions.found) ?? []);
    return this.presenter.generatedSlugs(projection, suggested);
  }

  /** Presents and serializes entries, with everything they embed. */
  private async serialize(
    entries: readonly Entry[],
    view: EntryView,
    projection: EntryProjection,
  ): Promise<SerializedItem[]> {
    const items = await mapInTurns(entries, (entry) => toItem(entry, view, projection));
    return this.embeds.serialize(projection.ctx, items);
  }
}

/** Whether versions follow everything that the entries of a response are rendered from. */
function isCovered({ options, site }: RequestContext, { type }: EntryResource): boolean {
  // They follow an embedded parent only if it is a page, and no tables that a declared field reads.
  const isParentCovered =
    type.name === 'attachment' ? options.embed === false : !type.hierarchical || type.name === 'page';
  return isParentCovered && site.model.fields.areSelfContained(options.embed ? undefined : type.name);
}

/**
 * Only published entries, and files whose parents are, are the same for every request; sticky ones that lead a list
 * are not part of its page.
 */
function isPublic({ type, statuses, leading }: RequestedEntries): boolean {
  return statuses.length === 1 && statuses[0] === publicStatus(type) && !leading?.length;
}

function publicStatus(type: string): string {
  return type === 'attachment' ? 'inherit' : 'publish';
}

/** Caches a rendered entry, unless it may change without a new version. */
function store(
  partition: CachePartition,
  entry: Entry,
  versions: Versioned,
  view: EntryView,
  { json }: SerializedItem,
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
