import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { CreateTables } from '../../database/migrations.js';

/** A receiver of events. Times are milliseconds since 1970; 0: never. */
@TableEntity('nestpress_webhooks')
export class Webhook {
  @IdColumn()
  id!: number;

  @TableColumn('text')
  url!: string;

  @TableColumn('varchar(190)', { default: '' })
  name!: string;

  /** Names of events, separated by commas; empty: all. */
  @TableColumn('text')
  events!: string;

  /** Names of content types and taxonomies, separated by commas; empty: all. */
  @TableColumn('text')
  types!: string;

  @TableColumn('varchar(100)', { default: '' })
  secret!: string;

  /** The secret before the last rotation, which signs too until `formerUntil`. */
  @TableColumn('varchar(100)', { name: 'former_secret', default: '' })
  formerSecret!: string;

  @TableColumn('bigint(20)', { name: 'former_until', default: 0 })
  formerUntil!: number;

  @TableColumn('tinyint(1)', { name: 'is_enabled', default: 1 })
  isEnabled!: number;

  /** Whether the operator of the service allowed an address that is not public. */
  @TableColumn('tinyint(1)', { name: 'is_private', default: 0 })
  isPrivate!: number;

  /** Why the service disabled it; empty if it did not. */
  @TableColumn('varchar(190)', { name: 'disabled_because', default: '' })
  disabledBecause!: string;

  @TableColumn('bigint(20)', { name: 'delivered_at', default: 0 })
  deliveredAt!: number;

  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** One message for one webhook. */
@TableEntity('nestpress_webhook_deliveries')
@TableIndex('webhook', ['webhook', 'id'])
@TableIndex('created_at', ['createdAt'])
export class WebhookDelivery {
  @IdColumn()
  id!: number;

  @ReferenceColumn('webhook')
  webhook!: number;

  /** The same for every attempt: `webhook-id`. */
  @TableColumn('varchar(64)', { name: 'message_id', default: '' })
  messageId!: string;

  @TableColumn('varchar(64)', { default: '' })
  event!: string;

  @TableColumn('longtext')
  body!: string;

  @TableColumn('varchar(10)', { default: 'waiting' })
  state!: DeliveryState;

  /** JSON of the last attempts. */
  @TableColumn('text')
  attempts!: string;

  /** The beginning of the last response. */
  @TableColumn('text')
  response!: string;

  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;

  /** When the attempts began: when it was created or last replayed. */
  @TableColumn('bigint(20)', { name: 'queued_at', default: 0 })
  queuedAt!: number;
}

export class CreateWebhooks1763350000000 extends CreateTables {
  readonly entities = [Webhook, WebhookDelivery];
}
