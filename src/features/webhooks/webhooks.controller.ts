import { RequestContext } from '../../rest/http/index.js';
import {
  cursorReply,
  type Item,
  type JsonValue,
  pagedReply,
  readCursor,
  Reply,
  unlessKnown,
  type WireReply,
} from '../../rest/response/index.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
  SitePolicy,
} from '../../rest/route/index.js';
import { CreateWebhookDto, DeliveryIdDto, ListDeliveriesDto, UpdateWebhookDto, WebhookIdDto } from './webhooks.dto.js';
import { DELIVERY, presentDelivery, presentWebhook, WEBHOOK } from './webhooks.fields.js';
import { WebhooksService } from './webhooks.service.js';

const NAMESPACE = 'nestpress/v1';
const ITEM = '/(?P<id>[\\d]+)';
const MANAGE = can(SitePolicy, 'manage');

@RestController({ namespace: NAMESPACE, base: '/webhooks', fields: WEBHOOK })
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Route({ methods: READABLE, can: MANAGE })
  async list(): Promise<Item[]> {
    return (await this.webhooks.list()).map((webhook) => presentWebhook(webhook));
  }

  @Route({ methods: CREATABLE, args: CreateWebhookDto, can: MANAGE })
  async create(
    @Ctx() { principal }: RequestContext,
    @Args() { enabled: isEnabled, ...values }: CreateWebhookDto,
  ): Promise<Reply> {
    const webhook = await this.webhooks.create({ ...values, isEnabled }, principal);
    return new Reply(presentWebhook(webhook, { withSecret: true }), 201);
  }

  @Route({ methods: READABLE, path: ITEM, args: WebhookIdDto, can: MANAGE })
  async read(@Args() { id }: WebhookIdDto): Promise<Item> {
    return presentWebhook(await this.webhooks.find(id));
  }

  @Route({ methods: EDITABLE, path: ITEM, args: UpdateWebhookDto, can: MANAGE })
  async update(
    @Ctx() { principal }: RequestContext,
    @Args() { id, enabled: isEnabled, ...values }: UpdateWebhookDto,
  ): Promise<Item> {
    return presentWebhook(await this.webhooks.update(id, { ...values, isEnabled }, principal));
  }

  @Route({ methods: DELETABLE, path: ITEM, args: WebhookIdDto, can: MANAGE })
  async delete(@Ctx() { principal }: RequestContext, @Args() { id }: WebhookIdDto): Promise<JsonValue> {
    return { deleted: true, previous: presentWebhook(await this.webhooks.delete(id, principal)).members };
  }

  /** Rotates the secret. */
  @Route({ methods: CREATABLE, path: `${ITEM}/secret`, args: WebhookIdDto, can: MANAGE })
  async rotate(@Ctx() { principal }: RequestContext, @Args() { id }: WebhookIdDto): Promise<Item> {
    return presentWebhook(await this.webhooks.rotate(id, principal), { withSecret: true });
  }
}

@RestController({ namespace: NAMESPACE, base: `/webhooks${ITEM}`, fields: DELIVERY })
export class WebhookDeliveriesController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Route({ methods: CREATABLE, path: '/test', args: WebhookIdDto, can: MANAGE })
  async test(@Args() { id }: WebhookIdDto): Promise<Item> {
    return presentDelivery(await this.webhooks.test(id));
  }

  @Route({ methods: READABLE, path: '/deliveries', args: ListDeliveriesDto, can: MANAGE })
  async list(@Ctx() ctx: RequestContext, @Args() args: ListDeliveriesDto): Promise<Reply | WireReply> {
    const { id, page, per_page: perPage, state, cursor } = args;
    const route = `/${NAMESPACE}/webhooks/${id}/deliveries`;
    if (cursor !== undefined) {
      const found = await this.webhooks.deliveriesAfter(id, { state, limit: perPage + 1, before: readCursor(cursor) });
      return unlessKnown(ctx, cursorReply(ctx, route, found.map(presentDelivery), { limit: perPage, args }));
    }
    const { deliveries, total } = await this.webhooks.deliveries(id, {
      state,
      limit: perPage,
      offset: (page - 1) * perPage,
    });
    return unlessKnown(ctx, pagedReply(ctx, route, deliveries.map(presentDelivery), { total, page, perPage, args }));
  }

  @Route({ methods: READABLE, path: '/deliveries/(?P<delivery>[\\d]+)', args: DeliveryIdDto, can: MANAGE })
  async read(@Args() { id, delivery }: DeliveryIdDto): Promise<Item> {
    return presentDelivery(await this.webhooks.findDelivery(id, delivery));
  }

  /** Sends a delivery again. */
  @Route({ methods: CREATABLE, path: '/deliveries/(?P<delivery>[\\d]+)', args: DeliveryIdDto, can: MANAGE })
  async replay(@Args() { id, delivery }: DeliveryIdDto): Promise<Item> {
    return presentDelivery(await this.webhooks.replay(id, delivery));
  }
}
