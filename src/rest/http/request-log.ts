import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { type NextFunction, type Request, type Response } from 'express';
import { type Logger } from 'pino';

const ACCEPTABLE_ID = /^[\w.:-]{1,100}$/;

/** The id a request brings, if it is a decent one, or a new one. */
export function requestId(request: IncomingMessage): string {
  const brought = request.headers['x-request-id'];
  return typeof brought === 'string' && ACCEPTABLE_ID.test(brought) ? brought : randomUUID();
}

/** Gives every request an id and one log line. Query strings may hold passwords and stay out. */
export function requestLog(logger: Logger) {
  return (request: Request & { id?: string }, response: Response, next: NextFunction): void => {
    const id = requestId(request);
    request.id = id;
    if (logger.isLevelEnabled('info')) {
      const started = performance.now();
      const { method } = request;
      const path = request.url.split('?', 1)[0];
      response.once('finish', () => {
        const ms = Math.round((performance.now() - started) * 100) / 100;
        logger.info({ msg: 'request', requestId: id, method, path, status: response.statusCode, ms });
      });
    }
    next();
  };
}
