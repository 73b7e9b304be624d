import { GraphQLError } from 'graphql';

/** What a client did wrong, in words for the client. Every other error is reported as an internal one. */
export class GraphError extends GraphQLError {
  constructor(message: string, code = 'BAD_USER_INPUT') {
    super(message, { extensions: { code } });
  }
}
