import { Inject, Injectable } from '@nestjs/common';
import { type Entry } from './entry.js';
import { EntriesStore } from './entries.store.js';
import { EntriesListStore, type EntryVersion } from './list/entries-list.store.js';
import { type EntryQuery } from './list/entry-query.js';
import { type EntryView } from './present/entry-view.js';
import { type PermissionFacts, isReadable, mayDelete, mayEdit, parentsAmong, siteFacts } from './readable.js';
import { NO_NUMBERS } from '../../rendering/index.js';
import { type Versioned } from '../../database/list-index/versions.js';
import { type Context } from '../../rest/args/common.dto.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { type Item, Reply, SerializedItem } from '../../rest/response/reply.js';
import { pageCount, pagedReply } from '../../rest/response/paging.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type EntryListDto, type ReadEntryDto } from './entry.dto.js';
import { pageBeyondEnd, unknownEntry } from './entry.errors.js';
import { EntryPresenter, type EntryProjection, toItem } from './entry.presenter.js';
import { type EntryResource } from './entry-resource.js';
import { EntryJsonCache, type CachedEntry, type CachePartition } from './entry-json-cache.js';
import { TRASHED_FROM } from './entry-sources.js';

/** Reads entries, for posts, pages and media alike. */
@Injectable()
export class EntriesService {
  private readonly byId = new RequestLoader((id: number) => this.store.byId(id));
  private readonly cached = new RequestLoader(async (id: number, ctx: RequestContext, partition: CachePartition) =>
    partition.get(id, await this.versions.of(ctx, id), NO_NUMBERS),
  );
  private readonly versions = new RequestLoader((id: number) => this.store.versionsOf(id));
  private readonly related = new RequestLoader((id: number, showing: EntryProjection) =>
    this.presenter.related([id], showing),
  );
  /** What permission checks need besides the row of an entry; loaded only if needed. */
  private readonly background = new RequestLoader(async (_id: number, entry: Entry) =>
    (await this.backgrounds([entry]))(entry),
  );

  constructor(
    private readonly store: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly presenter: EntryPresenter,
    private readonly cache: EntryJsonCache,
    private readonly embeds: EmbedRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The entry of this resource with this ID, loaded once per request. */
  async find(ctx: RequestContext, { type }: EntryResource, id: number): Promise<Entry | undefined> {
    const entry = id > 0 ? await this.byId.of(ctx, id) : undefined;
    return entry?.type === type.name ? entry : undefined;
  }

  /** The same for an entry that will be returned: starts loading its versions, then its related rows together with its row. */
  findToShow(ctx: RequestContext, resource: EntryResource, { id, context }: ReadEntryDto): Promise<Entry | undefined> {
    if (id > 0 && this.cache.partition(ctx, resource, context)) this.versions.of(ctx, id).catch(() => undefined);
    const found = this.find(ctx, resource, id);
    if (id > 0)
      this.related.of(ctx, id, this.presenter.showing(ctx, resource, 'view', { links: true })).catch(() => undefined);
    return found;
  }

  /** The cached entry, if its versions are still current. */
  async findCached(
    ctx: RequestContext,
    resource: EntryResource,
    { id, context }: ReadEntryDto,
  ): Promise<CachedEntry | undefined> {
    const partition = this.cache.partition(ctx, resource, context);
    return partition?.has(id) ? this.cached.of(ctx, id, ctx, partition) : undefined;
  }

  /** Lets policies check entries that were loaded together without loading each again. */
  private async provide(ctx: RequestContext, entries: readonly Entry[]): Promise<void> {
    if (!this.profile.rest.hintsMethods || ctx.principal.isAnonymous) return;
    const background = await this.backgrounds(entries);
    for (const entry of entries) {
      this.byId.provide(ctx, entry.id, entry);
      this.background.provide(ctx, entry.id, background(entry));
    }
  }

  private async backgrounds(entries: readonly Entry[]): Promise<(entry: Entry) => PermissionFacts> {
    const trashed = entries.filter((entry) => entry.status === 'trash').map((entry) => entry.id);
    const metas = await this.store.metas(trashed, [TRASHED_FROM]);
    return (entry) => ({ trashedFrom: metas.get(entry.id)?.get(TRASHED_FROM) });
  }

  async isReadable(ctx: RequestContext, entry: Entry): Promise<boolean> {
    return (await this.readable(ctx, [entry])).length > 0;
  }

  async mayEdit(ctx: RequestContext, entry: Entry): Promise<boolean> {
    return mayEdit(ctx.principal, entry, siteFacts(ctx.site), await this.background.of(ctx, entry.id, entry));
  }

  async mayDelete(ctx: RequestContext, entry: Entry): Promise<boolean> {
    return mayDelete(ctx.principal, entry, siteFacts(ctx.site), await this.background.of(ctx, entry.id, entry));
  }

  /** The query covers only what the requester may read; the rows are checked again by the rule for single entries. */
  async list(ctx: RequestContext, resource: EntryResource, args: EntryListDto, asked: EntryQuery): Promise<Reply> {
    const { page, per_page: perPage, context } = args;
    const query = this.sorted(asked);
    const showing = this.presenter.showing(ctx, resource, context, { links: !ctx.wants || ctx.wants.has('_links') });
    const isCached = this.cache.covers(query) && !query.leading?.length;
    const partition = isCached ? this.cache.partition(ctx, resource, context) : undefined;
    const found = await (partition
      ? this.lists.findVersions(query)
      : this.lists.find(query, { content: showing.needs.html }));
    const total = args.offset !== undefined && found.items.length === 0 ? 0 : found.total;
    if (this.profile.entries.refusesPagesBeyondEnd && total > 0 && page > pageCount({ total, perPage }))
      throw pageBeyondEnd();
    const items = partition
      ? await this.cachedItems(found.items as EntryVersion[], showing, partition)
      : await this.visibleItems(await this.withLeading(found.items as Entry[], query, showing), showing);
    return pagedReply(ctx, resource.route, items, { total, page, perPage, args });
  }

  private sorted(query: EntryQuery): EntryQuery {
    if (query.orderby === 'author') return { ...query, tiesFollowAuthors: this.profile.entries.supportsTaxQuery };
    const lacksSlugs = query.orderby === 'include_slugs' && !query.slugs?.length;
    return lacksSlugs && this.profile.entries.supportsTaxQuery ? { ...query, orderby: 'date', order: 'asc' } : query;
  }

  /** Sticky entries of the page move to the front; those that are not on it follow, newest first. */
  private async withLeading(
    page: readonly Entry[],
    { type, leading = [], exclude = [] }: EntryQuery,
    { needs }: EntryProjection,
  ): Promise<readonly Entry[]> {
    if (leading.length === 0) return page;
    const listed = new Set(page.map(({ id }) => id));
    const others = leading.filter((id) => !listed.has(id) && !exclude.includes(id));
    const rows = [...(await this.store.byIds(others, { content: needs.html })).values()]
      .filter((entry) => entry.type === type && entry.status === 'publish')
      .sort((one, other) => (one.date === other.date ? other.id - one.id : one.date < other.date ? 1 : -1));
    const isLeading = ({ id }: Entry) => leading.includes(id);
    return [...page.filter(isLeading), ...rows, ...page.filter((entry) => !isLeading(entry))];
  }

  private async visibleItems(entries: readonly Entry[], showing: EntryProjection): Promise<Item[]> {
    const readable = await this.readable(showing.ctx, entries);
    const visible = showing.context === 'edit' ? await this.editable(showing.ctx, readable) : readable;
    await this.provide(showing.ctx, visible);
    return this.presenter.items(visible, showing);
  }

  /** Reads only the entries that are not cached. */
  private async cachedItems(
    found: readonly EntryVersion[],
    showing: EntryProjection,
    partition: CachePartition,
  ): Promise<SerializedItem[]> {
    const { items, missing, ...before } = partition.collect(found);
    if (missing.size > 0) {
      const ids = [...missing.keys()];
      const related = this.presenter.related(ids, showing);
      const [rows] = await Promise.all([this.store.byIds(ids, { content: showing.needs.html }), related]);
      const entries = await this.readable(
        showing.ctx,
        ids.flatMap((id) => rows.get(id) ?? []),
      );
      const view = await this.presenter.view(entries, showing, { related, ...before });
      const rendered = await this.serialize(entries, view, showing);
      for (const [index, entry] of entries.entries()) {
        items.set(entry.id, rendered[index]!);
        store(partition, entry, missing.get(entry.id)!, view, rendered[index]!);
      }
    }
    return found.flatMap((versions) => items.get(versions.found) ?? []);
  }

  /** Presents and serializes entries, with everything they embed. */
  private serialize(entries: readonly Entry[], view: EntryView, showing: EntryProjection): Promise<SerializedItem[]> {
    return this.embeds.serialize(
      showing.ctx,
      entries.map((entry) => toItem(entry, view, showing)),
    );
  }

  /** The response with one entry; the policy has ensured that it may be read. */
  async read(ctx: RequestContext, resource: EntryResource, args: ReadEntryDto): Promise<Reply> {
    const cache = await this.findCached(ctx, resource, args);
    // Anonymous requesters may use no other method.
    if (cache)
      return new Reply(new SerializedItem(cache.json), 200, {
        ...(resource.type.viewable && { Link: alternate(cache.link) }),
        Allow: 'GET',
      });
    const entry = await this.find(ctx, resource, args.id);
    if (!entry) throw unknownEntry();
    return this.item(ctx, resource, entry, args.context, args.excerpt_length);
  }

  /** An entry with its permalink. */
  async item(
    ctx: RequestContext,
    resource: EntryResource,
    entry: Entry,
    context: Context,
    excerptWords?: number,
  ): Promise<Reply> {
    const showing = this.presenter.showing(ctx, resource, context, { links: true, alternate: true, excerptWords });
    const view = await this.presenter.view([entry], showing, {
      related: this.related.of(showing.ctx, entry.id, showing),
    });
    const headers: Record<string, string> = resource.type.viewable ? { Link: alternate(view.link(entry)) } : {};
    const partition = this.cache.partition(ctx, resource, context);
    if (!partition) return new Reply(toItem(entry, view, showing), 200, headers);
    const [rendered] = await this.serialize([entry], view, showing);
    store(partition, entry, await this.versions.of(ctx, entry.id), view, rendered!);
    return new Reply(rendered!, 200, headers);
  }

  /** Entries the requester may read, as items with their links. */
  async items(
    ctx: RequestContext,
    resource: EntryResource,
    entries: readonly Entry[],
    context: Context,
  ): Promise<Item[]> {
    await this.provide(ctx, entries);
    return this.presenter.items(entries, this.presenter.showing(ctx, resource, context, { links: true }));
  }

  async editable(ctx: RequestContext, entries: readonly Entry[]): Promise<Entry[]> {
    const background = await this.backgrounds(entries);
    const site = siteFacts(ctx.site);
    return entries.filter((entry) => mayEdit(ctx.principal, entry, site, background(entry)));
  }

  async readable(ctx: RequestContext, entries: readonly Entry[]): Promise<Entry[]> {
    const following = entries
      .filter((entry) => entry.status === 'inherit' && entry.parent > 0)
      .map((entry) => entry.parent);
    const parents = parentsAmong(following.length > 0 ? await this.store.withAncestors(following) : new Map());
    const site = siteFacts(ctx.site);
    return entries.filter((entry) => isReadable(ctx.principal, entry, parents, site));
  }
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

function alternate(link: string): string {
  return `<${link}>; rel="alternate"; type=text/html`;
}
