import { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { VIA } from '../../platform/wordpress/wordpress.client.js';

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

/** Headers of requests that say how the request came here, and `Proxy`, which PHP programs take for a setting. */
const PROXY_REQUEST_HEADERS = new Set(['host', 'via', 'forwarded', 'expect', 'proxy', 'x-real-ip']);

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
export interface RequestOrigin {
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
  const { via, 'transfer-encoding': encoding } = received;
  return {
    ...endToEnd(received, (name) => !PROXY_REQUEST_HEADERS.has(name) && !name.startsWith('x-forwarded-')),
    ...(encoding !== undefined && { 'transfer-encoding': 'chunked' }),
    host,
    via: via === undefined ? VIA : `${via}, ${VIA}`,
    'x-forwarded-for': address,
    'x-forwarded-host': site.host,
    'x-forwarded-proto': site.protocol.slice(0, -1),
    connection: 'close',
  };
}

export function responseHeaders(received: IncomingHttpHeaders): OutgoingHttpHeaders {
  return { ...endToEnd(received, (name) => !OWN_RESPONSE_HEADERS.has(name)), via: VIA };
}

function endToEnd(headers: IncomingHttpHeaders, isKept: (name: string) => boolean): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name) && isKept(name)),
  );
}
