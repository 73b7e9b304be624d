import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, type WordPressConfig } from '../../../platform/config/index.js';
import {
  DEFAULT_OUTBOUND,
  OutboundClient,
  OutboundError,
  type OutboundFailure,
  SYSTEM_RESOLVER,
} from '../../../platform/outbound/index.js';

/** The part that says when, how much, and what could not be imported. */
export interface ImportSummary {
  /** Milliseconds since 1970: when WordPress confirmed it last, and when it changed last. */
  readonly importedAt: number;
  readonly changedAt: number;
  readonly types: readonly unknown[];
  readonly taxonomies: readonly unknown[];
  readonly meta: readonly unknown[];
  /** Absent in what earlier releases stored, as are settings. */
  readonly fields?: readonly unknown[];
  readonly settings?: readonly unknown[];
  /** A sentence for each part of WordPress's schemas that is not served from the database. */
  readonly omitted: readonly string[];
}

/** Schemas of a site with many plugins have some hundred kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_CONCURRENT = 8;

/** The WordPress alongside gave no usable response. The message is a sentence for the owner, without secrets. */
export class WordPressError extends Error {
  constructor(
    message: string,
    /** Absent where there was no response. */
    readonly status?: number,
  ) {
    super(message);
  }
}

export interface WordPressRequest {
  method?: 'GET' | 'OPTIONS' | 'POST';
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Without the account: WordPress responds as it does to visitors. */
  anonymous?: boolean;
  /** Value of the `Host` header, by default that of WORDPRESS_URL. */
  hostHeader?: string;
}

/** Value of the `Via` header of requests to WordPress, by which they are recognized should they come back. */
export const VIA = '1.1 nestpress';

const FAILURES: Partial<Record<OutboundFailure, string>> = {
  name: 'its host name cannot be resolved',
  busy: 'too many requests to it are in progress',
  time: 'it did not respond in time',
  size: 'its response is too large',
  encoding: 'its response is compressed, which was not asked for',
  redirects: 'it redirects to another address; WORDPRESS_URL must be the address it redirects to',
};

/** Requests to the REST API of the WordPress at WORDPRESS_URL, with the configured account. They go nowhere else. */
@Injectable()
export class WordPressClient {
  private readonly settings?: WordPressConfig;
  private readonly outbound?: OutboundClient;

  constructor(@Inject(CONFIG) { wordpress }: Pick<Config, 'wordpress'>) {
    if (!wordpress) return;
    this.settings = wordpress;
    this.outbound = new OutboundClient({
      ...DEFAULT_OUTBOUND,
      origin: new URL(wordpress.url).origin,
      resolver: SYSTEM_RESOLVER,
      timeoutMs: wordpress.timeoutSeconds * 1000,
      maxRedirects: 0,
      maxConcurrent: MAX_CONCURRENT,
    });
  }

  get isConfigured(): boolean {
    return this.settings !== undefined;
  }

  /** Whether requests stay on this machine and are not encrypted. */
  get isPlainLoopback(): boolean {
    return /^http:\/\/(?:127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/.test(this.settings?.url ?? '');
  }

  /** The decoded response to a request with the configured account, for example for `/wp/v2/types`. */
  async json(
    route: string,
    { method = 'GET', query = {}, body, anonymous, hostHeader }: WordPressRequest = {},
  ): Promise<unknown> {
    const name = `${method} ${route}`;
    const { status, body: bytes } = await this.outbound!.request(this.address(route, query), {
      method,
      accept: 'application/json',
      headers: {
        ...(!anonymous && this.credentials()),
        Via: VIA,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      hostHeader,
      maxBytes: MAX_BYTES,
      oversize: 'refuse',
    }).catch((error: unknown) => {
      throw this.unreachable(error);
    });
    if (anonymous && (status === 401 || status === 403))
      throw new WordPressError(`WordPress at ${this.settings!.url} does not let visitors read ${route}.`, status);
    if (status === 401 || status === 403)
      throw new WordPressError(
        `WordPress at ${this.settings!.url} refused the account "${this.settings!.user ?? ''}" (${name}: ${status}). ` +
          'Check the account in WORDPRESS_URL; WordPress accepts application passwords over HTTPS only.',
        status,
      );
    if (status !== 200)
      throw new WordPressError(`WordPress at ${this.settings!.url} responded ${status} to ${name}.`, status);
    try {
      return JSON.parse(bytes.toString('utf8')) as unknown;
    } catch {
      throw new WordPressError(
        `WordPress at ${this.settings!.url} responded to ${name} with something other than JSON.`,
      );
    }
  }

  /** Works with every permalink structure; nginx allows OPTIONS for scripts, not for folders. */
  private address(route: string, query: Readonly<Record<string, string>>): string {
    return `${this.settings!.url}/index.php?${new URLSearchParams({ rest_route: route, ...query }).toString()}`;
  }

  private credentials(): Record<string, string> {
    const { user, applicationPassword } = this.settings!;
    if (user === undefined) return {};
    return { Authorization: `Basic ${Buffer.from(`${user}:${applicationPassword!}`).toString('base64')}` };
  }

  private unreachable(error: unknown): WordPressError {
    const reason = error instanceof OutboundError ? error.reason : 'connection';
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    const explained = FAILURES[reason] ?? `the connection failed (${code ?? reason})`;
    return new WordPressError(`WordPress at ${this.settings!.url} cannot be used: ${explained}.`);
  }
}
