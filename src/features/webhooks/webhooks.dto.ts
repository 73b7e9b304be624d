import { Arg } from '../../rest/args/index.js';
import { CURSOR_ARG } from '../../rest/response/index.js';
import { type DeliveryState } from './webhook.entity.js';

const NAMES = { type: 'array', items: { type: 'string' }, maxItems: 100 } as const;
const URL_ARG = { type: 'string', maxLength: 2000, description: 'Where messages are sent to.' } as const;
const NAME_ARG = { type: 'string', maxLength: 190, description: 'What the webhook is for.' } as const;
const EVENTS_ARG = { ...NAMES, description: 'Names of the events; empty: all.' } as const;
const TYPES_ARG = { ...NAMES, description: 'Content types and taxonomies; empty: all.' } as const;
const ENABLED_ARG = { type: 'boolean', description: 'Whether it gets messages.' } as const;

export class WebhookIdDto {
  @Arg({ type: 'integer', required: true, description: 'Webhook ID.' })
  id!: number;
}

export class CreateWebhookDto {
  @Arg({ ...URL_ARG, required: true })
  url!: string;

  @Arg({ ...NAME_ARG, default: '' })
  name!: string;

  @Arg({ ...EVENTS_ARG, default: [] })
  events!: string[];

  @Arg({ ...TYPES_ARG, default: [] })
  types!: string[];

  @Arg({ ...ENABLED_ARG, default: true })
  enabled!: boolean;
}

export class UpdateWebhookDto extends WebhookIdDto {
  @Arg(URL_ARG)
  url?: string;

  @Arg(NAME_ARG)
  name?: string;

  @Arg(EVENTS_ARG)
  events?: string[];

  @Arg(TYPES_ARG)
  types?: string[];

  @Arg(ENABLED_ARG)
  enabled?: boolean;
}

export class ListDeliveriesDto extends WebhookIdDto {
  @Arg({ type: 'integer', default: 1, minimum: 1, description: 'Page of the list.' })
  page!: number;

  @Arg({ type: 'integer', default: 10, minimum: 1, maximum: 100, description: 'Maximum number of items per page.' })
  per_page!: number;

  @Arg(CURSOR_ARG)
  cursor?: string;

  @Arg({ type: 'string', enum: ['waiting', 'delivered', 'failed'], description: 'Limit to deliveries in this state.' })
  state?: DeliveryState;
}

export class DeliveryIdDto extends WebhookIdDto {
  @Arg({ type: 'integer', required: true, description: 'Delivery ID.' })
  delivery!: number;
}
