import { type GraphqlNames } from '../../content-model/index.js';
import { type StoredArguments } from '../../text/php/stored-arguments.js';

/** Names in the GraphQL schema; what is not shown there explicitly is not part of it. */
export function graphqlNames(stored: StoredArguments): GraphqlNames | false {
  const [singleName, pluralName] = [stored.text('graphql_single_name'), stored.text('graphql_plural_name')];
  return stored.flag('show_in_graphql') && singleName !== '' && pluralName !== '' && { singleName, pluralName };
}
