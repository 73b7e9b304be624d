import { defineFeature } from '../../feature.js';
import { ADMIN_API } from '../admin-api/admin-api.feature.js';
import { ChangeFeedModule } from './changes.module.js';
import { resetChangeFeed } from './reset-change-feed.js';

/** What has changed since a client last looked, by whichever program. */
export const CHANGE_FEED = defineFeature({
  name: 'change-feed',
  requires: [ADMIN_API],
  contribute: () => ({ modules: [ChangeFeedModule] }),
  afterRestore: resetChangeFeed,
});
