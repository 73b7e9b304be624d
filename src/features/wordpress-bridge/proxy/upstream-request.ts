import { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { readBasicCredentials } from '../../../access/authentication/index.js';
import { type WordPressConfig } from '../../../platform/config/index.js';
import { type RestRequest } from '../../../rest/http/index.js';
import { type Site } from '../../../site/index.js';
import { parsePhpQuery } from '../../../text/index.js';
import { VIA } from '../client/wordpress.client.js';

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that say where a body ends. `Connection` cannot name them: without them the body would be read as another request. */
const FRAMING = new Set(['content-length', 'transfer-encoding']);

/** Other names, such as `X_Forwarded_For`, are the same to PHP as names with dashes, so web servers do not pass them on. */
const PLAIN_HEADER = /^[a-z0-9-]+$/;

/** Headers of requests that are replaced or say how the request came here, and `Proxy`, which PHP programs take for a setting. */
const PROXY_REQUEST_HEADERS = new Set(['authorization', 'host', 'via', 'forwarded', 'expect', 'proxy', 'x-real-ip']);

/** Headers of responses that are for the service in front to decide. */
const OWN_RESPONSE_HEADERS = new Set([
  'server',
  'x-powered-by',
  'strict-transport-security',
  'alt-svc',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-credentials',
]);

/** Where a request comes from, as WordPress shall see it. */
interface RequestOrigin {
  /** Address of the site. */
  readonly home: string;
  /** IP address of the client. */
  readonly address: string;
}

/** Whether the request was sent by a Nestpress. */
export function isForwardedByUs({ via }: IncomingHttpHeaders): boolean {
  return via !== undefined && via.split(',').some((hop) => hop.trim() === VIA);
}

export function requestHeaders(
  received: IncomingHttpHeaders,
  host: string,
  { home, address }: RequestOrigin,
): OutgoingHttpHeaders {
  const site = new URL(home);
  const { via, authorization } = received;
  const credentials = authorization === undefined ? undefined : unambiguous(authorization);
  return {
    ...endToEnd(received, (name) => PLAIN_HEADER.test(name) && !isProxyHeader(name)),
    ...framingOf(received),
    ...(credentials !== undefined && { authorization: credentials }),
    host,
    via: via === undefined ? VIA : `${via}, ${VIA}`,
    'x-forwarded-for': address,
    'x-forwarded-host': site.host,
    'x-forwarded-proto': site.protocol.slice(0, -1),
    connection: 'close',
  };
}

function isProxyHeader(name: string): boolean {
  return PROXY_REQUEST_HEADERS.has(name) || FRAMING.has(name) || name.startsWith('x-forwarded-');
}

/** How the body of a request is sent on. Without either header it has none. */
function framingOf({ 'transfer-encoding': encoding, 'content-length': length }: IncomingHttpHeaders) {
  if (encoding !== undefined) return { 'transfer-encoding': 'chunked' };
  return length === undefined ? {} : { 'content-length': length };
}

/** Credentials written so that PHP, which decodes malformed text differently, reads the same name and password; undefined if there are none. */
function unambiguous(authorization: string): string | undefined {
  if (!/^\s*basic\b/i.test(authorization)) return authorization;
  const credentials = readBasicCredentials(authorization);
  return credentials && `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
}

export function responseHeaders(received: IncomingHttpHeaders): OutgoingHttpHeaders {
  return { ...endToEnd(received, (name) => !OWN_RESPONSE_HEADERS.has(name)), via: VIA };
}

function endToEnd(headers: IncomingHttpHeaders, isForwarded: (name: string) => boolean): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name) && isForwarded(name)),
  );
}

type PermalinkSite = Pick<Site, 'hasPrettyLinks' | 'option'>;

/** Bodies that PHP reads as fields. */
const FORM_TYPE = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)/i;

/** What servers may read as another folder, whichever way the path is written. */
const UNSAFE_SEGMENT = /^\.{1,2}$|[\\\x00-\x1f\x7f]/;

/**
 * Path and query of the route at WordPress, below the path of WORDPRESS_URL; undefined where a server could read another
 * place into it. The host never depends on the request.
 */
export function upstreamPath(
  { url }: Pick<WordPressConfig, 'url'>,
  basePath: string,
  { request, site }: { request: Pick<RestRequest, 'route' | 'wireMethod' | 'header'>; site: PermalinkSite },
  received: string,
): string | undefined {
  const { route } = request;
  const segments = route.split('/');
  if (segments[0] !== '' || segments.some((segment) => UNSAFE_SEGMENT.test(segment))) return undefined;
  const folder = new URL(url).pathname.replace(/\/$/, '');
  const query = received
    .slice(received.indexOf('?') + 1 || received.length)
    .split('&')
    .filter((pair) => pair !== '' && !namesRoute(pair));
  const isForm = request.wireMethod === 'POST' && FORM_TYPE.test(request.header('content-type') ?? '');
  // A field of a form would take precedence over the path. WordPress refuses one that contradicts the query string.
  if (isForm || !site.hasPrettyLinks) query.unshift(`rest_route=${encodeURIComponent(route)}`);
  if (!site.hasPrettyLinks) return `${folder}/index.php?${query.join('&')}`;
  const index = site.option('permalink_structure').startsWith('/index.php/') ? '/index.php' : '';
  const path = `${folder}${index}${basePath}${segments.map(encodeURIComponent).join('/')}`;
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Whether PHP reads a pair of a query string as `rest_route`, or a part of it. */
function namesRoute(pair: string): boolean {
  return Object.hasOwn(parsePhpQuery(pair), 'rest_route');
}
