import { type IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type PhpMap } from '../../text/php/php-values.js';
import { parsePhpQuery } from '../../text/php/php-query.js';

const MAX_URL_LENGTH = 2000;

/** Keys of the latest URLs with a query string, so that it is parsed once for all hits. */
const keys = new LRUCache<string, string>({ max: 1000 });
const NOT_CACHEABLE = '';

/**
 * Parameter of reads that follow the announcement of a change: its value is the version or ID of the announcement, and the
 * response is not older than the request. Part of the URL, so that no cache in between has an older response to it.
 */
export const VERSION_PARAMETER = '_version';

/** Parameters that make a response personal, protected or not cacheable. */
const NEVER = ['password', 'preview_token', '_wpnonce', '_method', 'rest_route', VERSION_PARAMETER];
const HARMLESS_CONTEXTS: readonly unknown[] = [undefined, 'view', 'embed'];

/** Headers that select the form of a cached response, or that it repeats. */
const FORM_HEADERS = ['if-none-match', 'accept-encoding', 'origin', 'x-request-id', 'x-server-timing'] as const;
type FormHeader = (typeof FORM_HEADERS)[number];
export type FormHeaders = Partial<Record<FormHeader, string>>;

/** Headers that make a request personal, or change the response. */
const PERSONAL_HEADERS = [
  'authorization',
  'cookie',
  'x-wp-nonce',
  'x-http-method-override',
  'content-length',
  'transfer-encoding',
  'content-type',
];

/** What a header means for the cache; others have no effect. */
const MEANINGS = new Map<string, FormHeader | 'personal'>([
  ...FORM_HEADERS.map((name) => [name, name] as const),
  ...PERSONAL_HEADERS.map((name) => [name, 'personal'] as const),
]);

/**
 * The headers of a request whose response may be cached; undefined for others. `credentials` are the headers of authentication
 * strategies. Node collects `headers` when they are first used, which costs more than finding a cached response.
 */
export function formHeaders(rawHeaders: readonly string[], credentials: readonly string[]): FormHeaders | undefined {
  const found: FormHeaders = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const meaning = MEANINGS.get(name);
    if (meaning === 'personal' || credentials.includes(name)) return undefined;
    if (meaning === undefined) continue;
    const earlier = found[meaning];
    const value = rawHeaders[index + 1]!;
    found[meaning] = earlier === undefined ? value : `${earlier}, ${value}`;
  }
  return found;
}

/**
 * The cache key of a request without personal headers; undefined if its response must not be cached. Parameters are parsed as the
 * REST layer parses them, so that no alternative spelling bypasses the check; their order does not matter.
 */
export function cacheKey({ method, url = '' }: IncomingMessage): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || url.length > MAX_URL_LENGTH) return undefined;
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
