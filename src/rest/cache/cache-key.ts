import { type IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type PhpMap } from '../../text/php-values.js';
import { parsePhpQuery } from '../http/php-query.js';

const LONGEST_URL = 2000;

/** Keys of the latest URLs with a query string, so that it is parsed once for all hits. */
const keys = new LRUCache<string, string>({ max: 1000 });
const NOT_CACHEABLE = '';

/** Parameters that make a response personal, protected or not cacheable. */
const NEVER = ['password', '_wpnonce', '_method', 'rest_route'];
const HARMLESS_CONTEXTS: readonly unknown[] = [undefined, 'view', 'embed'];

/** Headers that make a request personal, or change the response. */
const PERSONAL = [
  'authorization',
  'cookie',
  'x-wp-nonce',
  'x-http-method-override',
  'content-length',
  'transfer-encoding',
  'content-type',
] as const;

/**
 * The cache key of a request; undefined if its response must not be cached. Parameters are parsed as the REST layer parses
 * them, so that no alternative spelling bypasses the check; their order does not matter. `credentials` are the headers of
 * authentication strategies.
 */
export function cacheKey(request: IncomingMessage, credentials: readonly string[] = []): string | undefined {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.length > LONGEST_URL) return undefined;
  for (const name of PERSONAL) if (headers[name] !== undefined) return undefined;
  for (const name of credentials) if (headers[name] !== undefined) return undefined;
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  let key = keys.get(url);
  if (key === undefined) keys.set(url, (key = keyOf(url, mark) ?? NOT_CACHEABLE));
  return key === NOT_CACHEABLE ? undefined : key;
}

function keyOf(url: string, mark: number): string | undefined {
  const query = parse(url.slice(mark + 1));
  if (!query || !isRepeatable(query)) return undefined;
  const names = Object.keys(query).sort();
  return (
    url.slice(0, mark) + (names.length === 0 ? '' : `?${JSON.stringify(names.map((name) => [name, query[name]]))}`)
  );
}

/** Undefined if the request has too many parameters. */
function parse(query: string): PhpMap | undefined {
  try {
    return parsePhpQuery(query);
  } catch {
    return undefined;
  }
}

/** Case-insensitive: parameter names are case-sensitive, but `PASSWORD` is not cached either. */
function isRepeatable(query: PhpMap): boolean {
  return Object.keys(query).every((name) => {
    const plain = name.toLowerCase();
    return !NEVER.includes(plain) && (plain !== 'context' || HARMLESS_CONTEXTS.includes(query[name]));
  });
}
