import { APPROVED, PENDING, SPAM, TRASH } from '../../../modules/comments/index.js';
import { BatchLoader } from '../model/batch-loader.js';
import { type GraphContext } from '../context/graph-context.js';
import { type CommentNode } from '../nodes/comment-node.js';
import { commentNodesOf } from '../nodes/find-nodes.js';
import { databaseIdOf } from '../model/global-id.js';
import { type CommentRowsQuery } from '../stores/comment-rows.store.js';
import { type KeysetPage } from '../stores/keyset.store.js';
import { after, type MaybeLater } from '../model/later.js';
import { ConnectionPage, numberedCursor, type PageArgs, readPaging, argumentsKey } from '../model/paging.js';

type Ids = readonly unknown[] | null;

export interface CommentArgs extends PageArgs {
  readonly where?: {
    readonly authorEmail?: string | null;
    readonly authorIn?: Ids;
    readonly authorNotIn?: Ids;
    readonly authorUrl?: string | null;
    readonly commentIn?: Ids;
    readonly commentNotIn?: Ids;
    readonly commentType?: string | null;
    readonly commentTypeIn?: readonly string[] | null;
    readonly commentTypeNotIn?: string | null;
    readonly contentAuthor?: Ids;
    readonly contentAuthorIn?: Ids;
    readonly contentAuthorNotIn?: Ids;
    readonly contentId?: unknown;
    readonly contentIdIn?: Ids;
    readonly contentIdNotIn?: Ids;
    readonly contentName?: string | null;
    readonly contentParent?: number | null;
    readonly contentStatus?: readonly string[] | null;
    readonly contentType?: readonly string[] | null;
    readonly includeUnapproved?: Ids;
    readonly karma?: number | null;
    readonly order?: 'ASC' | 'DESC' | null;
    readonly orderby?: string | null;
    readonly parent?: number | null;
    readonly parentIn?: Ids;
    readonly parentNotIn?: Ids;
    readonly search?: string | null;
    readonly status?: string | null;
    readonly statusIn?: readonly string[] | null;
    readonly userId?: unknown;
  } | null;
}

const STATUSES: ReadonlyMap<string, string> = new Map([
  ['APPROVE', APPROVED],
  ['HOLD', PENDING],
  ['SPAM', SPAM],
  ['TRASH', TRASH],
]);

const idsOf = (values: Ids | undefined) => (values ?? []).map((value) => databaseIdOf(value));
const oneOf = (value: unknown) => (value === undefined || value === null ? [] : [databaseIdOf(value)]);

function queryOf(ctx: GraphContext, { where }: CommentArgs): CommentRowsQuery {
  const moderates = ctx.can('moderate_comments');
  const words = [...(where?.statusIn ?? []), ...(where?.status ? [where.status.toUpperCase()] : [])];
  const requested = words.flatMap((status) => STATUSES.get(status) ?? []);
  const isRefused = !moderates && requested.length > 0 && !requested.includes(APPROVED);
  const statuses = moderates && requested.length > 0 ? requested : moderates ? [APPROVED, PENDING] : [APPROVED];
  const columns = where?.orderby
    ?.toLowerCase()
    .replace('_ip', '_IP')
    .replace('comment_id', 'comment_ID')
    .replace('post_id', 'post_ID');
  return {
    // Addresses are not public: a list must not tell whose comments have one.
    statuses: isRefused || (where?.authorEmail && !moderates) ? [] : statuses,
    ...(moderates && where?.includeUnapproved?.length && { unapprovedOf: idsOf(where.includeUnapproved) }),
    include: idsOf(where?.commentIn),
    exclude: idsOf(where?.commentNotIn),
    authors: [...idsOf(where?.authorIn), ...oneOf(where?.userId)],
    authorsExclude: idsOf(where?.authorNotIn),
    posts: [...oneOf(where?.contentId), ...idsOf(where?.contentIdIn)],
    postsExclude: idsOf(where?.contentIdNotIn),
    parents: [...(typeof where?.parent === 'number' ? [where.parent] : []), ...idsOf(where?.parentIn)],
    parentsExclude: idsOf(where?.parentNotIn),
    types: [...(where?.commentType ? [where.commentType] : []), ...(where?.commentTypeIn ?? [])],
    typesExclude: ['note', ...(where?.commentTypeNotIn ? [where.commentTypeNotIn] : [])],
    email: where?.authorEmail ?? '',
    url: where?.authorUrl ?? '',
    ...(typeof where?.karma === 'number' && { karma: where.karma }),
    search: where?.search ?? '',
    ofPosts: {
      authors: [...idsOf(where?.contentAuthor), ...idsOf(where?.contentAuthorIn)],
      authorsExclude: idsOf(where?.contentAuthorNotIn),
      types: (where?.contentType ?? []).flatMap((value) => ctx.content.typeOf(value)?.definition.name ?? []),
      statuses: (where?.contentStatus ?? []).map((status) => status.toLowerCase().replaceAll('_', '-')),
      name: where?.contentName ?? '',
      ...(typeof where?.contentParent === 'number' && { parent: where.contentParent }),
    },
    orderBy: columns ?? 'comment_date',
    isDescending: where?.order !== 'ASC',
  };
}

async function pageQuery(ctx: GraphContext, args: PageArgs): Promise<KeysetPage> {
  const { amount, isBackward, after, before } = readPaging(args);
  const row = async (cursor: string | undefined) => {
    const id = numberedCursor(cursor);
    return id > 0 && (await ctx.comments.get(id)) ? id : undefined;
  };
  const [from, to] = await Promise.all([row(after), row(before)]);
  return { amount, isBackward, after: from, before: to };
}

function toPage(
  ctx: GraphContext,
  args: PageArgs,
  page: KeysetPage,
  ids: readonly number[],
): MaybeLater<ConnectionPage<CommentNode>> {
  const shown = ids.slice(0, page.amount);
  if (page.isBackward) shown.reverse();
  return after(
    ctx.once('comment nodes', () => commentNodes(ctx)).many(shown),
    (nodes) =>
      new ConnectionPage(
        nodes,
        readPaging(args),
        { hasMore: ids.length > page.amount, hasAfter: page.after !== undefined, hasBefore: page.before !== undefined },
        ({ databaseId }) => databaseId,
      ),
  );
}

const commentNodes = (ctx: GraphContext) =>
  new BatchLoader<number, CommentNode>(async (ids) => {
    const nodes = await commentNodesOf(ctx, await ctx.comments.many(ids));
    return new Map(nodes.map((node) => [node.databaseId, node]));
  });

export async function commentConnection(ctx: GraphContext, args: CommentArgs): Promise<ConnectionPage<CommentNode>> {
  ctx.keys.list('comment');
  const page = await pageQuery(ctx, args);
  return toPage(ctx, args, page, await ctx.services.commentRows.page(queryOf(ctx, args), page));
}

/** Comments that are connected with a node, for all nodes of a level in one statement. */
export function ownedCommentConnection(
  ctx: GraphContext,
  owner: number,
  args: CommentArgs,
  column: 'comment_post_ID' | 'comment_parent' | 'user_id',
): MaybeLater<ConnectionPage<CommentNode>> {
  const loader = ctx.once(
    `comments:${column}:${argumentsKey(args)}`,
    () =>
      new BatchLoader<number, { page: KeysetPage; ids: number[] }>(async (owners) => {
        const page = await pageQuery(ctx, args);
        const pages = await ctx.services.commentRows.pages(queryOf(ctx, args), page, owners, column);
        return new Map([...pages].map(([id, ids]) => [id, { page, ids }]));
      }),
  );
  return after(loader.get(owner), (found) =>
    toPage(ctx, args, found?.page ?? { amount: 0, isBackward: false }, found?.ids ?? []),
  );
}
