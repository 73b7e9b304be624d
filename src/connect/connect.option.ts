import { type ServiceOption } from '../service-option.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { ExportModule } from './export/export.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { ResumableUploadsModule } from './uploads/resumable-uploads.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** What other programs use to follow and change a site, where nestpress/v1 is switched on. */
export const CONNECT: ServiceOption = {
  contribute: ({ features }) => ({
    modules: features.api
      ? [
          WebhooksModule,
          IdempotencyModule,
          ChangesModule,
          ExportModule,
          ResumableUploadsModule,
          AuditLogModule,
          McpModule,
        ]
      : [],
  }),
};
