/** Injection token of GraphiqlOptions. */
export const GRAPHIQL_OPTIONS = Symbol('GRAPHIQL_OPTIONS');

export interface GraphiqlOptions {
  /** Whether users can sign in at the console. */
  readonly hasConsole: boolean;
}
