import { defineFeature } from '../../feature.js';
import { ADMIN_API } from '../admin-api/admin-api.feature.js';
import { AUDIT_LOG } from '../audit-log/audit-log.feature.js';
import { RedirectsModule } from './redirects.module.js';

/** Former addresses that lead to new ones. */
export const REDIRECTS = defineFeature({
  name: 'redirects',
  requires: [ADMIN_API, AUDIT_LOG],
  contribute: () => ({ modules: [RedirectsModule] }),
});
