import { isIP } from 'node:net';
import { type RequestContext } from '../../rest/route/context.js';

const UNKNOWN = '127.0.0.1';

/** Where the request came from; an IPv4 caller of an IPv6 socket is written plainly. */
export function clientAddress({ request }: RequestContext): string {
  const address = request.address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) ? address : UNKNOWN;
}
