import { type IncomingMessage } from 'node:http';

const LONGEST_URL = 2000;

/** Anything in a query string that makes an answer personal, protected or not repeatable. */
const NEVER = /(?:^|&)\s*(?:(?:password|_wpnonce|_method|rest_route)(?![\w-])|context(?![\w-])(?!=(?:view|embed)(?:&|$)))/i;

/** Headers that make a request personal, or change what it asks. */
const PERSONAL = ['authorization', 'cookie', 'x-wp-nonce', 'x-http-method-override', 'content-length', 'transfer-encoding', 'content-type'] as const;

/** Under which name an answer to this request may be kept; undefined when it must not be. */
export function cacheKey(request: IncomingMessage): string | undefined {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.length > LONGEST_URL) return undefined;
  for (const name of PERSONAL) if (headers[name] !== undefined) return undefined;
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const query = url.slice(mark + 1);
  if (NEVER.test(query.includes('%') ? safeDecode(query) : query)) return undefined;
  return query.includes('&') ? `${url.slice(0, mark)}?${query.split('&').sort().join('&')}` : url;
}

function safeDecode(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return 'password';
  }
}
