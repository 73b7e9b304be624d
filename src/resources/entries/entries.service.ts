import { Inject, Injectable } from '@nestjs/common';
import { type Entry } from '../../content/entries/entry.js';
import { EntriesStore } from '../../content/entries/entries.store.js';
import { EntriesListStore } from '../../content/entries/list/entries-list.store.js';
import { type EntryQuery } from '../../content/entries/list/entry-query.js';
import { unlockedByCookie } from '../../content/entries/password-cookie.js';
import { EntryViewLoader, type ViewNeeds } from '../../content/entries/present/entry-view.loader.js';
import { type EntryView } from '../../content/entries/present/entry-view.js';
import { type Related } from '../../content/entries/related/related.loader.js';
import { type EntryBackground, isReadable, mayEdit, parentsAmong, passwordUnlocks, siteFacts } from '../../content/entries/readable.js';
import { type Context } from '../../rest/args/common.args.js';
import { type Projection } from '../../rest/fields/resource-fields.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { pageCount, pagedReply } from '../../rest/response/paging.js';
import { type RequestContext } from '../../rest/route/context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { allowedActions } from './action-links.js';
import { type EntryListArgs, type ReadEntryArgs } from './entry.args.js';
import { pageBeyondEnd, unknownEntry } from './entry.errors.js';
import { entryLinks, type LinkOptions } from './entry-links.js';
import { type EntryResource } from './entry-resource.js';

const HTML_MEMBERS = ['content', 'excerpt', 'description', 'caption'];
const TERM_MEMBERS: Readonly<Record<string, string>> = { categories: 'category', tags: 'post_tag', format: 'post_format' };

const TRASHED_FROM = '_wp_trash_meta_status';

/** Reading entries: what posts, pages and media do alike. */
@Injectable()
export class EntriesService {
  constructor(
    private readonly store: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly views: EntryViewLoader,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The entry of this resource with this id, loaded once a request. */
  async find(ctx: RequestContext, { type }: EntryResource, id: number): Promise<Entry | undefined> {
    const entry = id > 0 ? await ctx.once(`entry:${id}`, () => this.store.byId(id)) : undefined;
    return entry?.type === type.name ? entry : undefined;
  }

  /** The same, for an entry that will be shown: what belongs to it is asked for together with its row. */
  findToShow(ctx: RequestContext, resource: EntryResource, id: number): Promise<Entry | undefined> {
    const found = this.find(ctx, resource, id);
    if (id > 0) this.relatedTo(ctx, id, this.showing(ctx, resource, 'view', { links: true }).needs).catch(() => undefined);
    return found;
  }

  private relatedTo(ctx: RequestContext, id: number, needs: ViewNeeds): Promise<Related> {
    return ctx.once(`related:${id}`, () => this.views.related([id], needs));
  }

  /** What permissions need to know of an entry besides its row; loaded only where it matters. */
  background(ctx: RequestContext, entry: Entry): Promise<EntryBackground> {
    return ctx.once(`entry-background:${entry.id}`, async () => (await this.backgrounds([entry]))(entry));
  }

  private async backgrounds(entries: readonly Entry[]): Promise<(entry: Entry) => EntryBackground> {
    const trashed = entries.filter((entry) => entry.status === 'trash').map((entry) => entry.id);
    const metas = await this.store.metas(trashed, [TRASHED_FROM]);
    return (entry) => ({ trashedFrom: metas.get(entry.id)?.get(TRASHED_FROM) });
  }

  async isReadable(ctx: RequestContext, entry: Entry): Promise<boolean> {
    return (await this.readable(ctx, [entry])).length > 0;
  }

  async mayEdit(ctx: RequestContext, entry: Entry): Promise<boolean> {
    return mayEdit(ctx.principal, entry, siteFacts(ctx.site), await this.background(ctx, entry));
  }

  /** Rows are dropped after paging: pages come short, and the total counts what the caller may not see. */
  async list(ctx: RequestContext, resource: EntryResource, args: EntryListArgs, query: EntryQuery): Promise<Reply> {
    const { page, per_page: perPage, context } = args;
    const showing = this.showing(ctx, resource, context, { links: !ctx.wants || ctx.wants.has('_links'), password: givenPassword(ctx) });
    const found = await this.lists.find(query, { content: showing.needs.html });
    const total = args.offset !== undefined && found.entries.length === 0 ? 0 : found.total;
    if (this.profile.entries.refusesPagesBeyondEnd && total > 0 && page > pageCount({ total, perPage })) throw pageBeyondEnd();
    const visible = await this.readable(ctx, found.entries);
    const entries = context === 'edit' ? await this.editable(ctx, visible) : visible;
    return pagedReply(ctx, resource.route, await this.present(ctx, resource, entries, showing), { total, page, perPage, args });
  }

  /** The answer to reading one; the policy has made sure that it may be read. */
  async read(ctx: RequestContext, resource: EntryResource, { id, context }: ReadEntryArgs): Promise<Reply> {
    const entry = await this.find(ctx, resource, id);
    if (!entry) throw unknownEntry();
    return this.item(ctx, resource, entry, context);
  }

  /** One entry with the address of its page. */
  async item(ctx: RequestContext, resource: EntryResource, entry: Entry, context: Context): Promise<Reply> {
    const showing = this.showing(ctx, resource, context, { links: true, alternate: true, password: givenPassword(ctx) });
    const view = await this.view(ctx, [entry], showing, this.relatedTo(ctx, entry.id, showing.needs));
    return new Reply(toItem(ctx, resource, entry, view, showing), 200, { Link: `<${view.link(entry)}>; rel="alternate"; type=text/html` });
  }

  /** Entries the caller may see, as items with their links. */
  async items(ctx: RequestContext, resource: EntryResource, entries: readonly Entry[], context: Context): Promise<Item[]> {
    return this.present(ctx, resource, entries, this.showing(ctx, resource, context, { links: true }));
  }

  async editable(ctx: RequestContext, entries: readonly Entry[]): Promise<Entry[]> {
    const background = await this.backgrounds(entries);
    const site = siteFacts(ctx.site);
    return entries.filter((entry) => mayEdit(ctx.principal, entry, site, background(entry)));
  }

  async readable(ctx: RequestContext, entries: readonly Entry[]): Promise<Entry[]> {
    const following = entries.filter((entry) => entry.status === 'inherit' && entry.parent > 0).map((entry) => entry.parent);
    const parents = parentsAmong(following.length > 0 ? await this.store.withAncestors(following) : new Map());
    const site = siteFacts(ctx.site);
    return entries.filter((entry) => isReadable(ctx.principal, entry, parents, site));
  }

  private async present(ctx: RequestContext, resource: EntryResource, entries: readonly Entry[], showing: Showing): Promise<Item[]> {
    if (entries.length === 0) return [];
    const view = await this.view(ctx, entries, showing);
    return entries.map((entry) => toItem(ctx, resource, entry, view, showing));
  }

  private async view(ctx: RequestContext, entries: readonly Entry[], { context, password, needs }: Showing, related?: Promise<Related>): Promise<EntryView> {
    const opened = await unlockedByCookie(ctx.request.header('cookie'), ctx.site.siteUrl, entries);
    // Whoever gets to see an entry in editing context may edit it.
    const isUnlocked = (entry: Entry) => context === 'edit' || passwordUnlocks(entry, password) || opened.has(entry.id);
    return this.views.load(ctx.site, entries, needs, isUnlocked, related);
  }

  /** Decided once a page: which members and links are shown, and what must be loaded for them. */
  private showing(ctx: RequestContext, resource: EntryResource, context: Context, { links, alternate = false, password }: ShowingOptions): Showing {
    const { countsRevisions, tellsActions } = this.profile.entries;
    const members = resource.fields.members(this.profile, context, ctx.wants);
    return {
      context,
      password,
      project: resource.fields.projection(this.profile, context, ctx.wants),
      links: links ? { countsRevisions, actions: tellsActions && context === 'edit' ? allowedActions(resource.type, ctx.principal) : [] } : undefined,
      needs: {
        link: alternate || members.has('link'),
        html: HTML_MEMBERS.some((member) => members.has(member)),
        meta: links || resource.type.name === 'attachment' || members.has('featured_media') || members.has('template'),
        files: resource.type.name === 'attachment',
        taxonomies: Object.keys(TERM_MEMBERS).flatMap((member) => (members.has(member) ? TERM_MEMBERS[member]! : [])),
        revisions: links && countsRevisions && resource.type.supports.includes('revisions'),
      },
    };
  }
}

interface ShowingOptions {
  links: boolean;
  /** The address of the entry's page is told in a header. */
  alternate?: boolean;
  password?: string;
}

interface Showing {
  context: Context;
  password?: string;
  project: Projection<Entry, EntryView>;
  /** Undefined where the answer has no links. */
  links?: LinkOptions;
  needs: ViewNeeds;
}

function toItem(ctx: RequestContext, resource: EntryResource, entry: Entry, view: EntryView, { project, links }: Showing): Item {
  const members = project(entry, view);
  return links ? new Item(members, entryLinks(entry, view, resource, ctx.site, links)) : new Item(members);
}

/** Lists do not declare it, but it unlocks there too. */
function givenPassword({ request }: RequestContext): string | undefined {
  const given = request.param('password');
  return typeof given === 'string' ? given : undefined;
}
