import { defineFeature } from '../../feature.js';
import './graphql.config.js';

/** The names and behaviour of WPGraphQL. graphql-js is loaded only where the feature is on. */
export const GRAPHQL = defineFeature({
  name: 'graphql',
  paths: ['/graphql'],
  isActive: ({ config }) => config.graphql.enabled,
  contribute: async () => {
    const { GraphqlModule } = await import('./graphql.module.js');
    return { modules: [GraphqlModule] };
  },
});
