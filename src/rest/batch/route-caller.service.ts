import { Injectable } from '@nestjs/common';
import { assertWithinLimits } from '../credential-limits.js';
import { authErrorStatus, noRoute } from '../errors/catalogue.js';
import { RestError } from '../errors/rest-error.js';
import { type RequestContext } from '../http/request-context.js';
import { ItemVersionService } from '../response/item-version.service.js';
import { type Content, type Reply, type WireReply } from '../response/reply.js';
import { type EndpointMatch, RouteRegistry } from '../route/route-registry.js';
import { type RestExchange } from '../route/route.types.js';

/** Calls declared routes without HTTP, with the checks of a request: arguments, credentials, policy, conditions. */
@Injectable()
export class RouteCallerService {
  constructor(
    private readonly registry: RouteRegistry,
    private readonly versions: ItemVersionService,
  ) {}

  /** The endpoint of a request, whose path parameters are set. */
  find({ request }: RequestContext): EndpointMatch['endpoint'] {
    const found = this.registry.findEndpoint(request.method, request.route);
    if (!found) throw noRoute();
    request.pathParams = found.params;
    return found.endpoint;
  }

  /** Validates and converts the arguments. */
  async prepare(exchange: RestExchange): Promise<void> {
    assertWithinLimits(exchange.ctx, exchange.endpoint!.route);
    exchange.args = await exchange.endpoint!.args.check(exchange.ctx);
  }

  /** Checks the permission of the requester. */
  async assertAllowed({ ctx, endpoint, args }: RestExchange): Promise<void> {
    const allowed = await endpoint!.can(ctx, args!);
    if (allowed === false)
      throw new RestError('rest_forbidden', 'Sorry, you are not allowed to do that.', authErrorStatus(ctx.principal));
    if (allowed !== true) throw allowed;
  }

  /** Checks the permission of the requester and calls the handler. */
  async execute(exchange: RestExchange): Promise<Reply | WireReply | Content> {
    const { endpoint } = exchange;
    const check = this.versions.commitCheck(exchange);
    try {
      await this.assertAllowed(exchange);
      if (check) await this.versions.assertMatch(exchange, check);
      const result = await (check ? check.run(() => endpoint!.call(exchange)) : endpoint!.call(exchange));
      return result as Reply | WireReply | Content;
    } finally {
      check?.close();
    }
  }
}
