import { defineFeature } from '../../feature.js';
import { ADMIN_API } from '../admin-api/admin-api.feature.js';
import { AUDIT_LOG } from '../audit-log/audit-log.feature.js';
import { WebhooksModule } from './webhooks.module.js';

/** Messages about events of the site to other services. */
export const WEBHOOKS = defineFeature({
  name: 'webhooks',
  requires: [ADMIN_API, AUDIT_LOG],
  contribute: () => ({ modules: [WebhooksModule] }),
});
