import { defineFeature } from '../../feature.js';
import { CHANGE_FEED } from '../change-feed/change-feed.feature.js';
import { GRAPHQL } from '../graphql/graphql.feature.js';

/** Subscriptions of GraphQL to what changes, which WPGraphQL does not have. */
export const GRAPHQL_CHANGES = defineFeature({
  name: 'graphql-changes',
  requires: [CHANGE_FEED, GRAPHQL],
  contribute: async () => {
    const { GraphqlChangesModule } = await import('./graphql-changes.module.js');
    return { modules: [GraphqlChangesModule] };
  },
});
