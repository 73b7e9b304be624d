import { defineFeature } from '../../feature.js';
import { TransferAdminModule } from './transfer.admin.module.js';
import { TransferModule } from './transfer.module.js';

/** Backup, import and export of sites, and copies between databases: commands, and pages of the console. */
export const TRANSFER = defineFeature({
  name: 'transfer',
  commandModules: [TransferModule],
  contribute: ({ namespaces }) => ({ modules: namespaces.has('nestpress/v1') ? [TransferAdminModule] : [] }),
});
