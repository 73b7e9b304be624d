import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { type Response } from 'express';
import { type RestError } from './errors/rest-error.js';
import { toRestError } from './errors/to-rest-error.js';
import { WireReply } from './response/reply.js';
import { ResponseWriter, sendWire } from './response/response-writer.js';
import { type RestExpressRequest } from './rest.middleware.js';

/** Said here too, since a failure may come before the headers of every answer are set. */
const NOSNIFF = { 'X-Content-Type-Options': 'nosniff' };

/** Clients tell a wrong address of the interface from an error of it by this not being JSON. */
const NOT_THE_INTERFACE = new WireReply(
  404,
  { 'Content-Type': 'text/plain; charset=UTF-8', ...NOSNIFF },
  'Not found\n',
);

/** The last word on every failure: below the interface's root always its error shape, never a detail of ours. */
@Catch()
export class RestExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('Rest');

  constructor(private readonly responses: ResponseWriter) {}

  async catch(exception: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<RestExpressRequest>();
    const response = http.getResponse<Response>();
    if (isClientAbort(exception, request)) {
      this.logger.debug({ msg: 'client aborted the request', requestId: request.id });
      response.destroy();
      return;
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendWire(response, await this.answer(request, toRestError(exception, request.id, this.logger)));
  }

  private async answer(request: RestExpressRequest, error: RestError): Promise<WireReply> {
    const trip = request.rest;
    if (!trip && error.status === 404) return NOT_THE_INTERFACE;
    if (!trip)
      return new WireReply(
        error.status,
        { 'Content-Type': 'application/json; charset=UTF-8', ...NOSNIFF, ...error.headers },
        JSON.stringify(error.body),
      );
    try {
      return await this.responses.failure(trip, error);
    } catch {
      // The Allow header could not be worked out (the database is gone, say): answer without it.
      return this.responses.failure({ ctx: trip.ctx }, error);
    }
  }
}

/** Node reports a client that disconnects in the middle of its body as a connection reset, as the driver does of a database. */
function isClientAbort(exception: unknown, request: RestExpressRequest): boolean {
  return (exception as { code?: string } | undefined)?.code === 'ECONNRESET' && request.destroyed && !request.complete;
}
