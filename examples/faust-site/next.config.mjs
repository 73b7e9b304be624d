import { withFaust } from '@faustwp/core';

export default withFaust({
  // As in the permalinks of the service.
  trailingSlash: true,
  // Faust uses the router of the application, not a copy of it.
  transpilePackages: ['@faustwp/core'],
});
