import { defineFeature } from '../../feature.js';
import { ADMIN_API } from '../admin-api/admin-api.feature.js';
import { AUDIT_LOG } from '../audit-log/audit-log.feature.js';
import { TransferAdminModule } from './transfer.admin.module.js';
import { TransferModule } from './transfer.module.js';

/** Backup, import and export of sites, and copies between databases: commands, and pages of the console. */
export const TRANSFER = defineFeature({
  name: 'transfer',
  requires: [ADMIN_API, AUDIT_LOG],
  commandModules: [TransferModule],
  contribute: () => ({ modules: [TransferAdminModule] }),
});
