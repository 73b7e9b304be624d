import { Inject, Injectable } from '@nestjs/common';
import { type ListPage } from '../../database/lists/list-query.js';
import { type Context } from '../../rest/args/common.dto.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { pagedReply } from '../../rest/response/paging.js';
import { type Item, type Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { siteDate } from '../../text/dates.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { readableScope } from '../entries/read/list/readable-scope.store.js';
import { VERSIONED_COMMENT_META } from '../entries/model/entry-sources.js';
import {
  type CachePartition,
  ItemJsonCache,
  type ItemPage,
  type RenderedItem,
} from '../item-cache/item-json-cache.service.js';
import { visibleMeta } from '../meta/meta.field.js';
import { type Comment } from './comment.js';
import { type CommentQuery, type CommentReader } from './comment-query.js';
import { type ListCommentsDto } from './comments.dto.js';
import { CommentsPolicy, listPassword, moderates } from './comments.policy.js';
import { CommentsService, ROUTE } from './comments.service.js';
import { CommentsStore } from './comments.store.js';

const EMPTY = { items: [], total: 0 };

/** Lists comments; filters, searches and totals cover only what the requester may read. */
@Injectable()
export class CommentsListService {
  constructor(
    private readonly comments: CommentsStore,
    private readonly policy: CommentsPolicy,
    private readonly service: CommentsService,
    private readonly cache: ItemJsonCache,
    private readonly embeds: EmbedRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async list(ctx: RequestContext, args: ListCommentsDto): Promise<Reply> {
    const { items, total } = await this.page(ctx, args);
    return pagedReply(ctx, ROUTE, items, { total, perPage: args.per_page, page: args.page, args });
  }

  private page(ctx: RequestContext, args: ListCommentsDto): Promise<ItemPage> {
    const isEmpty = args.orderby === 'include' && args.include.length === 0;
    const query = commentQuery(ctx, args);
    return this.cache.list(
      this.partition(ctx, args.context),
      async () => (isEmpty ? EMPTY : this.comments.findVersions(query)),
      (found, partition) =>
        partition.page(found, async (ids) => this.rendered(ctx, await this.comments.inOrder(ids), args)),
      async () => {
        const { items, total }: ListPage<Comment> = isEmpty ? EMPTY : await this.comments.list(query);
        return { items: (await this.readable(ctx, items, args)).items, total };
      },
    );
  }

  /** Undefined if the comments of the response may change without a new version of their posts. */
  private partition(ctx: RequestContext, context: Context): CachePartition | undefined {
    const { site, principal, options } = ctx;
    // The number of a page follows from threads, which may contain comments of other posts.
    if (options.embed || site.isOn('page_comments') || site.model.fields.of('comment').length > 0) return undefined;
    const isVersioned = visibleMeta(site.model, 'comment', undefined, principal).every(({ key }) =>
      VERSIONED_COMMENT_META.includes(key),
    );
    return isVersioned ? this.cache.partition(ctx, 'comments', context) : undefined;
  }

  private async readable(
    ctx: RequestContext,
    comments: readonly Comment[],
    args: ListCommentsDto,
  ): Promise<{ readable: readonly Comment[]; items: Item[] }> {
    const options = { context: args.context, only: ctx.wants, withLinks: ctx.wants?.has('_links') ?? true };
    const posts = comments.map((comment) => comment.post);
    const related = this.service.related(ctx, comments, options);
    const [access] = await Promise.all([this.policy.access(ctx, posts), related]);
    const password = listPassword(args);
    const readable = comments.filter((comment) => access.mayReadComment(comment, password));
    return { readable, items: await this.service.items(ctx, readable, access, options, related) };
  }

  private async rendered(
    ctx: RequestContext,
    comments: readonly Comment[],
    args: ListCommentsDto,
  ): Promise<RenderedItem[]> {
    const { readable, items } = await this.readable(ctx, comments, args);
    const [serialized, accounts] = await Promise.all([
      this.embeds.serialize(ctx, items),
      this.service.emailsOfUsers(readable),
    ]);
    // No version follows an account that is created later with the ID of an author.
    const isCacheable = ({ author }: Comment) =>
      author === 0 || !this.profile.users.secureAvatars || accounts.has(author);
    return readable.map((comment, index) => ({
      id: comment.id,
      item: serialized[index]!,
      isCacheable: isCacheable(comment),
    }));
  }
}

function commentQuery(ctx: RequestContext, args: ListCommentsDto): CommentQuery {
  const values = args as unknown as Readonly<Record<string, unknown>>;
  const filters = ctx.site.model.queries
    .rowFiltersOf('comments')
    .filter(({ name }) => values[name] !== undefined)
    .map((filter) => [filter, values[filter.name]] as const);
  const offset = Math.abs(args.offset ?? 0) || (args.page - 1) * args.per_page;
  return {
    status: args.status,
    type: args.type,
    search: args.search,
    after: siteDate(args.after, ctx.site.zone),
    before: siteDate(args.before, ctx.site.zone),
    email: args.author_email,
    posts: args.post,
    parents: args.parent,
    parentsExclude: args.parent_exclude,
    authors: args.author,
    authorsExclude: args.author_exclude,
    include: args.include,
    exclude: args.exclude,
    orderby: args.orderby,
    ...(filters.length > 0 && { filters }),
    order: args.order,
    perPage: args.per_page,
    offset: Math.min(offset, Number.MAX_SAFE_INTEGER),
    reader: commentReader(ctx, args),
  };
}

/** Undefined for moderators who may edit everything: they read all comments. */
function commentReader(ctx: RequestContext, args: ListCommentsDto): CommentReader | undefined {
  const scope = readableScope(ctx);
  if (moderates(ctx.principal) && scope.readsAll() && scope.editsAll()) return undefined;
  return { userId: ctx.principal.id, scope, password: listPassword(args) };
}
