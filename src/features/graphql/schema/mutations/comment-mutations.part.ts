import { type CreateCommentDto } from '../../../../modules/comments/index.js';
import { GraphError } from '../../model/graph-error.js';
import { type GraphContext } from '../../context/graph-context.js';
import { commentNode } from '../../nodes/find-nodes.js';
import { databaseIdOf, globalId } from '../../model/global-id.js';
import { type SchemaText } from '../schema-text.js';
import { dateValue, idOf, type MutationInput, payload, valuesOf, write } from './write.js';

const ROUTE = '/wp/v2/comments';
const NAMES = { content: 'content', author: 'author_name', authorEmail: 'author_email', authorUrl: 'author_url' };
const STATUSES: ReadonlyMap<unknown, string> = new Map([
  ['APPROVE', 'approved'],
  ['HOLD', 'hold'],
  ['SPAM', 'spam'],
  ['TRASH', 'trash'],
]);

/** Write, change, delete and restore comments. */
export function commentMutations(text: SchemaText): void {
  const fields =
    'author: String authorEmail: String authorUrl: String clientMutationId: String commentOn: Int content: String date: String ' +
    'parent: ID status: CommentStatusEnum type: String';
  text.define(
    `input CreateCommentInput { ${fields} }
     type CreateCommentPayload { clientMutationId: String comment: Comment success: Boolean }
     input UpdateCommentInput { ${fields} id: ID! }
     type UpdateCommentPayload { clientMutationId: String comment: Comment success: Boolean }
     input DeleteCommentInput { clientMutationId: String forceDelete: Boolean id: ID! }
     type DeleteCommentPayload { clientMutationId: String comment: Comment deletedId: ID }
     input RestoreCommentInput { clientMutationId: String id: ID! }
     type RestoreCommentPayload { clientMutationId: String comment: Comment restoredId: ID }`,
  );
  const values = (input: MutationInput) => {
    const date = dateValue(input.date);
    return {
      ...valuesOf(input, NAMES),
      ...(date !== undefined && { date }),
      ...(input.parent !== undefined && input.parent !== null && { parent: databaseIdOf(input.parent, ['comment']) }),
    };
  };
  const existing = async (ctx: GraphContext, value: unknown) => {
    const node = await commentNode(ctx, databaseIdOf(value, ['comment']));
    if (!node) throw new GraphError('There is no such comment.', 'NOT_FOUND');
    return node;
  };
  text.field(
    'RootMutation',
    'createComment(input: CreateCommentInput!): CreateCommentPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const agent = ctx.request.request.header('user-agent') ?? '';
      const sent = { ...values(input), post: input.commentOn ?? 0, author_user_agent: agent };
      const id = ctx.principal.isAnonymous
        ? await addAsVisitor(ctx, sent)
        : idOf(await write(ctx, { method: 'POST', route: ROUTE, values: sent }));
      return payload(input, { success: true, comment: (await commentNode(ctx, id)) ?? null });
    },
  );
  text.field(
    'RootMutation',
    'updateComment(input: UpdateCommentInput!): UpdateCommentPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const { databaseId } = await existing(ctx, input.id);
      const status = STATUSES.get(input.status);
      const changes = {
        ...values(input),
        ...(status !== undefined && { status }),
        ...(typeof input.commentOn === 'number' && { post: input.commentOn }),
      };
      await write(ctx, { method: 'POST', route: `${ROUTE}/${databaseId}`, values: changes });
      return payload(input, { success: true, comment: (await commentNode(ctx, databaseId)) ?? null });
    },
  );
  text.field(
    'RootMutation',
    'deleteComment(input: DeleteCommentInput!): DeleteCommentPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const node = await existing(ctx, input.id);
      await node.link();
      const query = { force: input.forceDelete === true };
      await write(ctx, { method: 'DELETE', route: `${ROUTE}/${node.databaseId}`, query });
      return payload(input, { deletedId: globalId('comment', node.databaseId), comment: node });
    },
  );
  text.field(
    'RootMutation',
    'restoreComment(input: RestoreCommentInput!): RestoreCommentPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const node = await commentNode(ctx, databaseIdOf(input.id, ['comment']));
      if (!node) return payload(input, { restoredId: null, comment: null });
      await write(ctx, { method: 'POST', route: `${ROUTE}/${node.databaseId}`, values: { status: 'untrash' } });
      return payload(input, {
        restoredId: globalId('comment', node.databaseId),
        comment: (await commentNode(ctx, node.databaseId)) ?? null,
      });
    },
  );
}

/** As the form below an entry does it, with its conditions: the REST API takes no comments of visitors by default. */
async function addAsVisitor(ctx: GraphContext, values: Record<string, unknown>): Promise<number> {
  const { commentsPolicy, commentsService } = ctx.services;
  const { author_name: name = '', author_email: email = '' } = values as Record<string, string>;
  if (ctx.site.isOn('require_name_email') && (name.trim() === '' || !EMAIL.test(email)))
    throw new GraphError('A comment needs a name and an e-mail address.');
  const args = { parent: 0, ...values } as Partial<CreateCommentDto>;
  const allowed = await commentsPolicy.createWithForm(ctx.request, args);
  if (allowed !== true) throw allowed;
  const comment = await commentsService.add(ctx.request, args);
  await ctx.afterWrite();
  return comment.id;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
