import { promises as dns } from 'node:dns';
import { isGlobalAddress } from './global-address.js';

/** Looks names up. */
export interface NameResolver {
  /** Every address the name has, of both families. */
  addresses(name: string, signal: AbortSignal): Promise<string[]>;
}

const QUERY_MS = 2000;

/**
 * Asks name servers directly: unlike the system's own lookup this can be broken off, blocks no worker thread while a
 * slow server keeps it waiting, and knows nothing of the machine's hosts file.
 */
export class DnsResolver implements NameResolver {
  /** Name servers as `address:port`; those of the system unless given. */
  constructor(private readonly servers?: readonly string[]) {}

  async addresses(name: string, signal: AbortSignal): Promise<string[]> {
    signal.throwIfAborted();
    const resolver = new dns.Resolver({ timeout: QUERY_MS, tries: 1 });
    if (this.servers) resolver.setServers(this.servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      // One family alone is enough, and many servers fail on the other.
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

/** As every program of this machine looks names up, its hosts file included: for hosts that its owner configured. */
export const SYSTEM_RESOLVER: NameResolver = {
  addresses: async (name) => (await dns.lookup(name, { all: true })).map(({ address }) => address),
};

export interface OutboundOptions {
  /** The only origin requests may go to, which the owner configured: any port, private names and addresses included. */
  origin?: string;
  resolver: NameResolver;
  /** Whether an address may be connected to. */
  mayConnect: (address: string) => boolean;
  ports: ReadonlySet<number>;
  /** For a request with all its redirects. */
  timeoutMs: number;
  maxRedirects: number;
  /** Requests at the same time; more are refused. */
  maxConcurrent: number;
  userAgent: string;
}

/** Injection token of the OutboundOptions. */
export const OUTBOUND_OPTIONS = Symbol('OUTBOUND_OPTIONS');

export const DEFAULT_OUTBOUND: OutboundOptions = {
  resolver: new DnsResolver(),
  mayConnect: isGlobalAddress,
  ports: new Set([80, 443]),
  timeoutMs: 5000,
  maxRedirects: 3,
  maxConcurrent: 20,
  userAgent: 'Nestpress',
};
