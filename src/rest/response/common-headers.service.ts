import { Inject, Injectable } from '@nestjs/common';
import { StrategiesRegistry } from '../../access/authentication/strategies.registry.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { type RequestContext } from '../http/request-context.js';

const FIXED = {
  'Content-Type': 'application/json; charset=UTF-8',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages, Link',
  'Access-Control-Allow-Headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
};

const EXPIRED = 'Wed, 11 Jan 1984 05:00:00 GMT';
/** Values for responses to authenticated requests. */
const CACHE_CONTROL = {
  wp4: 'no-cache, must-revalidate, max-age=0',
  wp7: 'no-cache, must-revalidate, max-age=0, no-store, private',
};

/** Headers of every response of the API. */
@Injectable()
export class CommonHeadersService {
  private readonly fixed: Readonly<Record<string, string>>;
  private readonly personal: Readonly<Record<string, string>>;
  private readonly origins?: ReadonlySet<string>;

  constructor(
    private readonly strategies: StrategiesRegistry,
    @Inject(REST_OPTIONS) { hstsSeconds, corsOrigins }: RestOptions,
    @Inject(PROFILE) { rest }: Profile,
  ) {
    this.personal = { Expires: EXPIRED, 'Cache-Control': CACHE_CONTROL[rest.authentication] };
    this.fixed = { ...FIXED, ...strictTransport(hstsSeconds) };
    this.origins = corsOrigins && new Set(corsOrigins);
  }

  /** Headers of the operation are added to these and replace `Link`. */
  of(ctx: RequestContext, status: number): Record<string, string> {
    const { request, principal } = ctx;
    const headers: Record<string, string> = {
      ...this.fixed,
      Link: `<${ctx.site.rest('/')}>; rel="https://api.w.org/"`,
    };
    const { headers: credentials, challenge } = this.strategies;
    if (credentials.length > 0) headers['Access-Control-Allow-Headers'] += `, ${credentials.join(', ')}`;
    if (ctx.protocol) {
      headers['Access-Control-Allow-Headers'] += `, ${ctx.protocol.request.join(', ')}`;
      headers['Access-Control-Expose-Headers'] += `, ${ctx.protocol.response.join(', ')}`;
    }
    if (status === 401 && challenge !== undefined) headers['WWW-Authenticate'] = challenge;
    const origin = request.header('origin');
    if (origin !== undefined) Object.assign(headers, this.cors(origin));
    if (principal.isAnonymous && request.wireMethod === 'GET') headers.Vary = 'Origin';
    const overridden = request.method !== request.wireMethod && request.header('x-http-method-override') !== undefined;
    if (!principal.isAnonymous || ctx.nonceRefused || (overridden && status >= 400))
      Object.assign(headers, this.personal);
    if (principal.preview) headers['Cache-Control'] = CACHE_CONTROL.wp7;
    return Object.assign(headers, ctx.headers);
  }

  /** Echoes any valid origin, as WordPress does on purpose, unless a list of origins is configured. */
  cors(origin: string): Record<string, string> {
    if (!isOrigin(origin)) return {};
    if (this.origins && !this.origins.has(origin)) return { Vary: 'Origin' };
    return {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Credentials': 'true',
      Vary: 'Origin',
    };
  }
}

/** Strict-Transport-Security with this lifetime; none for 0. */
export function strictTransport(seconds: number): Record<string, string> {
  return seconds > 0 ? { 'Strict-Transport-Security': `max-age=${seconds}` } : {};
}

/** `scheme://host[:port]` or `null`. */
function isOrigin(origin: string): boolean {
  return origin === 'null' || /^[a-z][a-z0-9+.-]*:\/\/[^\s"'<>\\]+$/i.test(origin);
}
