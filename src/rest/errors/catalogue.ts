import { randomUUID } from 'node:crypto';
import { HttpException, type Logger } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { isDatabaseDown, isStorageFull, isStorageUnwritable, isTooLarge } from '../../database/engine/errors.js';
import { ValueTooLong } from '../../database/entities/index.js';
import { HashQueueFullError } from '../../text/passwords/index.js';
import { NO_DATA, RestError } from './rest-error.js';

/** Errors of the REST layer; each resource has its own next to its policy. Texts with parameters are part of the REST API. */

export const noRoute = () =>
  new RestError('rest_no_route', 'No route was found matching the URL and request method', 404);

export function missingParams(names: readonly string[]): RestError {
  return new RestError('rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, 400, {
    status: 400,
    params: names,
  });
}

/** A problem with the value of a parameter. */
interface Issue {
  readonly message: string;
  readonly code: string;
  readonly data: unknown;
  readonly isExplained: boolean;
}

/** Reports the problem of each parameter; `explained`: with the code and data of the violated rule. */
export function invalidParams(issues: Readonly<Record<string, string | Issue>>, explained = false): RestError {
  const names = Object.keys(issues);
  const entries = Object.entries(issues);
  const explainable = entries.flatMap(([name, issue]) =>
    typeof issue !== 'string' && issue.isExplained ? [[name, issue] as const] : [],
  );
  return new RestError('rest_invalid_param', `Invalid parameter(s): ${names.join(', ')}`, 400, {
    status: 400,
    params: Object.fromEntries(
      entries.map(([name, issue]) => [name, typeof issue === 'string' ? issue : issue.message]),
    ),
    ...(explained && {
      details:
        explainable.length === 0
          ? []
          : Object.fromEntries(explainable.map(([name, { code, message, data }]) => [name, { code, message, data }])),
    }),
  });
}

export function invalidJson(errorCode: number, errorMessage: string): RestError {
  return new RestError('rest_invalid_json', 'Invalid JSON body passed.', 400, {
    status: 400,
    json_error_code: errorCode,
    json_error_message: errorMessage,
  });
}

/** Served as a script, since a script was requested. */
export const invalidCallback = () =>
  new RestError('rest_callback_invalid', 'Invalid JSONP callback function.', 400, NO_DATA).withHeaders({
    'Content-Type': 'application/javascript; charset=UTF-8',
  });

export const payloadTooLarge = (limit: number) =>
  new RestError('rest_request_too_large', `The request body is larger than the ${limit} bytes allowed.`, 413);

export const bodyTooComplex = (values: number) =>
  new RestError('rest_request_too_complex', `The request body has more than ${values} values.`, 400);

const tooLargeForDatabase = () =>
  new RestError('rest_request_too_large', 'The request is larger than the database accepts.', 413);

/** The client has disconnected; not a failure of the service. */
export const uploadInterrupted = () => new RestError('rest_upload_interrupted', 'The upload was interrupted.', 400);

export const uriTooComplex = () =>
  new RestError('rest_request_too_complex', 'The request has too many parameters.', 400);

export const invalidNamespace = () =>
  new RestError('rest_invalid_namespace', 'There is no namespace with this name.', 404);

export const unexpected = (id: string) =>
  new RestError('internal_error', 'The service failed to process this request.', 500, { status: 500, id });

export const unavailable = () =>
  new RestError('service_unavailable', 'The service cannot reach its database at the moment.', 503).withHeaders({
    'Retry-After': '2',
  });

/** Sent before any work is done for the request. */
export const overloaded = () =>
  new RestError(
    'service_unavailable',
    'The service has too many requests at the moment. Try again later.',
    503,
  ).withHeaders({ 'Retry-After': '5' });

/** For writes that store a password; sign-in has its own response. */
const hashingBusy = () =>
  new RestError(
    'service_unavailable',
    'Too many passwords are being checked at the moment. Try again later.',
    503,
  ).withHeaders({
    'Retry-After': '2',
  });

/** Reads still work; the operator has to free disk space. */
const storageFull = () =>
  new RestError('insufficient_storage', 'The service has no disk space left to store this.', 507);

/** The operator has to correct the rights of a folder. */
const storageUnavailable = () =>
  new RestError('storage_unavailable', 'The service cannot use its file storage at the moment.', 503).withHeaders({
    'Retry-After': '30',
  });

export const tooManyWrongPasswords = (seconds: number) =>
  new RestError(
    'rest_too_many_attempts',
    'There were too many wrong passwords. Please try again later.',
    429,
  ).withHeaders({
    'Retry-After': String(seconds),
  });

/** 401 for anonymous requests, 403 for authenticated ones. */
export function authErrorStatus(principal: Principal): 401 | 403 {
  return principal.isAnonymous ? 401 : 403;
}

/** An error with status 401 for anonymous and 403 for authenticated requests. */
export function denied(principal: Principal, code: string, message: string): RestError {
  return new RestError(code, message, authErrorStatus(principal));
}

type ErrorClass<E extends Error> = new (...args: never[]) => E;

/** How errors of the domain, which does not know the wire, are reported. */
const DOMAIN_ERRORS = new Map<unknown, (error: never) => RestError>();

/** Adds an error of a module to the table. */
export function reportError<E extends Error>(type: ErrorClass<E>, report: (error: E) => RestError): void {
  DOMAIN_ERRORS.set(type, report);
}

reportError(HashQueueFullError, hashingBusy);
reportError(ValueTooLong, ({ member }) => invalidParams({ [member]: 'The value is too long.' }));

/** Converts any thrown error to the error sent to the client; logs those that operators must know about. */
export function toRestError(exception: unknown, requestId: string | undefined, logger: Logger): RestError {
  if (exception instanceof RestError) return exception;
  const report = exception instanceof Error && DOMAIN_ERRORS.get(exception.constructor);
  if (report) return report(exception as never);
  if (isTooLarge(exception)) return tooLargeForDatabase();
  if (isStorageFull(exception)) {
    logger.error({ msg: 'no space left', err: exception, requestId });
    return storageFull();
  }
  if (isStorageUnwritable(exception)) {
    logger.error({ msg: 'file storage unusable', err: exception, requestId });
    return storageUnavailable();
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
