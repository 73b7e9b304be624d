import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { isOrigin, isProxy, ListOf, Meaning, Secret, Switch, Whole } from './variable.decorators.js';

const URL_MESSAGE = 'must be an http or https address without a path, query or trailing slash beyond the site itself';

const KEY = 'as in the `wp-config.php` of a WordPress beside us';
const COOKIE_KEY = `${KEY}; login cookies need it`;

/**
 * Every environment variable the service reads, with its default and its line in docs/configuration.md
 * (`npm run docs:config` writes it). Nothing else reads the environment.
 */
export class Environment {
  @Meaning('port to listen on; 0 takes a free one')
  @Whole(0, 65535)
  PORT = 3000;

  @Meaning('address to listen on')
  @IsString()
  HOST = '0.0.0.0';

  @Meaning('which variant of the interface: A (as 4.9, with extensions) or B (as 4.7)')
  @IsIn(['A', 'B'], { message: 'must be A or B' })
  VARIANT: 'A' | 'B' = 'A';

  @Meaning('root of the interface')
  @Matches(/^(?:\/[\w.-]+)+$/, {
    message: 'must be a path such as /wp-json, with a leading and without a trailing slash',
  })
  BASE_PATH = '/wp-json';

  @Secret(
    'MySQL or MariaDB, several hosts with commas between if any will do; unset: an embedded file in `DATA_DIR`. `?ssl=true` demands TLS',
  )
  @IsOptional()
  @Matches(/^(?:mysql|mariadb):\/\/[^\s]+\/[^\s/?]+/, {
    message: 'must look like mysql://user:password@host:3306/database',
  })
  DATABASE_URL?: string;

  @Secret('password for `DATABASE_URL`, where that has none')
  @IsOptional()
  @IsString()
  DATABASE_PASSWORD?: string;

  @Secret('comma list of servers that follow the one in `DATABASE_URL` and may be read from; see several-machines.md')
  @IsOptional()
  @Matches(/^(?:mysql|mariadb):\/\/[^\s,]+\/[^\s/?,]+(?:\s*,\s*(?:mysql|mariadb):\/\/[^\s,]+\/[^\s/?,]+)*$/, {
    message: 'must be a comma list of addresses such as mysql://user:password@host:3306/database',
  })
  DATABASE_REPLICAS?: string;

  @Meaning('milliseconds a read waits for a replica to catch up before it goes to the primary')
  @Whole(10, 10_000)
  DATABASE_REPLICA_LAG_MS = 100;

  @Meaning('in front of every table name')
  @Matches(/^[A-Za-z0-9_]+$/, { message: 'may have letters, digits and underscores only' })
  TABLE_PREFIX = 'wp_';

  @Meaning('connections to MySQL at most, in each process')
  @Whole(1, 500)
  DATABASE_POOL = 10;

  @Meaning('folder of the embedded database and the uploads')
  @IsString()
  DATA_DIR = './data';

  @Meaning('overrides the addresses of the site that are stored in the database')
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+[^\s?#/]$/, { message: URL_MESSAGE })
  SITE_URL?: string;

  @Meaning('folder of the uploads; unset: `uploads` in `DATA_DIR`')
  @IsOptional()
  @IsString()
  UPLOADS_DIR?: string;

  @Meaning(
    'address of the uploads folder, where the one that is stored in the database or `wp-content/uploads` of the site is not it: a `wp-content` folder that was moved, a CDN',
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+[^\s?#/]$/, {
    message: 'must be an http or https address without a query or trailing slash',
  })
  UPLOADS_URL?: string;

  @Secret('password of `admin` on a new database; unset: one is made up and shown once')
  @IsOptional()
  @Matches(/^.{8,}$/s, { message: 'must have at least 8 characters' })
  ADMIN_PASSWORD?: string;

  @Meaning('HTTP Basic also with account passwords, not only application passwords')
  @Switch()
  AUTH_ACCOUNT_PASSWORDS = true;

  @Secret(KEY)
  @IsOptional()
  @IsString()
  AUTH_KEY?: string;
  @Secret(KEY)
  @IsOptional()
  @IsString()
  SECURE_AUTH_KEY?: string;
  @Secret(COOKIE_KEY)
  @IsOptional()
  @IsString()
  LOGGED_IN_KEY?: string;
  @Secret(COOKIE_KEY)
  @IsOptional()
  @IsString()
  NONCE_KEY?: string;
  @Secret(KEY)
  @IsOptional()
  @IsString()
  AUTH_SALT?: string;
  @Secret(KEY)
  @IsOptional()
  @IsString()
  SECURE_AUTH_SALT?: string;
  @Secret(COOKIE_KEY)
  @IsOptional()
  @IsString()
  LOGGED_IN_SALT?: string;
  @Secret(COOKIE_KEY)
  @IsOptional()
  @IsString()
  NONCE_SALT?: string;

  @Meaning('deleting media without `force` moves it to the trash; off: 501 as the reference')
  @Switch()
  MEDIA_TRASH = true;

  @Meaning('figures for captions and galleries; unset: as the theme of the site has them')
  @IsOptional()
  @Switch()
  HTML5_MARKUP?: boolean;

  @Meaning('widest player or embed in pixels, 0 for no limit; unset: as the theme of the site has it')
  @IsOptional()
  @Whole(0, 10_000)
  CONTENT_WIDTH?: number;

  @Meaning(
    '`sizes` attribute of images in content and galleries, `{width}` for the width of the image; unset: as the theme of the site has it',
  )
  @IsOptional()
  @Matches(/^[^\s"<>][^"<>\r\n]{0,500}$/, {
    message: 'must be a sizes attribute such as (max-width: 740px) 100vw, 740px',
  })
  IMAGE_SIZES?: string;

  @Meaning(
    'comma list of the theme template files that `template` of posts and pages accepts, `none` for a theme without templates; unset: any',
  )
  @IsOptional()
  @ListOf((entry) => entry.length <= 200, 'must be none or a comma list of template files such as templates/wide.php')
  THEME_TEMPLATES?: string;

  @Meaning('fetch the embeds of URLs of other sites in content from their oEmbed providers, in the background')
  @Switch()
  FETCH_EMBEDS = true;

  @Meaning('wrong passwords of accounts and posts are limited per address and per account or post')
  @Switch()
  RATE_LIMIT = true;

  @Secret('tell other processes and machines of changes at once')
  @IsOptional()
  @Matches(/^rediss?:\/\/[^\s]+$/, { message: 'must look like redis://host:6379' })
  REDIS_URL?: string;

  @Secret(
    'mail server (`smtps:` for TLS from the start, `?requireTLS=true` to insist on it); unset: mail is only noted in the log',
  )
  @IsOptional()
  @Matches(/^smtps?:\/\/[^\s]+$/, { message: 'must look like smtp://user:password@host:587' })
  SMTP_URL?: string;

  @Meaning('sender of mail; unset: an address of the site')
  @IsOptional()
  @Matches(/^(?:[^<>\x00-\x1f\x7f]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
    message: 'must look like me@site.example or Name <me@site.example>',
  })
  MAIL_FROM?: string;

  @Meaning('processes that share the port')
  @Whole(1, 64)
  WORKERS = 1;

  @Meaning('largest ordinary request body in bytes')
  @Whole(1024, 1_073_741_824)
  BODY_LIMIT = 8_388_608;

  @Meaning('largest upload in bytes')
  @Whole(1024, 1_099_511_627_776)
  UPLOAD_LIMIT = 67_108_864;

  @Meaning('keep uploads in this bucket of an S3-compatible store instead of `UPLOADS_DIR`')
  @IsOptional()
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'must be the name of a bucket' })
  S3_BUCKET?: string;

  @Meaning('address of the store')
  @Matches(/^https?:\/\/[^\s?#]+$/, { message: 'must be an http or https address' })
  S3_ENDPOINT = 'https://s3.amazonaws.com';

  @Meaning('region of the bucket')
  @Matches(/^[a-z0-9-]+$/, { message: 'must be the name of a region' })
  S3_REGION = 'us-east-1';

  @Meaning('name of the key to the store')
  @IsOptional()
  @IsString()
  S3_ACCESS_KEY?: string;
  @Secret('secret of the key to the store')
  @IsOptional()
  @IsString()
  S3_SECRET_KEY?: string;

  @Meaning('path in the bucket in front of every file')
  @IsOptional()
  @Matches(/^[\w.-]+(?:\/[\w.-]+)*$/, { message: 'must be a path without slashes at its ends' })
  S3_PREFIX?: string;

  @Meaning(
    '`build` makes the list index at the start where it is missing or of another release; `use` uses one that is there',
  )
  @IsIn(['use', 'build'], { message: 'must be use or build' })
  LIST_INDEX: 'use' | 'build' = 'use';

  @Meaning('keep anonymous answers in memory')
  @Switch()
  RESPONSE_CACHE = true;

  @Meaning('memory for kept answers in megabytes, in each process')
  @Whole(1, 65_536)
  CACHE_MB = 64;

  @Meaning(
    'memory for published entries as they are shown, in megabytes, in each process; each is used only as long as the database says that nothing it shows was written; 0: none',
  )
  @Whole(0, 65_536)
  ENTRY_CACHE_MB = 64;

  @Meaning('ask for the public lists and items every ten minutes, so that their answers are in memory')
  @Switch()
  CACHE_CRAWLER = false;

  @Meaning('comma list of the proxies whose `X-Forwarded-For` is believed')
  @IsOptional()
  @ListOf(isProxy, 'must be a comma list of addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal')
  TRUSTED_PROXIES?: string;

  @Meaning(
    'pages of which origins may use the interface from a browser: `any` as the reference, `none`, or a comma list',
  )
  @ListOf(
    (entry) => entry === 'any' || entry === 'none' || isOrigin(entry),
    'must be any, none or a comma list of origins such as https://app.example',
  )
  CORS_ORIGINS = 'any';

  @Meaning(
    'tells browsers for how long to use HTTPS only; 0: nothing is said. Set it where every visitor comes by HTTPS',
  )
  @Whole(0, 63_072_000)
  HSTS_SECONDS = 0;

  @Meaning('time for a client to send the head of a request')
  @Whole(1, 600)
  HEADER_SECONDS = 20;

  @Meaning('time for a client to send a whole request, uploads included')
  @Whole(1, 86_400)
  REQUEST_SECONDS = 300;

  @Meaning('time an idle connection is kept open; longer than a proxy in front keeps it, or requests get lost')
  @Whole(1, 3600)
  KEEP_ALIVE_SECONDS = 65;

  @Meaning('what is logged')
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    message: 'must be fatal, error, warn, info, debug, trace or silent',
  })
  LOG_LEVEL = 'info';

  @Meaning('a line in the log for each request, at level info; answers from memory at debug')
  @Switch()
  ACCESS_LOG = true;

  @Meaning('where Prometheus finds the metrics; unset: nowhere')
  @IsOptional()
  @Whole(1, 65535)
  METRICS_PORT?: number;

  @Meaning('the address on which the metrics are served')
  @IsString()
  METRICS_HOST = '127.0.0.1';

  @Meaning('statements that take longer are logged, without their values; 0: none')
  @Whole(0, 600_000)
  SLOW_QUERY_MS = 0;

  @Meaning('count the statements of each request for the metrics; costs a little of every request')
  @Switch()
  REQUEST_QUERIES = false;

  @Meaning('a Server-Timing header on every answer, or on those whose request has X-Server-Timing: 1')
  @IsIn(['off', 'request', 'on'], { message: 'must be off, request or on' })
  SERVER_TIMING: 'off' | 'request' | 'on' = 'off';

  @Meaning('spans for an OpenTelemetry SDK that the operator brings along')
  @Switch()
  OTEL = false;

  @Meaning('time for requests under way after SIGTERM')
  @Whole(0, 600)
  SHUTDOWN_SECONDS = 25;
}
