import { randomUUID } from 'node:crypto';
import { type NextFunction, type Request, type Response } from 'express';
import { type Logger } from 'pino';

const ACCEPTABLE_ID = /^[\w.:-]{1,100}$/;

/** Gives every request an id (its own, if it brings a decent one) and one log line. Query strings may hold passwords and stay out. */
export function requestLog(logger: Logger) {
  return (request: Request & { id?: string }, response: Response, next: NextFunction): void => {
    const brought = request.headers['x-request-id'];
    const id = typeof brought === 'string' && ACCEPTABLE_ID.test(brought) ? brought : randomUUID();
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
