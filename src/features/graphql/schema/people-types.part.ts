import { type CommentArgs, commentConnection, ownedCommentConnection } from '../connections/comment-connection.js';
import { fragment } from '../../../database/index.js';
import { ownedEntryConnection } from '../connections/entry-connection.js';
import { ConnectionPage, listConnection, type PageArgs, readPaging } from '../model/paging.js';
import { userConnection } from '../connections/user-connection.js';
import { CommentAuthorNode, type CommentNode } from '../nodes/comment-node.js';
import { commentNode, entryNode, userNode } from '../nodes/find-nodes.js';
import { commentByArgs, userByArgs } from '../nodes/look-up.js';
import { type RoleNode, roleNodes, rolesOfUser } from '../nodes/site-nodes.js';
import { type UserNode } from '../nodes/user-node.js';
import { readGlobalId } from '../model/global-id.js';
import { edgeTo } from './entry-types.part.js';
import { type SchemaText } from './schema-text.js';
import { ASSET_WHERE, COMMENT_WHERE, contentNodesWhere, USER_WHERE } from './where-inputs.js';

const NONE = { hasMore: false, hasAfter: false, hasBefore: false };
const noAssets = (_source: unknown, args: PageArgs) => new ConnectionPage([], readPaging(args), NONE, () => 0);

/** Users with their roles, and comments. */
export function peopleTypes(text: SchemaText): void {
  text.field('RootQuery', 'viewer: User', (_source, _args, ctx) => userNode(ctx, ctx.principal.id));
  text.field('RootQuery', 'user(id: ID!, idType: UserNodeIdTypeEnum): User', (_source, args, ctx) =>
    userByArgs(ctx, args),
  );
  text.connection({
    from: 'RootQuery',
    field: 'users',
    to: 'User',
    where: USER_WHERE,
    resolve: (_source, args, ctx) => userConnection(ctx, args),
  });
  text.field('RootQuery', 'userRole(id: ID!): UserRole', async (_source, args, ctx) => {
    const name = readGlobalId(args.id)?.id ?? args.id;
    return (await roleNodes(ctx)).find((node: RoleNode) => node.name === name) ?? null;
  });
  text.connection({
    from: 'RootQuery',
    field: 'userRoles',
    to: 'UserRole',
    resolve: async (_source, args, ctx) => listConnection(await roleNodes(ctx), args, ({ name }) => name),
  });
  text.connection({
    from: 'User',
    field: 'roles',
    to: 'UserRole',
    resolve: async (node: UserNode, args, ctx) =>
      listConnection(await rolesOfUser(ctx, await node.roleNames()), args, ({ name }) => name),
  });
  text.connection({
    from: 'User',
    field: 'comments',
    to: 'Comment',
    where: COMMENT_WHERE,
    resolve: (node: UserNode, args, ctx) => ownedCommentConnection(ctx, node.databaseId, args, 'user_id'),
  });
  text.connection({
    from: 'User',
    field: 'revisions',
    to: 'ContentNode',
    name: 'Revisions',
    where: contentNodesWhere('ContentTypeEnum'),
    resolve: (node: UserNode, args, ctx) =>
      ownedEntryConnection(ctx, node.databaseId, args, {
        field: 'user revisions',
        types: ['revision'],
        defaultStatuses: ['inherit'],
        ignoresStatus: true,
        of: (owner) => fragment('post_author = ?', owner),
      }),
  });
  text.connection({
    from: 'User',
    field: 'enqueuedScripts',
    to: 'EnqueuedScript',
    where: ASSET_WHERE,
    resolve: noAssets,
  });
  text.connection({
    from: 'User',
    field: 'enqueuedStylesheets',
    to: 'EnqueuedStylesheet',
    where: ASSET_WHERE,
    resolve: noAssets,
  });
  comments(text);
}

function comments(text: SchemaText): void {
  text.field('RootQuery', 'comment(id: ID!, idType: CommentNodeIdTypeEnum): Comment', (_source, args, ctx) =>
    commentByArgs(ctx, args),
  );
  text.connection({
    from: 'RootQuery',
    field: 'comments',
    to: 'Comment',
    where: COMMENT_WHERE,
    resolve: (_source, args, ctx) => commentConnection(ctx, args),
  });
  text.connection({
    from: 'Comment',
    field: 'replies',
    to: 'Comment',
    where: COMMENT_WHERE,
    resolve: (node: CommentNode, args: CommentArgs, ctx) =>
      ownedCommentConnection(ctx, node.databaseId, args, 'comment_parent'),
  });
  text.oneToOne({
    from: 'Comment',
    field: 'parent',
    to: 'Comment',
    name: 'ParentComment',
    where: COMMENT_WHERE,
    resolve: async (node: CommentNode, _args, ctx) => edgeTo(await commentNode(ctx, node.comment.parent)),
  });
  text.oneToOne({
    from: 'Comment',
    field: 'commentedOn',
    to: 'ContentNode',
    resolve: async (node: CommentNode, _args, ctx) => edgeTo(await entryNode(ctx, node.comment.post)),
  });
  text.oneToOne({
    from: 'Comment',
    field: 'author',
    to: 'Commenter',
    edge: 'email: String ipAddress: String name: String url: String',
    resolve: async (node: CommentNode, _args, ctx) => {
      const { comment, isRestricted } = node;
      const author = (await userNode(ctx, comment.author)) ?? new CommentAuthorNode(ctx, comment, !isRestricted);
      return {
        node: author,
        name: comment.authorName || null,
        url: comment.authorUrl || null,
        email: isRestricted ? null : comment.authorEmail || null,
        ipAddress: isRestricted ? null : comment.authorIp,
      };
    },
  });
}
