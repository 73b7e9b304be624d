import { DnsResolver, type NameResolver } from './name-resolver.js';
import { isGlobalAddress } from './global-address.js';

export interface OutboundOptions {
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
