import { type IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { isMap, type PhpMap } from '../../text/php/php-values.js';
import { RestError } from '../errors/rest-error.js';
import { toRestError, uriTooComplex } from '../errors/catalogue.js';
import { parsePhpQuery, TooManyParameters } from '../../text/php/php-query.js';
import { RestRequest } from '../http/rest-request.js';
import { type Content, Reply, SerializedItem, type WireReply } from '../response/reply.js';
import { ResponseWriter } from '../response/response-writer.js';
import { responseOptions } from '../response/response-options.js';
import { RequestContext } from '../http/request-context.js';
import { RouteCallerService } from './route-caller.service.js';
import { type HttpMethod, type RestExchange } from '../route/route.types.js';

/** One request of a batch, as sent by the client. */
export interface BatchPart {
  method?: HttpMethod;
  path: string;
  body?: unknown;
  headers?: unknown;
}

/** A request with its route and arguments, or the error that prevents it from running. */
interface PreparedPart {
  exchange: RestExchange;
  error?: RestError;
}

const notAllowed = () =>
  new RestError('rest_batch_not_allowed', 'The requested route does not support batch requests.', 400);
const badPath = () => new RestError('parse_path_failed', 'Could not parse the path.', 400);

/** Runs several writes of one requester in sequence. Each is validated and answered as if it had been sent alone. */
@Injectable()
export class BatchService {
  private readonly logger = new Logger('Batch');

  constructor(
    private readonly routes: RouteCallerService,
    private readonly responses: ResponseWriter,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** With `requiresAll`, nothing runs unless the route and arguments of every request are valid. */
  async run(ctx: RequestContext, parts: readonly BatchPart[], requiresAll: boolean): Promise<Reply> {
    const prepared: PreparedPart[] = [];
    for (const part of parts) prepared.push(await this.prepare(ctx, part));
    const isRefused = requiresAll && prepared.some(({ error }) => error);
    const responses: string[] = [];
    for (const { exchange, error } of prepared) {
      // Requests of a batch that did not run have no Allow header.
      if (error)
        responses.push(await bodyOf(this.responses.failure(isRefused ? { ctx: exchange.ctx } : exchange, error)));
      else responses.push(isRefused ? 'null' : await bodyOf(this.execute(exchange)));
    }
    const json = `{${isRefused ? '"failed":"validation",' : ''}"responses":[${responses.join()}]}`;
    return new Reply(ctx.wants ? (JSON.parse(json) as Content) : new SerializedItem(Buffer.from(json)), 207);
  }

  private async prepare(outer: RequestContext, part: BatchPart): Promise<PreparedPart> {
    const { request, error } = this.request(outer, part);
    // The enveloped form of a response is the form used in batches.
    const options = { ...responseOptions(request, this.profile), envelope: true, jsonp: undefined };
    const exchange: RestExchange = { ctx: new RequestContext(outer.principal, request, outer.site, options) };
    if (error) return { exchange, error };
    try {
      exchange.endpoint = this.routes.find(exchange.ctx);
      if (exchange.endpoint.route.allowsBatch !== true) throw notAllowed();
      await this.routes.prepare(exchange);
      return { exchange };
    } catch (thrown) {
      return { exchange, error: this.errorOf(outer, thrown) };
    }
  }

  private request(outer: RequestContext, part: BatchPart): { request: RestRequest; error?: RestError } {
    const { method = 'POST', path, body, headers } = part;
    const [route = '', query = ''] = path.split('#')[0]!.split(/\?(.*)/s);
    let error = route.startsWith('/') && !route.startsWith('//') ? undefined : badPath();
    let parameters: PhpMap = {};
    try {
      parameters = parsePhpQuery(query);
    } catch (thrown) {
      if (!(thrown instanceof TooManyParameters)) throw thrown;
      error = uriTooComplex();
    }
    const trimmed = route.replace(/(.)\/$/, '$1');
    const { address } = outer.request;
    const request = new RestRequest(method, trimmed, parameters, headersOf(headers), address, method);
    if (isMap(body)) request.form = body;
    return { request, error };
  }

  private async execute(exchange: RestExchange): Promise<WireReply> {
    try {
      return await this.responses.success(exchange, await this.routes.execute(exchange));
    } catch (thrown) {
      return await this.responses.failure(exchange, this.errorOf(exchange.ctx, thrown));
    }
  }

  private errorOf({ request }: RequestContext, thrown: unknown): RestError {
    return toRestError(thrown, request.header('x-request-id'), this.logger);
  }
}

async function bodyOf(reply: Promise<WireReply>): Promise<string> {
  const { body } = await reply;
  return String(body);
}

/** Header names in lower case, as in Node. */
function headersOf(headers: unknown): IncomingHttpHeaders {
  if (!isMap(headers)) return {};
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.at(-1) : value]),
  ) as IncomingHttpHeaders;
}
