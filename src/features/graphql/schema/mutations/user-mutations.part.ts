import { randomBytes } from 'node:crypto';
import { SYSTEM } from '../../../../access/index.js';
import { GraphError } from '../../model/graph-error.js';
import { type GraphContext } from '../../context/graph-context.js';
import { userNode } from '../../nodes/find-nodes.js';
import { databaseIdOf, globalId } from '../../model/global-id.js';
import { type SchemaText } from '../schema-text.js';
import { forbidden, idOf, type MutationInput, payload, valuesOf, write } from './write.js';

const ROUTE = '/wp/v2/users';
const NAMES = {
  username: 'username',
  email: 'email',
  password: 'password',
  displayName: 'name',
  firstName: 'first_name',
  lastName: 'last_name',
  nickname: 'nickname',
  nicename: 'slug',
  description: 'description',
  websiteUrl: 'url',
  locale: 'locale',
  roles: 'roles',
};
/** Settings of messengers and the editor, which accounts no longer have. */
const UNUSED = 'aim: String jabber: String yim: String registered: String richEditing: String';
const PROFILE =
  'clientMutationId: String description: String displayName: String email: String firstName: String lastName: String locale: String ' +
  `nicename: String nickname: String password: String websiteUrl: String ${UNUSED}`;

/** Accounts: create, change and delete them, and what visitors do with their own. */
export function userMutations(text: SchemaText): void {
  text.define(
    `input CreateUserInput { ${PROFILE} roles: [String] username: String! }
     type CreateUserPayload { clientMutationId: String user: User }
     input UpdateUserInput { ${PROFILE} id: ID! roles: [String] }
     type UpdateUserPayload { clientMutationId: String user: User }
     input DeleteUserInput { clientMutationId: String id: ID! reassignId: ID }
     type DeleteUserPayload { clientMutationId: String deletedId: ID user: User }
     input RegisterUserInput { ${PROFILE} username: String! }
     type RegisterUserPayload { clientMutationId: String user: User }
     input SendPasswordResetEmailInput { clientMutationId: String username: String! }
     type SendPasswordResetEmailPayload { clientMutationId: String success: Boolean user: User @deprecated(reason: "It would tell who has an account.") }
     input ResetUserPasswordInput { clientMutationId: String key: String login: String password: String }
     type ResetUserPasswordPayload { clientMutationId: String user: User }`,
  );
  const existing = async (ctx: GraphContext, value: unknown) => {
    const node = await userNode(ctx, databaseIdOf(value, ['user']));
    if (!node) throw new GraphError('There is no such account.', 'NOT_FOUND');
    return node;
  };
  text.field(
    'RootMutation',
    'createUser(input: CreateUserInput!): CreateUserPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const item = await write(ctx, { method: 'POST', route: ROUTE, values: withPassword(input) });
      return payload(input, { user: (await userNode(ctx, idOf(item))) ?? null });
    },
  );
  text.field(
    'RootMutation',
    'updateUser(input: UpdateUserInput!): UpdateUserPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const { databaseId } = await existing(ctx, input.id);
      await write(ctx, { method: 'POST', route: `${ROUTE}/${databaseId}`, values: valuesOf(input, NAMES) });
      return payload(input, { user: (await userNode(ctx, databaseId)) ?? null });
    },
  );
  text.field(
    'RootMutation',
    'deleteUser(input: DeleteUserInput!): DeleteUserPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const node = await existing(ctx, input.id);
      // Without a user to reassign them to, entries stay without an author; the REST API would delete them.
      const reassign = databaseIdOf(input.reassignId, ['user']);
      await ctx.keepUser(node.databaseId);
      await write(ctx, {
        method: 'DELETE',
        route: `${ROUTE}/${node.databaseId}`,
        query: { force: true, reassign },
      });
      return payload(input, { deletedId: globalId('user', node.databaseId), user: node });
    },
  );
  text.field(
    'RootMutation',
    'registerUser(input: RegisterUserInput!): RegisterUserPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      if (!ctx.site.isOn('users_can_register')) throw forbidden('This site does not accept registrations.');
      if (!ctx.principal.isAnonymous) throw forbidden('You have an account already.');
      const { roles: _roles, ...values } = withPassword(input);
      const role = ctx.site.option('default_role') || 'subscriber';
      const { body } = await ctx.services.rest.request(SYSTEM, {
        method: 'POST',
        route: ROUTE,
        values: { ...values, roles: [role] },
      });
      await ctx.afterWrite();
      return payload(input, { user: (await userNode(ctx, idOf(body as Record<string, unknown>))) ?? null });
    },
  );
  text.field(
    'RootMutation',
    'sendPasswordResetEmail(input: SendPasswordResetEmailInput!): SendPasswordResetEmailPayload',
    async (_source, { input }: { input: MutationInput }, ctx) => {
      await ctx.services.accountMail.requestReset(String(input.username), ctx.request.request.address);
      return payload(input, { success: true, user: null });
    },
  );
  text.field('RootMutation', 'resetUserPassword(input: ResetUserPasswordInput!): ResetUserPasswordPayload', () => {
    throw new GraphError('A new password is chosen on the page that the message leads to.');
  });
}

/** Without a password, an account can be opened by a link only. */
function withPassword(input: MutationInput): Record<string, unknown> {
  return { password: randomBytes(24).toString('base64url'), ...valuesOf(input, NAMES) };
}
