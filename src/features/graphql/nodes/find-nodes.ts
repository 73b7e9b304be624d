import { can } from '../../../access/capabilities/index.js';
import { APPROVED, type Comment, NOTE } from '../../../modules/comments/index.js';
import { type Entry, entryFacts } from '../../../modules/entries/index.js';
import { type UserAccount } from '../../../modules/users/index.js';
import { BatchLoader } from '../model/batch-loader.js';
import { after, type Later, type MaybeLater } from '../model/later.js';
import { type GraphContext } from '../context/graph-context.js';
import { type GraphTerm } from '../stores/term-rows.js';
import { CommentNode } from './comment-node.js';
import { EntryNode } from './entry-node.js';
import { MediaNode } from './file-node.js';
import { MenuNode, menuLocations } from './menu-nodes.js';
import { TermNode } from './term-node.js';
import { UserNode } from './user-node.js';

/**
 * What a requester may know of entries, by the rules of WPGraphQL: published ones are public; others exist for those who edit entries
 * of the type, and private ones and revisions for those who may read or edit them. What is attached follows its parent.
 */
function isPrivate(ctx: GraphContext, entry: Entry, parentOf: (entry: Entry) => Entry | undefined, depth = 0): boolean {
  const type = ctx.content.type(entry.type)?.definition;
  if (entry.status === 'publish' && type?.viewable) return false;
  if (ctx.principal.previews(entry.id)) return false;
  if (entry.type === 'revision') {
    const parent = parentOf(entry);
    if (!parent || !ctx.content.type(parent.type)) return true;
    if (ctx.principal.previews(parent.id)) return false;
    return !can(ctx.principal, 'edit_post', entryFacts(parent), ctx.facts);
  }
  if (!type) return true;
  if (entry.status === 'inherit') {
    if (entry.parent === 0) return false;
    const parent = parentOf(entry);
    if (!parent) return false;
    if (parent.isHidden || depth > 20) return true;
    return isPrivate(ctx, parent, parentOf, depth + 1);
  }
  if (entry.status === 'publish') return !ctx.can(type.capabilities.read_private_posts);
  if (!ctx.can(type.capabilities.edit_posts)) return true;
  if (entry.status === 'private') return !ctx.can(type.capabilities.read_private_posts);
  if (isOwn(ctx, entry)) return false;
  return entry.status === 'auto-draft' && !can(ctx.principal, 'edit_post', entryFacts(entry), ctx.facts);
}

/** Entries and comments without an account have no owner, although visitors and previews have no account either. */
const isRequester = ({ principal }: GraphContext, id: number) => id > 0 && id === principal.id;

const isOwn = (ctx: GraphContext, { author }: Entry) => isRequester(ctx, author);

/** Whether only what names the entry is shown. */
function isRestricted(ctx: GraphContext, entry: Entry): boolean {
  const type = ctx.content.type(entry.type)?.definition;
  if (!type || isOwn(ctx, entry) || ctx.principal.previews(entry.id)) return false;
  const { edit_others_posts: others, edit_posts: own } = type.capabilities;
  if (entry.password !== '') return !ctx.can(others);
  if (entry.status === 'trash') return !ctx.can(own);
  return ['draft', 'future', 'pending', 'auto-draft'].includes(entry.status) && !ctx.can(others);
}

/** Nodes of these rows; undefined for those that do not exist for the requester. */
async function entryNodesOf(ctx: GraphContext, entries: readonly Entry[]): Promise<Map<number, EntryNode>> {
  const above = entries.filter(
    ({ status, parent, type }) => parent > 0 && (status === 'inherit' || type === 'revision'),
  );
  const missing = [...new Set(above.map(({ parent }) => parent))];
  const parents =
    missing.length > 0
      ? await ctx.services.entries.withAncestors(missing, { preloaded: ctx.loadedEntries(missing) })
      : new Map<number, Entry>();
  const parentOf = ({ parent }: Entry) => (parent > 0 ? parents.get(parent) : undefined);
  const found = new Map<number, EntryNode>();
  for (const entry of entries) {
    if (isPrivate(ctx, entry, parentOf)) continue;
    if (showsAuthor(ctx, entry)) ctx.publishedAuthors.prime(entry.author, true);
    const revised = entry.type === 'revision' ? parentOf(entry) : undefined;
    const Node = entry.type === 'attachment' ? MediaNode : EntryNode;
    found.set(entry.id, new Node(ctx, entry, isRestricted(ctx, revised ?? entry), revised));
  }
  return found;
}

/** Whether its author exists for everybody because of this entry. */
const showsAuthor = ({ site }: GraphContext, { status, type, author }: Entry) =>
  status === 'publish' && author > 0 && site.model.types.get(type)?.restBase !== undefined;

const entryLoader = (ctx: GraphContext) =>
  ctx.once(
    'entry nodes',
    () => new BatchLoader<number, EntryNode>(async (ids) => entryNodesOf(ctx, await ctx.entries.many(ids))),
  );

export function entryNode(ctx: GraphContext, id: number): MaybeLater<EntryNode | undefined> {
  return id > 0 ? entryLoader(ctx).get(id) : undefined;
}

export function entryNodes(ctx: GraphContext, ids: readonly number[]): Later<EntryNode[]> {
  return entryLoader(ctx).many(ids);
}

export function termNode(ctx: GraphContext, term: GraphTerm | undefined): TermNode | undefined {
  const taxonomy = term && ctx.content.taxonomy(term.taxonomy)?.definition;
  if (!taxonomy) return undefined;
  const isPublic = taxonomy.isPublic || ctx.can(taxonomy.capabilities.edit_terms);
  if (!isPublic) return undefined;
  return ctx.once(`term:${term.id}:${term.taxonomy}`, () => new TermNode(ctx, term));
}

export async function termById(ctx: GraphContext, id: number): Promise<TermNode | undefined> {
  return id > 0 ? termNode(ctx, await ctx.terms.get(id)) : undefined;
}

/** Menus without a place in the theme exist for those who edit it. */
export async function menuNode(ctx: GraphContext, term: GraphTerm | undefined): Promise<MenuNode | undefined> {
  if (term?.taxonomy !== 'nav_menu') return undefined;
  const isPlaced = (await menuLocations(ctx)).has(term.id);
  return isPlaced || ctx.can('edit_theme_options') ? new MenuNode(ctx, term) : undefined;
}

/** Accounts that have published something exist for everybody. */
export function userNode(ctx: GraphContext, id: number): MaybeLater<UserNode | undefined> {
  if (id <= 0) return undefined;
  const mayList = ctx.can('list_users');
  const isSelf = isRequester(ctx, id);
  const isPublished = mayList || isSelf ? true : ctx.publishedAuthors.get(id);
  return after(ctx.users.get(id), (user) =>
    after(isPublished, (exists) => (user && exists ? userNodeOf(ctx, user, !mayList && !isSelf) : undefined)),
  );
}

/** The account of the requester, or one whose owner has just been verified. */
export async function ownNode(ctx: GraphContext, id: number): Promise<UserNode | undefined> {
  const user = await ctx.users.get(id);
  return user && new UserNode(ctx, user, false);
}

function userNodeOf(ctx: GraphContext, user: UserAccount, isRestricted: boolean): UserNode {
  return ctx.once(`user:${user.id}`, () => new UserNode(ctx, user, isRestricted));
}

export async function userNodes(ctx: GraphContext, ids: readonly number[]): Promise<UserNode[]> {
  const nodes = await Promise.all(ids.map(async (id) => userNode(ctx, id)));
  return nodes.filter((node) => node !== undefined);
}

/** Approved comments on entries that exist for the requester; others for moderators and their authors. */
export async function commentNodesOf(ctx: GraphContext, comments: readonly Comment[]): Promise<CommentNode[]> {
  const posts = await ctx.entries.many([...new Set(comments.map(({ post }) => post).filter((id) => id > 0))]);
  for (const post of posts) ctx.entries.prime(post.id, post);
  const readable = new Set(
    (
      await entryNodes(
        ctx,
        posts.map(({ id }) => id),
      )
    ).map(({ databaseId }) => databaseId),
  );
  const moderates = ctx.can('moderate_comments');
  return comments.flatMap((comment) => {
    const isAuthor = isRequester(ctx, comment.author);
    if (comment.type === NOTE) return [];
    if (comment.post > 0 && !readable.has(comment.post)) return [];
    if (comment.approved !== APPROVED && !moderates && !isAuthor) return [];
    return [new CommentNode(ctx, comment, !moderates)];
  });
}

export async function commentNode(ctx: GraphContext, id: number): Promise<CommentNode | undefined> {
  const comment = id > 0 ? await ctx.comments.get(id) : undefined;
  return comment && (await commentNodesOf(ctx, [comment]))[0];
}
