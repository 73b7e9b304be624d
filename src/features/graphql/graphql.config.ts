import { addConfigGroup } from '../../platform/config/config.js';
import { IsSwitch, IsWholeNumber, Variable } from '../../platform/config/variable.decorators.js';

/** The GraphQL endpoint; see docs/graphql.md. */
export class GraphqlConfig {
  @Variable('GRAPHQL', 'serve `/graphql` with the schema of WPGraphQL; see [GraphQL](graphql.md)')
  @IsSwitch()
  readonly enabled: boolean = false;

  @Variable('GRAPHQL_INTROSPECTION', 'let anonymous requests read the schema; those who manage the site always may')
  @IsSwitch()
  readonly introspection: boolean = false;

  @Variable(
    'GRAPHQL_KEYS',
    'send the header `X-GraphQL-Keys`, by which a CDN can purge responses; the query analyzer of WPGraphQL',
  )
  @IsSwitch()
  readonly keys: boolean = false;

  @Variable('GRAPHQL_MAX_DEPTH', 'how deeply fields of a GraphQL document may be nested')
  @IsWholeNumber(1, 1000)
  readonly maxDepth: number = 30;

  @Variable(
    'GRAPHQL_MAX_COST',
    'how many nodes a GraphQL document may ask for, counted by the sizes of its connections inside each other',
  )
  @IsWholeNumber(1, 100_000_000)
  readonly maxCost: number = 200_000;

  @Variable('GRAPHQL_MAX_FIELDS', 'how many fields a GraphQL document may have, aliases and fragments included')
  @IsWholeNumber(1, 1_000_000)
  readonly maxFields: number = 20_000;

  @Variable('GRAPHQL_MAX_ALIASES', 'how many fields of a GraphQL document may have another name')
  @IsWholeNumber(0, 1_000_000)
  readonly maxAliases: number = 500;

  @Variable('GRAPHQL_MAX_BYTES', 'how large a response of GraphQL may be; operations of a batch share it')
  @IsWholeNumber(1024, 1_073_741_824)
  readonly maxBytes: number = 33_554_432;

  @Variable('GRAPHQL_MAX_SECONDS', 'how long a GraphQL operation may take')
  @IsWholeNumber(1, 3600)
  readonly maxSeconds: number = 30;

  @Variable('GRAPHQL_MAX_BATCH', 'how many operations one GraphQL request may have')
  @IsWholeNumber(1, 1000)
  readonly maxBatch: number = 10;
}

addConfigGroup('graphql', GraphqlConfig);

declare module '../../platform/config/config.js' {
  interface Config {
    readonly graphql: GraphqlConfig;
  }
}
