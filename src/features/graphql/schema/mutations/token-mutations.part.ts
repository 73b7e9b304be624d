import { refusal } from '../../../../rest/errors/index.js';
import { type GraphContext } from '../../context/graph-context.js';
import { GraphError } from '../../model/graph-error.js';
import { ownNode } from '../../nodes/find-nodes.js';
import { type SchemaText } from '../schema-text.js';
import { type MutationInput, payload } from './write.js';

/** Who may refresh the tokens: clients of the JWT extension send one refresh token for as long as it is valid. */
const CLIENT = 'graphql';

/** Signing in with a password, with the names of WPGraphQL JWT Authentication and the tokens of the REST API. */
export function tokenMutations(text: SchemaText): void {
  text.define(
    `input LoginInput { clientMutationId: String username: String! password: String! code: String }
     type LoginPayload { authToken: String clientMutationId: String refreshToken: String user: User }
     input RefreshJwtAuthTokenInput { clientMutationId: String jwtRefreshToken: String! }
     type RefreshJwtAuthTokenPayload { authToken: String clientMutationId: String }`,
  );
  const clientOf = ({ request: { request } }: GraphContext) => ({
    address: request.address,
    userAgent: request.header('user-agent') ?? '',
    isSecure: false,
  });
  text.field(
    'RootMutation',
    'login(input: LoginInput!): LoginPayload',
    async (
      _source,
      { input }: { input: MutationInput & { username: string; password: string; code?: string } },
      ctx,
    ) => {
      const { username: login, password, code } = input;
      const issued = await ctx.services.tokens.signIn(
        { login, password, ...(code && { code }) },
        { name: 'GraphQL', scope: { canWrite: true }, client: CLIENT },
        clientOf(ctx),
      );
      if ('error' in issued) throw refusal(issued.error);
      const { accessToken: authToken, refreshToken, principal } = issued;
      return payload(input, { authToken, refreshToken, user: (await ownNode(ctx, principal.id)) ?? null });
    },
  );
  text.field(
    'RootMutation',
    'refreshJwtAuthToken(input: RefreshJwtAuthTokenInput!): RefreshJwtAuthTokenPayload',
    async (_source, { input }: { input: MutationInput & { jwtRefreshToken: string } }, ctx) => {
      const renewed = await ctx.services.tokens.renew(input.jwtRefreshToken, clientOf(ctx), CLIENT);
      if (!renewed) throw new GraphError('The refresh token is not valid.', 'UNAUTHENTICATED');
      return payload(input, { authToken: renewed.accessToken });
    },
  );
}
