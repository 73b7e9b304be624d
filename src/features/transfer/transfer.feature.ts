import { defineFeature } from '../../feature.js';
import { TransferModule } from './transfer.module.js';

/** Backup, import and export of sites, and copies between databases: commands only. */
export const TRANSFER = defineFeature({ name: 'transfer', commandModules: [TransferModule] });
