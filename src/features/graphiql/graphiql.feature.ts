import { defineFeature } from '../../feature.js';
import { GRAPHQL } from '../graphql/graphql.feature.js';
import './graphiql.config.js';

/** GraphiQL, the page on which documents of GraphQL are written and sent. */
export const GRAPHIQL = defineFeature({
  name: 'graphiql',
  isWeb: true,
  requires: [GRAPHQL],
  paths: ['/graphiql'],
  links: { GraphiQL: '/graphiql/' },
  isActive: ({ config }) => config.graphiql.access !== false,
  contribute: async ({ paths }) => {
    const { GraphiqlModule } = await import('./graphiql.module.js');
    return { modules: [GraphiqlModule.register({ hasConsole: paths.has('/console') })] };
  },
});
