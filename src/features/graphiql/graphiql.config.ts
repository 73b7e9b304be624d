import { addConfigGroup } from '../../platform/config/config.js';
import { IsSwitch, Variable } from '../../platform/config/variable.decorators.js';

/** GraphiQL; see docs/graphql.md. */
export class GraphiqlConfig {
  @Variable(
    'GRAPHIQL',
    'serve GraphiQL at `/graphiql/` where `GRAPHQL` is on, to those who manage the site; `public`: to everybody',
  )
  @IsSwitch('public')
  readonly access: boolean | 'public' = true;
}

addConfigGroup('graphiql', GraphiqlConfig);

declare module '../../platform/config/config.js' {
  interface Config {
    readonly graphiql: GraphiqlConfig;
  }
}
