import { withFaust } from '@faustwp/core';

// As in the permalinks of the service.
export default withFaust({ trailingSlash: true });
