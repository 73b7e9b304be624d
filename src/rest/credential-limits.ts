import { RestError } from './errors/rest-error.js';
import { type RequestContext } from './http/request-context.js';
import { type RestRoute } from './route/route.types.js';

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** With a new password of the account, or another role, limits could be escaped. */
const ACCOUNTS = /^\/[^/]+\/v\d+\/users(?:\/|$)/;

/** Refuses what the credentials of the request are not for. Without limits every route is within them. */
export function assertWithinLimits({ principal, request }: RequestContext, { namespace, pattern }: RestRoute): void {
  const { limits } = principal;
  if (!limits) return;
  const isReading = READING.has(request.method);
  const isAllowed =
    (isReading || (!limits.readOnly && !ACCOUNTS.test(pattern))) &&
    // The index of the API and batches have no namespace; each request of a batch is checked on its own.
    (limits.namespaces.length === 0 || namespace === '' || limits.namespaces.includes(namespace));
  if (!isAllowed)
    throw new RestError('rest_credentials_limited', 'The credentials are not valid for this request.', 403);
}
