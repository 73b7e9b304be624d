import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { EntryViewLoader } from '../entries/read/entry-view.loader.js';
import { RevisionsStore } from '../entries/write/revisions.store.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { type PostType } from '../../content-model/post-types.js';
import { Database } from '../../database/database.js';
import { CONTEXTS, type Context } from '../../rest/args/common.dto.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type EntryView } from '../entries/read/entry-view.js';
import { Links } from '../../rest/response/links.js';
import { pagedReply } from '../../rest/response/paging.js';
import { Item, type Reply } from '../../rest/response/reply.js';
import { isTruthy } from '../../text/php/php-values.js';
import { visibleMeta } from '../meta/meta.field.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type DeleteRevisionDto, type ListRevisionsDto, type ReadRevisionDto } from './revisions.dto.js';
import { includeMissing, searchMissing } from '../entries/api/entry.errors.js';
import { revisionFields, type RevisionResource } from './revisions.fields.js';
import { fieldRequest } from '../../rest/http/field-request.js';
import { revisionOfAnother, noTrash, offsetBeyondEnd, pageBeyondEnd, unknownRevision } from './revisions.errors.js';

/** Which versions a list shows; the newest come first. */
export type RevisionPageDto = Pick<ListRevisionsDto, 'page'> &
  Partial<Pick<ListRevisionsDto, 'per_page' | 'offset' | 'include' | 'exclude' | 'search' | 'order' | 'orderby'>>;

export interface RevisionPage {
  readonly revisions: Entry[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
}

/** Without `per_page` the first page has all revisions. */
const UNPAGED = Number.MAX_SAFE_INTEGER;

@Injectable()
export class RevisionsService {
  private readonly byId = new RequestLoader((id: number) => this.store.byId(id));

  constructor(
    private readonly database: Database,
    private readonly store: EntriesStore,
    private readonly revisions: RevisionsStore,
    private readonly views: EntryViewLoader,
    private readonly deletion: EntryDeletionService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The entry whose revisions are requested; undefined if there is none of the type. */
  async parent(ctx: RequestContext, type: string, id: number): Promise<Entry | undefined> {
    const entry = id > 0 ? await this.byId.of(ctx, id) : undefined;
    return entry?.type === type ? entry : undefined;
  }

  /** The revision, or the error for this path. */
  async find(ctx: RequestContext, { parent, id }: { parent: number; id: number }): Promise<Entry | RestError> {
    const revision = id > 0 ? await this.byId.of(ctx, id) : undefined;
    if (revision?.type !== 'revision') return unknownRevision();
    return revision.parent === parent ? revision : revisionOfAnother();
  }

  async list(ctx: RequestContext, resource: RevisionResource, args: ListRevisionsDto): Promise<Item[] | Reply> {
    const { parent, context } = args;
    const content = resource.fields.members(this.profile, context, ctx.wants).has('content');
    if (this.profile.entries.pagesRevisions) return this.page(ctx, resource, args, content);
    const revisions = await this.revisions.of(parent, { content });
    return this.present(ctx, resource, revisions, context, ctx.wants);
  }

  private async page(
    ctx: RequestContext,
    resource: RevisionResource,
    args: ListRevisionsDto,
    content: boolean,
  ): Promise<Reply> {
    const { revisions, ...paging } = await this.pageOf(args.parent, args, content);
    const items = await this.present(ctx, resource, revisions, args.context, ctx.wants);
    return pagedReply(ctx, `${resource.type.route}/${args.parent}/revisions`, items, { ...paging, args });
  }

  /** One page of the versions of an entry, and where it lies. */
  async pageOf(parent: number, args: RevisionPageDto, content: boolean): Promise<RevisionPage> {
    const { page, include = [], exclude = [], order = 'desc', orderby = 'date' } = args;
    const search = isTruthy(args.search) ? args.search : undefined;
    if (orderby === 'relevance' && !search) throw searchMissing();
    if (orderby === 'include' && include.length === 0) throw includeMissing();
    const perPage = args.per_page ?? UNPAGED;
    // An offset only moves pages: without `per_page` all revisions are on the first one.
    const skipped = args.per_page === undefined ? 0 : Math.abs(args.offset ?? (page - 1) * perPage);
    const offset = Math.min(skipped, Number.MAX_SAFE_INTEGER);
    const query = { include, exclude, search, order, orderby, perPage, offset, content };
    const { revisions, total } = await this.revisions.page(parent, query);
    const requested = args.offset ?? 0;
    if (total > 0 && requested >= total) throw offsetBeyondEnd(requested);
    if (total > 0 && requested === 0 && page > Math.ceil(total / perPage)) throw pageBeyondEnd();
    return { revisions, total, page, perPage };
  }

  async read(ctx: RequestContext, resource: RevisionResource, args: ReadRevisionDto): Promise<Item> {
    const [item] = await this.present(ctx, resource, [await this.found(ctx, args)], args.context, ctx.wants);
    return item!;
  }

  async delete(
    ctx: RequestContext,
    resource: RevisionResource,
    args: DeleteRevisionDto,
  ): Promise<Record<string, unknown>> {
    const revision = await this.found(ctx, args);
    if (!args.force) throw noTrash();
    const [previous] = await this.present(ctx, resource, [revision], askedContext(ctx));
    await this.deleteRow(revision.id);
    return { deleted: true, previous: previous!.members };
  }

  async deleteRow(id: number): Promise<void> {
    await this.database.transaction((tx) => this.deletion.deleteRevision(tx, id));
  }

  async found(ctx: RequestContext, args: { parent: number; id: number }): Promise<Entry> {
    const revision = await this.find(ctx, args);
    if (revision instanceof RestError) throw revision;
    return revision;
  }

  private async present(
    ctx: RequestContext,
    { type, fields }: RevisionResource,
    revisions: readonly Entry[],
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<Item[]> {
    const view = await this.view(ctx, type, revisions, fields.members(this.profile, context, only));
    const project = fields.projection(this.profile, context, only);
    return revisions.map((revision) => new Item(project(revision, view), parentLinks(ctx, type, revision)));
  }

  /** Everything that the fields of the type's revisions need. */
  view(
    ctx: RequestContext,
    type: PostType,
    revisions: readonly Entry[],
    members: ReadonlySet<string>,
  ): Promise<EntryView> {
    const { site, principal } = ctx;
    const fields = revisionFields(site.model, type).filter(({ name }) => members.has(name));
    const metaFields = members.has('meta') ? visibleMeta(site.model, 'post', type.name, principal) : [];
    const needs = {
      ...(fields.length > 0 && { fields, fieldRequest: fieldRequest(ctx) }),
      html: members.has('content') || members.has('excerpt'),
      link: false,
      meta: false,
      taxonomies: [],
      revisions: false,
      metaFields: () => metaFields,
    };
    return this.views.load(site, revisions, needs, () => true);
  }
}

/** The link to the entry, which WordPress derives from the member `parent`. */
export function parentLinks({ site, wants }: RequestContext, { route }: PostType, { parent }: Entry): Links {
  const links = new Links();
  return parent > 0 && (wants?.has('parent') ?? true) ? links.add('parent', site.rest(`${route}/${parent}`)) : links;
}

/** Deletion declares no context, but respects one that is given. */
function askedContext({ request }: RequestContext): Context {
  return CONTEXTS.find((context) => context === request.param('context')) ?? 'view';
}
