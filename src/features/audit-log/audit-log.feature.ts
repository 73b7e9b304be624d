import { defineFeature } from '../../feature.js';
import { ADMIN_API } from '../admin-api/admin-api.feature.js';
import { AuditLogModule } from './audit-log.module.js';
import { operatorLog } from './audit-log.store.js';

/** Who changed what, and when. */
export const AUDIT_LOG = defineFeature({
  name: 'audit-log',
  requires: [ADMIN_API],
  contribute: () => ({ modules: [AuditLogModule] }),
  operatorLog,
});
