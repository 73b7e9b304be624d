import { type IncomingMessage } from 'node:http';
import { type PhpMap } from '../args/php-values.js';
import { parsePhpQuery } from '../http/php-query.js';

const LONGEST_URL = 2000;

/** Parameters that make an answer personal, protected or not repeatable. */
const NEVER = ['password', '_wpnonce', '_method', 'rest_route'];
const HARMLESS_CONTEXTS: readonly unknown[] = [undefined, 'view', 'embed'];

/** Headers that make a request personal, or change what it asks. */
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
 * Under which name an answer to this request may be kept; undefined when it must not be. Parameters are read as the
 * interface reads them, so that no spelling of a name slips through; their order does not matter.
 */
export function cacheKey(request: IncomingMessage): string | undefined {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.length > LONGEST_URL) return undefined;
  for (const name of PERSONAL) if (headers[name] !== undefined) return undefined;
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const query = parse(url.slice(mark + 1));
  if (!query || !isRepeatable(query)) return undefined;
  const names = Object.keys(query).sort();
  return (
    url.slice(0, mark) + (names.length === 0 ? '' : `?${JSON.stringify(names.map((name) => [name, query[name]]))}`)
  );
}

/** Undefined where there are too many parameters to answer at all. */
function parse(query: string): PhpMap | undefined {
  try {
    return parsePhpQuery(query);
  } catch {
    return undefined;
  }
}

/** In any case: parameter names are case-sensitive, but `PASSWORD` is treated with suspicion too. */
function isRepeatable(query: PhpMap): boolean {
  return Object.keys(query).every((name) => {
    const plain = name.toLowerCase();
    return !NEVER.includes(plain) && (plain !== 'context' || HARMLESS_CONTEXTS.includes(query[name]));
  });
}
