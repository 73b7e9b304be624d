import { Inject, Injectable, Logger } from '@nestjs/common';
import { RouteCallerService } from './route-caller.service.js';
import { RouteIndexService } from '../discovery/route-index.service.js';
import { noRoute, toRestError, uriTooComplex } from '../errors/catalogue.js';
import { RestError } from '../errors/rest-error.js';
import { parsePhpQuery, TooManyParameters } from '../../text/php/php-query.js';
import { RequestContext } from '../http/request-context.js';
import { RestRequest } from '../http/rest-request.js';
import { WireReply } from '../response/reply.js';
import { responseOptions } from '../response/response-options.js';
import { ResponseWriter } from '../response/response-writer.js';
import { RouteRegistry } from '../route/route-registry.js';
import { type RestExchange } from '../route/route.types.js';
import { type PhpMap } from '../../text/php/php-values.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

/** One of several reads that are sent together. */
export interface ReadPart {
  method?: 'GET' | 'OPTIONS';
  /** Route with its query string. */
  path: string;
  /** False if only the headers of an OPTIONS request are requested. */
  describe?: boolean;
}

const notJson = () =>
  new RestError('rest_read_not_allowed', 'The response of this route is not or not always JSON.', 400);

function parameters(query: string): PhpMap {
  try {
    return parsePhpQuery(query);
  } catch (error) {
    if (error instanceof TooManyParameters) return { _tooMany: true };
    throw error;
  }
}

/** Runs several reads of one requester at once. Each gets the response that it would get alone. */
@Injectable()
export class ReadsService {
  private readonly logger = new Logger('Reads');

  constructor(
    private readonly routes: RouteCallerService,
    private readonly registry: RouteRegistry,
    private readonly index: RouteIndexService,
    private readonly responses: ResponseWriter,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async run(ctx: RequestContext, parts: readonly ReadPart[]): Promise<WireReply> {
    const responses = await Promise.all(parts.map((part) => this.read(ctx, part)));
    return new WireReply(
      200,
      { 'Content-Type': 'application/json; charset=UTF-8' },
      `{"responses":[${responses.map(({ body }) => String(body)).join()}]}`,
    );
  }

  private async read(outer: RequestContext, { method = 'GET', path, describe = true }: ReadPart): Promise<WireReply> {
    const [route = '', query = ''] = path.split(/\?(.*)/s);
    const { address, connection } = outer.request;
    const request = new RestRequest(method, route, parameters(query), {}, address, method);
    request.connection = connection;
    request.slot = outer.request.slot;
    const options = { ...responseOptions(request, this.profile), envelope: true, jsonp: undefined };
    const exchange: RestExchange = { ctx: new RequestContext(outer.principal, request, outer.site, options) };
    try {
      if (request.query._tooMany) throw uriTooComplex();
      if (method === 'OPTIONS') return await this.describe(exchange, describe);
      exchange.endpoint = this.routes.find(exchange.ctx);
      const { returns, represent } = exchange.endpoint;
      if (returns === 'nothing' || typeof returns === 'object' || represent) throw notJson();
      await this.routes.prepare(exchange);
      const result = await this.routes.execute(exchange);
      if (result instanceof WireReply) throw notJson();
      return await this.responses.success(exchange, result);
    } catch (thrown) {
      const error = toRestError(thrown, outer.request.header('x-request-id'), this.logger);
      return this.responses.failure(exchange, error);
    }
  }

  private describe(exchange: RestExchange, withBody: boolean): Promise<WireReply> {
    const { request, site } = exchange.ctx;
    const found = this.registry.find(request.route).next().value;
    if (!found) throw noRoute();
    request.pathParams = found.params;
    exchange.endpoint = found.route.endpoints[0];
    return this.responses.success(exchange, withBody ? this.index.help(found.route, site) : {});
  }
}
