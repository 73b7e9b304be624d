import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { IsSwitch, IsWholeNumber, Secret, Variable } from './variable.decorators.js';

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

/** A site of the owner's own that shows what the API serves; see docs/front-end.md. */
export class FrontEndConfig {
  @Variable('FRONT_END_URL', 'redirect permalinks to the same path of this site instead of serving pages')
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+[^\s?#/]$/, {
    message: 'must be an http or https address without a query or trailing slash',
  })
  readonly url?: string;

  @Variable(
    'FRONT_END_PREVIEW',
    'path below `FRONT_END_URL` that previews unpublished content; `{token}`, `{id}`, `{type}`, `{slug}` and `{path}` stand for values of the entry; see [front ends](front-end.md#preview)',
  )
  @Matches(/^\/[^\s#]*\{token\}[^\s#]*$/, {
    message: 'must be a path that contains {token}, such as /preview?token={token}',
  })
  readonly preview: string = '/api/preview?token={token}&id={id}&type={type}';

  @Variable(
    'FRONT_END_LINKS',
    'give entries, terms, authors, feeds and links in contents addresses of `FRONT_END_URL` instead of the site’s own; uploads and the API keep theirs',
  )
  @IsSwitch()
  readonly links: boolean = false;
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
  readonly importMinutes: number = 10;

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
    'SERVER_TIMING',
    'send a Server-Timing header with every response, or with those whose request has X-Server-Timing: 1',
  )
  @IsIn(['off', 'request', 'on'], { message: 'must be off, request or on' })
  readonly serverTiming: 'off' | 'request' | 'on' = 'off';
}
