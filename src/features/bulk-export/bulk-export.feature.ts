import { defineFeature } from '../../feature.js';
import { ADMIN_API } from '../admin-api/admin-api.feature.js';
import { AUDIT_LOG } from '../audit-log/audit-log.feature.js';
import { BulkExportModule } from './export.module.js';

/** All entries of a type in one response. */
export const BULK_EXPORT = defineFeature({
  name: 'bulk-export',
  requires: [ADMIN_API, AUDIT_LOG],
  contribute: () => ({ modules: [BulkExportModule] }),
});
