import { promises as dns } from 'node:dns';
import { isGlobalAddress } from './global-address.js';

/** Resolves host names. */
export interface NameResolver {
  /** All addresses of the name, of both families. */
  addresses(name: string, signal: AbortSignal): Promise<string[]>;
}

const QUERY_MS = 2000;

/**
 * Queries name servers directly: unlike the system's lookup this can be aborted, blocks no worker thread during a slow
 * response, and ignores the machine's hosts file.
 */
export class DnsResolver implements NameResolver {
  /** Name servers as `address:port`; defaults to those of the system. */
  constructor(private readonly servers?: readonly string[]) {}

  async addresses(name: string, signal: AbortSignal): Promise<string[]> {
    signal.throwIfAborted();
    const resolver = new dns.Resolver({ timeout: QUERY_MS, tries: 1 });
    if (this.servers) resolver.setServers(this.servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      // One family is enough, and many servers fail for the other.
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

/** The system's lookup, including the hosts file: for hosts that the owner configured. */
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
  /** Time limit of a request including redirects. */
  timeoutMs: number;
  maxRedirects: number;
  /** Maximum number of concurrent requests; further ones are refused. */
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
