import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIPv4, isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { type Readable } from 'node:stream';
import { inSpan } from '../../telemetry/spans.js';
import { OUTBOUND_OPTIONS, type OutboundOptions } from './outbound-options.js';

export type OutboundFailure =
  | 'address' // not a URL that may be requested
  | 'name' // the host's name leads nowhere
  | 'network' // the host's address is not one of the public internet
  | 'redirects'
  | 'size'
  | 'encoding'
  | 'busy'
  | 'time'
  | 'connection';

/** An outbound request that was refused or failed. The reason is for logs; clients must not learn it. */
export class OutboundError extends Error {
  constructor(
    readonly reason: OutboundFailure,
    cause?: unknown,
  ) {
    super(`outbound request failed: ${reason}`, { cause });
  }
}

export interface OutboundRequest extends BodyLimit {
  /** Value of the `Accept` header. */
  accept: string;
  method?: 'GET' | 'OPTIONS' | 'POST';
  /** Sent only to the origin of the URL, never to a redirect target. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Value of the `Host` header, by default that of the URL. */
  hostHeader?: string;
}

export interface OutboundResponse {
  status: number;
  /** URL of the response, after redirects. */
  url: URL;
  contentType: string;
  body: Buffer;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * The only client for other hosts. Names are resolved once, every resolved address must be public, and the connection goes to
 * the address that was checked; redirects are treated alike. Nothing is sent but what the caller passes.
 * With an `origin` in the options, requests go only there, whatever its address.
 */
@Injectable()
export class OutboundClient {
  private running = 0;

  constructor(@Inject(OUTBOUND_OPTIONS) private readonly options: OutboundOptions) {}

  /** Spans name the host only: URLs can contain keys. No trace headers are sent. */
  request(address: string, request: OutboundRequest): Promise<OutboundResponse> {
    const { method = 'GET' } = request;
    const attributes = {
      'http.request.method': method,
      ...(URL.canParse(address) && { 'server.address': new URL(address).hostname }),
    };
    return inSpan(method, SpanKind.CLIENT, attributes, () => this.requestNow(address, request));
  }

  get(address: string, request: OutboundRequest): Promise<OutboundResponse> {
    return this.request(address, request);
  }

  /** Whether the address has a form that may be requested; where its name leads to is checked with each request. */
  accepts(address: string): boolean {
    try {
      outboundTarget(address, this.options);
      return true;
    } catch {
      return false;
    }
  }

  private async requestNow(address: string, request: OutboundRequest): Promise<OutboundResponse> {
    if (this.running >= this.options.maxConcurrent) throw new OutboundError('busy');
    this.running++;
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    try {
      return await this.follow(address, request, signal);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      throw new OutboundError(signal.aborted ? 'time' : 'connection', error);
    } finally {
      this.running--;
    }
  }

  private async follow(address: string, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const { ports, origin, maxRedirects } = this.options;
    const first = outboundTarget(address, { ports, origin });
    let target = first;
    for (let redirects = 0; ; redirects++) {
      const sent = target.url.origin === first.url.origin ? request : { ...request, headers: {} };
      const response = await this.send(target, await this.pick(target, signal), sent, signal);
      const { location } = response.headers;
      if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return read(response, target, request);
      response.destroy();
      if (redirects >= maxRedirects) throw new OutboundError('redirects');
      target = outboundTarget(location, { ports, origin, base: target.url });
    }
  }

  /** An address of the host. A single forbidden address refuses all: the owner of the name controls the set. */
  private async pick({ host, hostIsAddress }: OutboundTarget, signal: AbortSignal): Promise<string> {
    const addresses = hostIsAddress ? [host] : await this.options.resolver.addresses(host, signal);
    const address = addresses.find((address) => isIPv4(address)) ?? addresses[0];
    if (address === undefined) throw new OutboundError('name');
    if (this.options.origin === undefined && !addresses.every((address) => this.options.mayConnect(address)))
      throw new OutboundError('network');
    return address;
  }

  private send(
    target: OutboundTarget,
    address: string,
    { accept, method = 'GET', headers, body, hostHeader }: OutboundRequest,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const { url, isSecure, port, host, hostIsAddress } = target;
    return new Promise((resolve, reject) => {
      const sent = (isSecure ? requestSecure : requestPlain)({
        host: address,
        port,
        method,
        path: url.pathname + url.search,
        // A shared agent would reuse a connection for any request to the same address and port.
        agent: false,
        signal,
        ...(isSecure && !hostIsAddress && { servername: host }),
        headers: {
          ...headers,
          Host: hostHeader ?? url.host,
          Accept: accept,
          'Accept-Encoding': 'identity',
          'User-Agent': this.options.userAgent,
        },
      });
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

async function read(
  response: IncomingMessage,
  { url }: OutboundTarget,
  request: OutboundRequest,
): Promise<OutboundResponse> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    response.destroy();
    throw new OutboundError('encoding');
  }
  const body = await readCapped(response, request);
  return { status: response.statusCode ?? 0, url, contentType: response.headers['content-type'] ?? '', body };
}

export interface BodyLimit {
  maxBytes: number;
  /** How longer bodies are handled. */
  oversize: 'cut' | 'refuse';
}

/** Reads a body up to a size; a longer one is truncated or refused, and the rest is not received. */
export async function readCapped(stream: Readable, { maxBytes, oversize }: BodyLimit): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) {
      // Leaving the loop destroys the stream.
      if (oversize === 'refuse') throw new OutboundError('size');
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const PORTS: ReadonlyMap<string, number> = new Map(Object.entries<number>({ 'http:': 80, 'https:': 443 }));

/** A URL that may be requested, judged by the URL alone. */
export interface OutboundTarget {
  readonly url: URL;
  readonly isSecure: boolean;
  readonly port: number;
  /** A host name, or an address without brackets. */
  readonly host: string;
  readonly hostIsAddress: boolean;
}

/**
 * The URL parser normalizes every notation of an address (decimal, octal, hexadecimal, shortened), so that what is
 * checked later is what would be connected to.
 */
export function outboundTarget(
  address: string,
  { ports, origin, base }: { ports: ReadonlySet<number>; origin?: string; base?: URL },
): OutboundTarget {
  const url = parse(address, base);
  const standardPort = PORTS.get(url.protocol);
  if (standardPort === undefined || url.username !== '' || url.password !== '') throw new OutboundError('address');
  const port = url.port === '' ? standardPort : Number(url.port);
  const isAllowed = origin === undefined ? ports.has(port) : url.origin === origin;
  if (!isAllowed) throw new OutboundError('address');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const hostIsAddress = isIP(host) !== 0;
  if (origin === undefined && !hostIsAddress && !isPublicName(host)) throw new OutboundError('address');
  return { url, isSecure: url.protocol === 'https:', port, host, hostIsAddress };
}

function parse(address: string, base?: URL): URL {
  try {
    return new URL(address, base);
  } catch (error) {
    throw new OutboundError('address', error);
  }
}

/** Names with at least two labels and no final dot: others are local to this machine or network. */
function isPublicName(host: string): boolean {
  return (
    host.length <= 253 &&
    /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(host) &&
    !/\.(?:localhost|local|internal|\d+)$/.test(host)
  );
}
