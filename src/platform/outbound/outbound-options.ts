import { promises as dns } from 'node:dns';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks that do not belong to hosts on the public internet. */
const NOT_GLOBAL_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carriers' own
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, metadata of cloud machines
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

/** All global IPv6 addresses so far are in this range: mapped, translated and tunnelled IPv4 addresses are not. */
const GLOBAL_V6 = '2000::/3';

/** Parts of it that are not addresses of hosts, or contain an IPv4 address. */
const NOT_GLOBAL_V6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
];

const refusedV4 = blockList(NOT_GLOBAL_V4, 'ipv4');
const grantedV6 = blockList([GLOBAL_V6], 'ipv6');
const refusedV6 = blockList(NOT_GLOBAL_V6, 'ipv6');

/** Whether an address in standard notation, as returned by resolvers and URL parsers, is public. */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return grantedV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}

function blockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

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
