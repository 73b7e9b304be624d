import { siteFacts } from '../../../access/capabilities/index.js';
import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../../access/principal.js';
import { type Entry } from '../model/entry.js';
import { EntriesStore } from '../read/entries.store.js';
import { EntriesListStore } from '../read/list/entries-list.store.js';
import { type EntryQuery, type RequestedEntries } from '../read/list/entry-query.js';
import { readableScope } from '../read/list/readable-scope.store.js';
import { type EntryView } from '../read/entry-view.js';
import { type PermissionFacts, isReadable, mayDelete, mayEdit, parentsAmong } from '../model/readable.js';
import { type Context } from '../../../rest/args/common.dto.js';
import { type Item, Reply, SerializedItem } from '../../../rest/response/reply.js';
import { pageCount, pagedReply } from '../../../rest/response/paging.js';
import { type RequestContext, RequestLoader } from '../../../rest/http/request-context.js';
import { EmbedRegistry } from '../../../rest/response/embed.js';
import { mapInTurns } from '../../../text/turns.js';
import { EntriesCache, type EntryList, type RenderedEntry } from '../cache/entries-cache.service.js';
import { type ItemPage } from '../../item-cache/item-json-cache.service.js';
import { type ContentOption } from '../read/entry-contents.store.js';
import { type PreloadedPage } from '../read/entry-view.loader.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { type EntryListDto, type ReadEntryDto } from './entry.dto.js';
import { pageBeyondEnd, unknownEntry } from './entry.errors.js';
import { EntryPresenter, type EntryProjection, toItem } from './entry.presenter.js';
import { type EntryResource } from './entry-resource.js';
import { PreviewedEntryLoader } from './previewed-entry.loader.js';
import { TRASHED_FROM } from '../model/entry-sources.js';

/** Anonymous requesters may use no other method, so no policy has to be asked. */
const READS_ONLY = { Allow: 'GET' };

/** Reads entries, for posts, pages and media alike. */
@Injectable()
export class EntriesService {
  private readonly byId = new RequestLoader((id: number, { preview }: Principal) =>
    preview?.entry === id ? this.previewed.load(preview) : this.store.byId(id),
  );
  private readonly related = new RequestLoader((id: number, projection: EntryProjection) =>
    this.presenter.related([id], projection),
  );
  /** What permission checks need besides the row of an entry; loaded only if needed. */
  private readonly permissionFacts = new RequestLoader(async (_id: number, entry: Entry) =>
    (await this.permissionFactsOf([entry]))(entry),
  );

  constructor(
    private readonly store: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly presenter: EntryPresenter,
    private readonly cache: EntriesCache,
    private readonly embeds: EmbedRegistry,
    private readonly previewed: PreviewedEntryLoader,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The entry of this resource with this ID, loaded once per request. */
  async find(ctx: RequestContext, { type }: EntryResource, id: number): Promise<Entry | undefined> {
    const entry = id > 0 ? await this.byId.of(ctx, id, ctx.principal) : undefined;
    return entry?.type === type.name ? entry : undefined;
  }

  /** The same for an entry that will be returned: starts loading its related rows together with its row. */
  findToShow(ctx: RequestContext, resource: EntryResource, { id, context }: ReadEntryDto): Promise<Entry | undefined> {
    this.cache.readVersions(ctx, resource.type, id, context);
    const found = this.find(ctx, resource, id);
    if (id > 0)
      this.related
        .of(ctx, id, this.presenter.projection(ctx, resource, 'view', { links: true }))
        .catch(() => undefined);
    return found;
  }

  /** Whether the entry may certainly be read, without looking at its row. */
  async isCertainlyReadable(
    ctx: RequestContext,
    { type }: EntryResource,
    { id, context }: ReadEntryDto,
  ): Promise<boolean> {
    // Only what anonymous requests may read is cached.
    return (await this.cache.find(ctx, type, id, context)) !== undefined;
  }

  /** Lets policies check entries that were loaded together without loading each again. */
  private async provide(ctx: RequestContext, entries: readonly Entry[]): Promise<void> {
    if (!this.profile.rest.hintsMethods || ctx.principal.isAnonymous) return;
    const facts = await this.permissionFactsOf(entries);
    for (const entry of entries) {
      this.byId.provide(ctx, entry.id, entry);
      this.permissionFacts.provide(ctx, entry.id, facts(entry));
    }
  }

  private async permissionFactsOf(entries: readonly Entry[]): Promise<(entry: Entry) => PermissionFacts> {
    const trashed = entries.filter((entry) => entry.status === 'trash').map((entry) => entry.id);
    const metas = await this.store.metas(trashed, [TRASHED_FROM]);
    return (entry) => ({ trashedFrom: metas.get(entry.id)?.get(TRASHED_FROM) });
  }

  async isReadable(ctx: RequestContext, entry: Entry): Promise<boolean> {
    return (await this.readable(ctx, [entry])).length > 0;
  }

  async mayEdit(ctx: RequestContext, entry: Entry): Promise<boolean> {
    return mayEdit(ctx.principal, entry, siteFacts(ctx.site), await this.permissionFacts.of(ctx, entry.id, entry));
  }

  async mayDelete(ctx: RequestContext, entry: Entry): Promise<boolean> {
    return mayDelete(ctx.principal, entry, siteFacts(ctx.site), await this.permissionFacts.of(ctx, entry.id, entry));
  }

  /** The query covers only what the requester may read; the rows are checked again by the rule for single entries. */
  async list(
    ctx: RequestContext,
    resource: EntryResource,
    args: EntryListDto,
    requested: RequestedEntries,
  ): Promise<Reply> {
    const { context, offset, page, per_page: perPage } = args;
    const query = this.queryFor(ctx, requested);
    const links = !ctx.wants || ctx.wants.has('_links');
    const projection = this.presenter.projection(ctx, resource, context, { links });
    const list: EntryList = {
      ctx,
      type: resource.type,
      context,
      query,
      suggestsSlugs: projection.needs.slugs === true,
      render: (ids, before) => this.renderedEntries(ids, projection, before),
    };
    const found = await this.cache.list(list, () => this.page(query, projection));
    const isOutside = query.offset < 0 || query.offset >= found.total;
    const total = offset !== undefined && isOutside ? 0 : found.total;
    if (this.profile.entries.refusesPagesBeyondEnd && total > 0 && page > pageCount({ total, perPage }))
      throw pageBeyondEnd();
    const reply = pagedReply(ctx, resource.route, found.items, { total, page, perPage, args });
    return ctx.principal.isAnonymous ? reply.with(READS_ONLY) : reply;
  }

  /** A page that is read without the cache. */
  private async page(query: EntryQuery, projection: EntryProjection): Promise<ItemPage> {
    const { items, total } = await this.lists.find(query, { content: readsContent(projection) });
    return { items: await this.visibleItems(await this.withLeading(items, query, projection), projection), total };
  }

  /** Limited to what the requester may read, and sorted as WordPress does. */
  private queryFor(ctx: RequestContext, requested: RequestedEntries): EntryQuery {
    const query: EntryQuery = { ...requested, scope: readableScope(ctx) };
    if (query.orderby === 'author') return { ...query, tiesFollowAuthors: this.profile.entries.ordersWithinAuthors };
    const lacksSlugs = query.orderby === 'include_slugs' && !query.slugs?.length;
    return lacksSlugs && this.profile.entries.listsOldestWithoutSlugs
      ? { ...query, orderby: 'date', order: 'asc' }
      : query;
  }

  /** Sticky entries of the page move to the front; those that are not on it follow, newest first. */
  private async withLeading(
    page: readonly Entry[],
    { type, leading = [], exclude = [] }: EntryQuery,
    projection: EntryProjection,
  ): Promise<readonly Entry[]> {
    if (leading.length === 0) return page;
    const listed = new Set(page.map(({ id }) => id));
    const missing = leading.filter((id) => !listed.has(id) && !exclude.includes(id));
    const rows = [...(await this.store.byIds(missing, { content: readsContent(projection) })).values()]
      .filter((entry) => entry.type === type && entry.status === 'publish')
      .sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1));
    const isLeading = ({ id }: Entry) => leading.includes(id);
    return [...page.filter(isLeading), ...rows, ...page.filter((entry) => !isLeading(entry))];
  }

  private async visibleItems(entries: readonly Entry[], projection: EntryProjection): Promise<Item[]> {
    const isOfFiles = projection.resource.type.name === 'attachment';
    const ids = entries.map(({ id }) => id);
    const preloaded = isOfFiles ? this.presenter.preload(ids, projection) : undefined;
    const ancestors = await this.ancestorsOf(entries);
    const readable = readableAmong(projection.ctx, entries, ancestors);
    const visible = projection.context === 'edit' ? await this.editable(projection.ctx, readable) : readable;
    await this.provide(projection.ctx, visible);
    const isOfChildren = isOfFiles && readable.every(({ status }) => status === 'inherit');
    return this.presenter.items(visible, projection, isOfChildren ? { ...preloaded, ancestors } : preloaded);
  }

  /** Entries that the cache lacks, with everything they embed. */
  private async renderedEntries(
    ids: readonly number[],
    projection: EntryProjection,
    before: PreloadedPage,
  ): Promise<RenderedEntry[]> {
    const { ctx, context } = projection;
    const related = this.presenter.related(ids, projection);
    const [rows] = await Promise.all([this.store.byIds(ids, { content: readsContent(projection) }), related]);
    const readable = await this.readable(
      ctx,
      ids.flatMap((id) => rows.get(id) ?? []),
    );
    const entries = context === 'edit' ? await this.editable(ctx, readable) : readable;
    await this.provide(ctx, entries);
    return this.rendered(entries, await this.presenter.view(entries, projection, { related, ...before }), projection);
  }

  private async rendered(
    entries: readonly Entry[],
    view: EntryView,
    projection: EntryProjection,
  ): Promise<RenderedEntry[]> {
    const items = await mapInTurns(entries, (entry) => toItem(entry, view, projection));
    const serialized = await this.embeds.serialize(projection.ctx, items);
    const trace = projection.needs.fieldRequest?.trace;
    const followed = (id: number) => (trace ? trace.of(id) : []);
    return entries.map((entry, index) => ({
      entry,
      view,
      item: serialized[index]!,
      ...(projection.needs.link && { link: view.link(entry) }),
      followed: followed(entry.id),
    }));
  }

  /** The response with one entry; the policy has ensured that it may be read. */
  async read(ctx: RequestContext, resource: EntryResource, args: ReadEntryDto): Promise<Reply> {
    const { id, context } = args;
    const cached = await this.cache.find(ctx, resource.type, id, context);
    if (cached)
      return new Reply(new SerializedItem(cached.json), 200, {
        ...alternate(resource, cached.link ?? ''),
        ...READS_ONLY,
      });
    const { entry, view, projection } = await this.loaded(ctx, resource, args);
    const rendered = async () => (await this.rendered([entry], view, projection))[0]!;
    const added = await this.cache.add(ctx, resource.type, context, rendered);
    return new Reply(added ?? toItem(entry, view, projection), 200, alternate(resource, view.link(entry)));
  }

  /** An entry with everything that is returned for it. */
  private async loaded(
    ctx: RequestContext,
    resource: EntryResource,
    { id, context, excerpt_length: excerptWords }: ReadEntryDto,
  ): Promise<{ entry: Entry; view: EntryView; projection: EntryProjection }> {
    const entry = await this.find(ctx, resource, id);
    if (!entry) throw unknownEntry();
    const projection = this.presenter.projection(ctx, resource, context, {
      links: true,
      alternate: true,
      excerptWords,
    });
    const related = this.related.of(ctx, id, projection);
    return { entry, view: await this.presenter.view([entry], projection, { related }), projection };
  }

  /** Entries the requester may read, as items with their links. */
  async items(
    ctx: RequestContext,
    resource: EntryResource,
    entries: readonly Entry[],
    context: Context,
  ): Promise<Item[]> {
    await this.provide(ctx, entries);
    return this.presenter.items(entries, this.presenter.projection(ctx, resource, context, { links: true }));
  }

  /** One entry as an item with its links, read in one go; undefined if there is none. */
  async item(ctx: RequestContext, resource: EntryResource, id: number, context: Context): Promise<Item | undefined> {
    const projection = this.presenter.projection(ctx, resource, context, { links: true });
    const found = this.find(ctx, resource, id);
    const preloaded = this.presenter.preload([id], projection);
    const entry = await found;
    if (!entry) return undefined;
    await this.provide(ctx, [entry]);
    const [item] = await this.presenter.items([entry], projection, preloaded);
    return item;
  }

  async editable(ctx: RequestContext, entries: readonly Entry[]): Promise<Entry[]> {
    const facts = await this.permissionFactsOf(entries);
    const site = siteFacts(ctx.site);
    return entries.filter((entry) => mayEdit(ctx.principal, entry, site, facts(entry)));
  }

  async readable(ctx: RequestContext, entries: readonly Entry[]): Promise<Entry[]> {
    return readableAmong(ctx, entries, await this.ancestorsOf(entries));
  }

  /** Everything above entries that are as readable as their parent. */
  private async ancestorsOf(entries: readonly Entry[]): Promise<ReadonlyMap<number, Entry>> {
    const parents = entries
      .filter(({ status, parent }) => status === 'inherit' && parent > 0)
      .map(({ parent }) => parent);
    return parents.length > 0 ? this.store.withAncestors(parents) : new Map<number, Entry>();
  }
}

function readableAmong(
  { principal, site }: RequestContext,
  entries: readonly Entry[],
  ancestors: ReadonlyMap<number, Entry>,
): Entry[] {
  const parents = parentsAmong(ancestors);
  const facts = siteFacts(site);
  return entries.filter((entry) => isReadable(principal, entry, parents, facts));
}

function readsContent({ needs }: EntryProjection): ContentOption {
  return needs.content ?? needs.html;
}

/** The header with the permalink, of types that have pages. */
export function alternate({ type }: EntryResource, link: string): Record<string, string> {
  return type.viewable ? { Link: `<${link}>; rel="alternate"; type=text/html` } : {};
}
