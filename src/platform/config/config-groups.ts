import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { IsListener, IsSwitch, IsWholeNumber, type Listener, Secret, Variable } from './variable.decorators.js';

/** What is served to browsers besides the REST API. */
export class WebConfig {
  @Variable(
    'CONSOLE',
    'serve the console at `/console/`, with sign-in by WordPress’s login cookies, and the namespace `nestpress/v1`; `api`: only that namespace; unset: on for a database that Nestpress installed',
  )
  @IsOptional()
  @IsSwitch('api')
  readonly console?: boolean | 'api';

  @Variable(
    'SITE_PAGES',
    'serve HTML pages, feeds and a sitemap at the permalinks of the site; unset: on for a database that Nestpress installed',
  )
  @IsOptional()
  @IsSwitch()
  readonly pages?: boolean;

  @Variable(
    'SITE_STYLE',
    'CSS file that pages load after the style sheet of the theme, or a folder with `style.css` and templates, to change how they look',
  )
  @IsOptional()
  @IsString()
  readonly siteStyle?: string;

  @Variable('FRONT_END_URL', 'redirect permalinks to the same path of this site instead of serving pages')
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+[^\s?#/]$/, {
    message: 'must be an http or https address without a query or trailing slash',
  })
  readonly frontEndUrl?: string;
}

const KEY = 'same value as in `wp-config.php` of a WordPress on the same database';
const COOKIE_KEY = `${KEY}; login cookies need it`;

export class AuthKeys {
  @Secret('AUTH_KEY', KEY) @IsOptional() @IsString() readonly authKey?: string;
  @Secret('SECURE_AUTH_KEY', KEY) @IsOptional() @IsString() readonly secureAuthKey?: string;
  @Secret('LOGGED_IN_KEY', COOKIE_KEY) @IsOptional() @IsString() readonly loggedInKey?: string;
  @Secret('NONCE_KEY', COOKIE_KEY) @IsOptional() @IsString() readonly nonceKey?: string;
  @Secret('AUTH_SALT', KEY) @IsOptional() @IsString() readonly authSalt?: string;
  @Secret('SECURE_AUTH_SALT', KEY) @IsOptional() @IsString() readonly secureAuthSalt?: string;
  @Secret('LOGGED_IN_SALT', COOKIE_KEY) @IsOptional() @IsString() readonly loggedInSalt?: string;
  @Secret('NONCE_SALT', COOKIE_KEY) @IsOptional() @IsString() readonly nonceSalt?: string;
}

/** Accounts of other identity providers; see docs/authentication.md. */
export class IdentityConfig {
  @Variable(
    'JWT_ISSUER_URL',
    'accept bearer tokens of this issuer; options follow as a query: `audience`, `user`, `jwks`; see [authentication](authentication.md#bearer-tokens)',
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s#@]+$/, { message: 'must be an https address such as https://login.example/realm' })
  readonly jwtIssuerUrl?: string;

  @Secret(
    'JWT_SECRET',
    'secret with which the issuer signs its tokens (HS256 to HS512); unset: its public keys are used',
  )
  @IsOptional()
  @Matches(/^.{32,}$/s, { message: 'must have at least 32 characters' })
  readonly jwtSecret?: string;

  @Secret(
    'OIDC_URL',
    'sign in to the console with an OpenID Connect provider: `https://CLIENT_ID:CLIENT_SECRET@login.example/realm`; see [authentication](authentication.md#sign-in-with-a-provider)',
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s#]+$/, { message: 'must look like https://CLIENT_ID:CLIENT_SECRET@login.example/realm' })
  readonly oidcUrl?: string;
}

/** Markup of captions, galleries and players, where it differs from what the site's theme declares. */
export class PresentationConfig {
  @Variable('HTML5_MARKUP', 'use `figure` elements for captions and galleries; unset: as the site’s theme declares')
  @IsOptional()
  @IsSwitch()
  readonly html5?: boolean;

  @Variable(
    'CONTENT_WIDTH',
    'maximum width of players and embeds in pixels, 0 for no limit; unset: as the site’s theme declares',
  )
  @IsOptional()
  @IsWholeNumber(0, 10_000)
  readonly contentWidth?: number;

  @Variable(
    'IMAGE_SIZES',
    '`sizes` attribute of images in content and galleries, `{width}` stands for the width of the image; unset: as the site’s theme declares',
  )
  @IsOptional()
  @Matches(/^[^\s"<>][^"<>\r\n]{0,500}$/, {
    message: 'must be a sizes attribute such as (max-width: 740px) 100vw, 740px',
  })
  readonly imageSizes?: string;
}

/** A WordPress on the same database; see docs/alongside-wordpress.md. */
export class WordPressConfig {
  /** Without the account. */
  @Secret(
    'WORDPRESS_URL',
    'address of a WordPress on the same database, as this machine reaches it, with login and application password of an administrator: `https://LOGIN:PASSWORD@site.example`; needs variant C; see [alongside WordPress](alongside-wordpress.md)',
  )
  @IsOptional()
  @Matches(/^https?:\/\/(?:[^\s:@/?#]+:[^\s:@/?#]+@)?[^\s?#@]+[^\s?#@/]$/, {
    message: 'must look like https://LOGIN:PASSWORD@site.example, without a query or trailing slash',
  })
  readonly url!: string;

  /** Login of the account. */
  readonly user?: string;

  readonly applicationPassword?: string;

  /** Timeout for responses. */
  readonly timeoutSeconds: number = 10;

  /** Interval for reading the content types; 0: at start only. */
  readonly learnMinutes: number = 10;

  /** Maximum number of concurrent forwarded requests, in each process; further requests get 503. */
  readonly maxRequests: number = 20;

  /** How long a request waits for content that only WordPress can render; after that, the response contains the saved HTML. */
  readonly contentWaitMs: number = 500;

  /** Minutes after which content is rendered again, for blocks that change with time; 0: only when the entry changes. */
  readonly contentMinutes: number = 60;

  /** Minutes after which values of fields that plugins compute are requested again, even if the item has not changed. */
  readonly fieldMinutes: number = 5;
}

export class ObserveConfig {
  @Variable('ACCESS_LOG', 'log a line for each request, at level info; cache hits and successful probes at level debug')
  @IsSwitch()
  readonly accessLog: boolean = true;

  @Variable(
    'METRICS_PORT',
    'port on which Prometheus metrics are served, on 127.0.0.1 or on the address in front of it (`0.0.0.0:9464`); unset: they are not served',
  )
  @IsOptional()
  @IsListener()
  readonly metrics?: Listener;

  @Variable('SLOW_QUERY_MS', 'log statements that take longer, without their values; 0: none')
  @IsWholeNumber(0, 600_000)
  readonly slowQueryMs: number = 0;

  /**
   * Whether statements are attributed to requests: on where the slow query log or the Server-Timing header needs it, since
   * it slows every request a little.
   */
  readonly requestQueries: boolean = false;

  @Variable(
    'SERVER_TIMING',
    'send a Server-Timing header with every response, or with those whose request has X-Server-Timing: 1',
  )
  @IsIn(['off', 'request', 'on'], { message: 'must be off, request or on' })
  readonly serverTiming: 'off' | 'request' | 'on' = 'off';

  @Variable('OTEL', 'create spans for an OpenTelemetry SDK that the operator loads')
  @IsSwitch()
  readonly tracing: boolean = false;
}
