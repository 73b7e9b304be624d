import { setConfig } from '@faustwp/core';
import possibleTypes from './possibleTypes.json';
import templates from './wp-templates';

/** `npm run generate` writes the possible types; it needs GRAPHQL_INTROSPECTION=on. */
export default setConfig({ templates, possibleTypes, usePersistedQueries: false });
