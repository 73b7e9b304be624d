import { defineFeature } from '../../feature.js';
import { CHANGE_FEED } from '../change-feed/change-feed.feature.js';
import { GRAPHQL } from '../graphql/graphql.feature.js';

/** The fields of WPGatsby, which gatsby-source-wordpress needs. */
export const GATSBY = defineFeature({
  name: 'gatsby',
  requires: [CHANGE_FEED, GRAPHQL],
  contribute: async () => {
    const { GatsbyModule } = await import('./gatsby.module.js');
    return { modules: [GatsbyModule] };
  },
});
