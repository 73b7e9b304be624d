import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/index.js';
import { type DiagnosticResult, DiagnosticsService, ok, warn } from '../../platform/diagnostics/index.js';
import { HealthModule } from '../../platform/health/index.js';
import { DEFAULT_OUTBOUND, OUTBOUND_OPTIONS, OutboundClient } from '../../platform/outbound/index.js';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { CreateWebhooks1763350000000, Webhook, WebhookDelivery } from './webhook.entity.js';
import { WebhookDirectoryService } from './webhook-directory.service.js';
import { WebhookSenderService } from './webhook-sender.service.js';
import { WebhookDeliveriesController, WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';
import { WebhooksStore } from './webhooks.store.js';

/** Receivers should respond at once and work later. */
const TIMEOUT_MS = 10_000;

/** Messages about events of the site to other services. */
@Module({
  imports: [
    DatabaseModule.forFeature([Webhook, WebhookDelivery], [CreateWebhooks1763350000000]),
    HealthModule,
    AuditLogModule,
  ],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    // Redirects are not followed: a message goes to the URL that was configured.
    { provide: OUTBOUND_OPTIONS, useFactory: () => ({ ...DEFAULT_OUTBOUND, timeoutMs: TIMEOUT_MS, maxRedirects: 0 }) },
    OutboundClient,
    WebhooksStore,
    WebhookDirectoryService,
    WebhookSenderService,
    WebhooksService,
  ],
})
export class WebhooksModule {
  constructor(diagnostics: DiagnosticsService, store: WebhooksStore) {
    diagnostics.add(['webhooks', async () => findings(await store.all())]);
  }
}

function findings(webhooks: readonly Webhook[]): DiagnosticResult[] {
  if (webhooks.length === 0) return [];
  const disabled = webhooks.filter(({ disabledBecause }) => disabledBecause !== '');
  if (disabled.length === 0) return [ok('webhooks', `${webhooks.length} webhook(s), none was disabled by failures.`)];
  return disabled.map(({ id, url, disabledBecause }) =>
    warn(
      'webhooks',
      `Webhook ${id} for ${new URL(url).host} was disabled. ${disabledBecause}`,
      `Repair the receiver, then run: nestpress webhooks enable ${id}`,
    ),
  );
}
