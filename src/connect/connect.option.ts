import { type ServiceOption } from '../service-option.js';
import { AbilitiesModule } from './abilities/abilities.module.js';
import { ABILITIES_NAMESPACE } from './abilities/core-abilities.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { ExportModule } from './export/export.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { ResumableUploadsModule } from './uploads/resumable-uploads.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

const OWN = [
  WebhooksModule,
  IdempotencyModule,
  ChangesModule,
  ExportModule,
  ResumableUploadsModule,
  AuditLogModule,
  McpModule,
];

/** What other programs use to follow and change a site, where nestpress/v1 is switched on. */
export const CONNECT: ServiceOption = {
  contribute: ({ features, profile, config }) => {
    // The plugins of a WordPress alongside have abilities of their own, which only it knows.
    const hasAbilities = profile.namespaces.includes(ABILITIES_NAMESPACE) && !config.wordpress;
    return { modules: [...(features.api ? OWN : []), ...(hasAbilities ? [AbilitiesModule] : [])] };
  },
};
