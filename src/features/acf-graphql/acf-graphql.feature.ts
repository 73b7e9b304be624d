import { defineFeature } from '../../feature.js';
import { ACF } from '../acf/acf.feature.js';
import { GRAPHQL } from '../graphql/graphql.feature.js';

/** Field groups of Advanced Custom Fields in the schema, with the names of WPGraphQL for ACF. */
export const ACF_GRAPHQL = defineFeature({
  name: 'acf-graphql',
  requires: [ACF, GRAPHQL],
  contribute: async () => {
    const { AcfGraphqlModule } = await import('./acf-graphql.module.js');
    return { modules: [AcfGraphqlModule] };
  },
});
