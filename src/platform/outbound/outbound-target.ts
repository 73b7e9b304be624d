import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.js';

const PORTS: ReadonlyMap<string, number> = new Map(Object.entries<number>({ 'http:': 80, 'https:': 443 }));

/** A URL we may ask for, as far as the URL alone can tell. */
export interface OutboundTarget {
  readonly url: URL;
  readonly isSecure: boolean;
  readonly port: number;
  /** A name to look up, or an address without brackets. */
  readonly host: string;
  readonly hostIsAddress: boolean;
}

/**
 * The parser of the URL standard writes every spelling of an address (decimal, octal, hexadecimal, shortened) in one
 * way, so that what is checked later is what would be connected to.
 */
export function outboundTarget(
  address: string,
  { ports, base }: { ports: ReadonlySet<number>; base?: URL },
): OutboundTarget {
  const url = parse(address, base);
  const standardPort = PORTS.get(url.protocol);
  if (standardPort === undefined || url.username !== '' || url.password !== '') throw new OutboundError('address');
  const port = url.port === '' ? standardPort : Number(url.port);
  if (!ports.has(port)) throw new OutboundError('address');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const hostIsAddress = isIP(host) !== 0;
  if (!hostIsAddress && !isPublicName(host)) throw new OutboundError('address');
  return { url, isSecure: url.protocol === 'https:', port, host, hostIsAddress };
}

function parse(address: string, base?: URL): URL {
  try {
    return new URL(address, base);
  } catch (error) {
    throw new OutboundError('address', error);
  }
}

/** Names with two labels at least and no dot at the end: others mean something on this machine or network only. */
function isPublicName(host: string): boolean {
  return (
    host.length <= 253 &&
    /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(host) &&
    !/\.(?:localhost|local|internal|\d+)$/.test(host)
  );
}
