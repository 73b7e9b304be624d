import { randomUUID } from 'node:crypto';
import { HttpException, type Logger } from '@nestjs/common';
import { isDatabaseDown, isStorageFull, isTooLarge } from '../../database/engine/errors.js';
import { HashQueueFullError } from '../../text/passwords/index.js';
import { hashingBusy, noRoute, storageFull, tooLargeForDatabase, unavailable, unexpected } from './catalogue.js';
import { RestError } from './rest-error.js';

/** Converts any thrown error to the error sent to the client; logs those that operators must know about. */
export function toRestError(exception: unknown, requestId: string | undefined, logger: Logger): RestError {
  if (exception instanceof RestError) return exception;
  if (exception instanceof HashQueueFullError) return hashingBusy();
  if (isTooLarge(exception)) return tooLargeForDatabase();
  if (isStorageFull(exception)) {
    logger.error({ msg: 'no space left', err: exception, requestId });
    return storageFull();
  }
  if (isDatabaseDown(exception)) {
    logger.error({ msg: 'database unreachable', err: exception, requestId });
    return unavailable();
  }
  if (exception instanceof HttpException) {
    const status = exception.getStatus();
    return status === 404 ? noRoute() : new RestError('rest_http_error', exception.message, status);
  }
  const id = requestId ?? randomUUID();
  logger.error({ msg: 'unexpected failure', err: exception, requestId: id });
  return unexpected(id);
}
