import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { type Response } from 'express';
import { type RestError } from './errors/rest-error.js';
import { toRestError } from './errors/catalogue.js';
import { WireReply } from './response/reply.js';
import { ResponseWriter, sendWire } from './response/response-writer.js';
import { type RestExpressRequest } from './observe/request-record.js';

/** Repeated here, since an error may occur before the common headers are set. */
const NOSNIFF = { 'X-Content-Type-Options': 'nosniff' };

/** Not JSON, so that clients can distinguish a wrong REST root from an error response of the API. */
const NOT_THE_INTERFACE = new WireReply(
  404,
  { 'Content-Type': 'text/plain; charset=UTF-8', ...NOSNIFF },
  'Not found\n',
);

/** Handles every uncaught error: below the REST root always in the API's error shape, never with internal details. */
@Catch()
export class RestExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('Rest');

  constructor(private readonly responses: ResponseWriter) {}

  catch(exception: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    return this.send(exception, http.getRequest(), http.getResponse());
  }

  /** Sends the response for an error. */
  async send(exception: unknown, request: RestExpressRequest, response: Response): Promise<void> {
    if (isClientAbort(exception, request)) {
      this.logger.debug({ msg: 'client aborted the request', requestId: request.id });
      response.destroy();
      return;
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendWire(response, await this.errorResponse(request, toRestError(exception, request.id, this.logger)));
  }

  private async errorResponse(request: RestExpressRequest, error: RestError): Promise<WireReply> {
    const exchange = request.rest;
    if (!exchange && error.status === 404) return NOT_THE_INTERFACE;
    if (!exchange)
      return new WireReply(
        error.status,
        { 'Content-Type': 'application/json; charset=UTF-8', ...NOSNIFF, ...error.headers },
        JSON.stringify(error.body),
      );
    try {
      return await this.responses.failure(exchange, error);
    } catch {
      // The Allow header could not be determined (the database may be down): respond without it.
      return this.responses.failure({ ctx: exchange.ctx }, error);
    }
  }
}

/**
 * Whether reading the request failed, since its client has disconnected. The error itself is compared: its code, ECONNRESET, is also
 * that of lost connections to other hosts.
 */
function isClientAbort(exception: unknown, request: RestExpressRequest): boolean {
  return request.errored !== null && exception === request.errored;
}
