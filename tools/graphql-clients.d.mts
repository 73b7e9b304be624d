export interface GraphqlClients {
  /** Operations with their fragments. */
  readonly wpnuxt: readonly string[];
  readonly seed: string;
  readonly possibleTypes: string;
  readonly gatsbyIntrospection: string;
}

export function graphqlClients(): GraphqlClients;
