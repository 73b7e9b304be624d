import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import {
  type ConfigGroup,
  Group,
  IsListOf,
  isOrigin,
  isProxy,
  IsSwitch,
  IsWholeNumber,
  membersOf,
  Secret,
  sortMembersAfter,
  Variable,
} from './variable.decorators.js';
import { AuthKeys, FrontEndConfig, ObserveConfig, PresentationConfig, WordPressConfig } from './config-groups.js';
import type { S3Options } from '../uploads/s3.storage.js';
import { S3_URL } from './s3-url.js';

/**
 * The configuration: every environment variable the service reads, with its check, its default and its line in
 * docs/configuration.md (`npm run docs:config` writes it). `loadConfig` fills and freezes it; nothing else reads the environment.
 * Features add members with their own variables (`addConfigGroup`).
 */
export class Config {
  @Variable('PORT', 'port to listen on; 0 picks a free one')
  @IsWholeNumber(0, 65535)
  readonly port: number = 3000;

  @Variable('HOST', 'address to listen on')
  @IsString()
  readonly host: string = '0.0.0.0';

  @Variable(
    'VARIANT',
    'which variant of the REST API: A (as 4.9, with extensions), B (as 4.7) or C (as 7.1); unset: what was chosen when the site was set up, or else A',
  )
  @IsIn(['A', 'B', 'C'], { message: 'must be A, B or C' })
  readonly variant: 'A' | 'B' | 'C' = 'A';

  /** Whether VARIANT is set: it takes precedence over what the owner chose when the site was set up. */
  readonly isVariantSet!: boolean;

  /** Whether FRONT_END_URL is set: it takes precedence over the settings of the site. */
  readonly isFrontEndSet!: boolean;

  @Variable(
    'MODULES',
    'comma-separated modules in addition to those of the variant: `forms`, `popups`, `cache`, which variant A has, and `fonts`, the font library that variant C has',
  )
  @IsListOf(
    (entry) => /^(?:forms|popups|cache|fonts)$/.test(entry),
    'must be a comma-separated list of forms, popups, cache and fonts',
  )
  readonly routeModules: readonly string[] = [];

  @Variable('BASE_PATH', 'root of the REST API')
  @Matches(/^(?:\/[\w.-]+)+$/, {
    message: 'must be a path such as /wp-json, with a leading and without a trailing slash',
  })
  readonly basePath: string = '/wp-json';

  /** Includes DATABASE_PASSWORD. */
  @Secret(
    'DATABASE_URL',
    'MySQL or MariaDB; several comma-separated hosts for interchangeable servers; unset: an SQLite file in `DATA_DIR`. `?ssl=true` requires TLS',
  )
  @IsOptional()
  @Matches(/^(?:mysql|mariadb):\/\/[^\s]+\/[^\s/?]+/, {
    message: 'must look like mysql://user:password@host:3306/database',
  })
  readonly databaseUrl?: string;

  @Secret('DATABASE_PASSWORD', 'password for `DATABASE_URL`, if that contains none')
  @IsOptional()
  @IsString()
  readonly databasePassword?: string;

  @Secret(
    'DATABASE_REPLICAS',
    'comma-separated replicas of the server in `DATABASE_URL` that may be read from; see several-machines.md',
  )
  @IsListOf(
    (entry) => /^(?:mysql|mariadb):\/\/[^\s]+\/[^\s/?]+$/.test(entry),
    'must be a comma-separated list of addresses such as mysql://user:password@host:3306/database',
  )
  readonly databaseReplicas: readonly string[] = [];

  @Variable('TABLE_PREFIX', 'prefix of every table name')
  @Matches(/^[A-Za-z0-9_]+$/, { message: 'may have letters, digits and underscores only' })
  readonly tablePrefix: string = 'wp_';

  @Variable(
    'NETWORK',
    'follow the rules of the WordPress network (multisite) that the site belongs to; off: its tables mean nothing; see multisite.md',
  )
  @IsSwitch()
  readonly network: boolean = true;

  @Variable('DATABASE_POOL', 'maximum number of connections to MySQL, in each process')
  @IsWholeNumber(1, 500)
  readonly databasePool: number = 10;

  @Variable(
    'DATABASE_TIMEOUT',
    'seconds a statement on MySQL may take, and wait for a lock or a connection, before the request gets a 503; commands and migrations have no limit',
  )
  @IsWholeNumber(1, 3600)
  readonly databaseTimeout: number = 10;

  @Variable('DATA_DIR', 'folder of the embedded database and the uploads')
  @IsString()
  readonly dataDir: string = './data';

  @Variable(
    'SITE_URL',
    'overrides the site URLs stored in the database; a site installed without it has the URL http://localhost:PORT, which follows PORT',
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+[^\s?#/]$/, {
    message:
      'must be an http or https address without a query or trailing slash, such as https://example.com or https://example.com/blog',
  })
  readonly siteUrl?: string;

  @Variable('UPLOADS_DIR', 'folder of the uploads; unset: `uploads` in `DATA_DIR`')
  @IsOptional()
  @IsString()
  readonly uploadsDir!: string;

  @Variable(
    'UPLOADS_URL',
    'URL of the uploads folder, where it is neither stored in the database nor `wp-content/uploads` of the site: a `wp-content` folder that was moved, a CDN',
  )
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+[^\s?#/]$/, {
    message: 'must be an http or https address without a query or trailing slash',
  })
  readonly uploadsUrl?: string;

  @Secret(
    'ADMIN_PASSWORD',
    'password of `admin` on a new database; unset: the first start prints a set-up link, or a generated password if the console is off',
  )
  @IsOptional()
  @Matches(/^.{8,}$/s, { message: 'must have at least 8 characters' })
  readonly adminPassword?: string;

  @Variable('AUTH_ACCOUNT_PASSWORDS', 'accept account passwords for HTTP Basic, not only application passwords')
  @IsSwitch()
  readonly accountPasswords: boolean = true;

  @Group(AuthKeys) readonly keys: AuthKeys = new AuthKeys();

  @Variable(
    'ANONYMOUS_COMMENTS',
    'anonymous visitors may comment unless the site requires registration; off: 401, as in WordPress without a filter',
  )
  @IsSwitch()
  readonly anonymousComments: boolean = false;

  @Variable('TRASH_DAYS', 'days after which trashed items are deleted permanently, checked once a day; 0: never')
  @IsWholeNumber(0, 3650)
  readonly trashDays: number = 30;

  @Variable('MEDIA_TRASH', 'deleting media without `force` moves it to the trash; off: 501 as in WordPress')
  @IsSwitch()
  readonly mediaTrash: boolean = true;

  @Group(PresentationConfig) readonly presentation: PresentationConfig = new PresentationConfig();

  @Variable(
    'THEME_TEMPLATES',
    'comma-separated template files of the theme that `template` of entries accepts, `none` for a theme without templates; `page:wide.php` is a template of pages only; unset: any',
  )
  @IsOptional()
  @IsListOf(
    (entry) => entry !== 'none' && entry.length <= 200,
    'must be none or a comma-separated list of template files such as templates/wide.php',
  )
  readonly themeTemplates?: readonly string[];

  @Variable(
    'LANGUAGES',
    'comma-separated locales that users and the site can choose, such as `de_DE,fr_FR`, besides `en_US`, those in use, and those of a WordPress (files in `languages` next to the uploads)',
  )
  @IsListOf(
    (entry) => /^[a-z]{2,3}(?:_[A-Za-z0-9]{2,20}){0,2}$/.test(entry),
    'must be a comma-separated list of locales such as de_DE',
  )
  readonly languages: readonly string[] = [];

  @Variable(
    'MENU_LOCATIONS',
    'comma-separated locations of the theme that show menus, each as `name=description`; for `menu-locations` of variant C',
  )
  @IsListOf(
    (entry) => /^[\w-]{1,100}(?:=.{1,200})?$/.test(entry),
    'must be a comma-separated list of locations such as primary=Primary menu',
  )
  readonly menuLocations: readonly string[] = [];

  @Variable(
    'CONTENT_TYPES',
    'JSON file with content types, taxonomies and meta keys; see [adding a content type](adding-a-content-type.md)',
  )
  @IsOptional()
  @IsString()
  readonly contentTypes?: string;

  @Variable(
    'NESTPRESS_MODULES',
    'comma-separated files with Nest modules and content declarations; see [adding a resource](adding-a-resource.md)',
  )
  @IsListOf((entry) => entry !== '', 'must be a comma-separated list of files such as ./my-module.js')
  readonly modules: readonly string[] = [];

  @Group(FrontEndConfig) readonly frontEnd: FrontEndConfig = new FrontEndConfig();

  /** Undefined without an address. */
  @Group(WordPressConfig) readonly wordpress?: WordPressConfig;

  @Variable(
    'FETCH_EMBEDS',
    'fetch embeds of other sites’ URLs from their oEmbed providers, and the feeds that blocks and widgets show, in the background',
  )
  @IsSwitch()
  readonly fetchEmbeds: boolean = true;

  @Variable('RATE_LIMIT', 'limit wrong account and post passwords, comments, form submissions and popup events')
  @IsSwitch()
  readonly rateLimit: boolean = true;

  @Secret('REDIS_URL', 'Redis, which notifies other processes and machines of changes at once and shares rate limits')
  @IsOptional()
  @Matches(/^rediss?:\/\/[^\s]+$/, { message: 'must look like redis://host:6379' })
  readonly redisUrl?: string;

  @Secret(
    'SMTP_URL',
    'mail server (`smtps:` for TLS from the start, `?requireTLS=true` to require it); `log:` sends nothing and logs a line per message; unset: no mail is sent',
  )
  @IsOptional()
  @Matches(/^(?:smtps?:\/\/[^\s]+|log:)$/, { message: 'must look like smtp://user:password@host:587, or be log:' })
  readonly smtpUrl?: string;

  @Variable('MAIL_FROM', 'sender of mail; unset: an address of the site')
  @IsOptional()
  @Matches(/^(?:[^<>\x00-\x1f\x7f]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
    message: 'must look like me@site.example or Name <me@site.example>',
  })
  readonly mailFrom?: string;

  @Variable('WORKERS', 'number of processes that share the port')
  @IsWholeNumber(1, 64)
  readonly workers: number = 1;

  @Variable(
    'REQUEST_LIMIT',
    'requests that are processed at a time, in each process; further ones wait. Cache hits and probes do not count',
  )
  @IsWholeNumber(1, 100_000)
  readonly requestLimit: number = 64;

  @Variable('REQUEST_WAIT', 'seconds a request waits for its turn before it gets a 503')
  @IsWholeNumber(1, 600)
  readonly requestWait: number = 5;

  @Variable('BODY_LIMIT', 'largest request body in bytes, uploads excepted')
  @IsWholeNumber(1024, 1_073_741_824)
  readonly bodyLimit: number = 8_388_608;

  @Variable('CONTENT_LIMIT', 'largest content of an entry in bytes; existing larger ones are still served')
  @IsWholeNumber(1024, 1_073_741_824)
  readonly contentLimit: number = 4_194_304;

  @Variable(
    'RESPONSE_LIMIT',
    'bytes of contents that are read for one response with several entries; requests for more get a 400',
  )
  @IsWholeNumber(1024, 1_073_741_824)
  readonly responseLimit: number = 16_777_216;

  @Variable('UPLOAD_LIMIT', 'largest upload in bytes')
  @IsWholeNumber(1024, 1_099_511_627_776)
  readonly uploadLimit: number = 67_108_864;

  @Variable(
    'MAX_STREAMS',
    'responses that stay open at a time in each process: streams, exports, and requests that wait for a change; a tenth for each address or account, a quarter reserved for accounts; more get a 503',
  )
  @IsWholeNumber(10, 100_000)
  readonly maxStreams: number = 200;

  /** The bucket of S3_URL. */
  readonly s3?: S3Options;

  @Secret(
    'S3_URL',
    'store uploads in a bucket of an S3-compatible store instead of `UPLOADS_DIR`: URL of the store with access key, secret key, bucket and optionally a folder in it; special characters in keys are percent-encoded (`/` as `%2F`)',
  )
  @IsOptional()
  @Matches(S3_URL, {
    message: 'must look like https://ACCESS_KEY:SECRET_KEY@s3.amazonaws.com/bucket/folder?region=us-east-1',
  })
  readonly s3Url?: string;

  @Variable('LIST_INDEX', '`build` builds the list index at start where it is missing or outdated; `use` does not')
  @IsIn(['use', 'build'], { message: 'must be use or build' })
  readonly listIndex: 'use' | 'build' = 'use';

  @Variable(
    'CACHE_MB',
    'memory for cached responses to anonymous requests in megabytes, in each process; 0: no response cache',
  )
  @IsWholeNumber(0, 65_536)
  readonly cacheMb: number = 64;

  @Variable(
    'ENTRY_CACHE_MB',
    'memory for the JSON of published entries in megabytes, in each process; every use is validated against the database; needs the list index (`LIST_INDEX`); 0: no entry cache',
  )
  @IsWholeNumber(0, 65_536)
  readonly entryCacheMb: number = 64;

  @Variable('CACHE_CRAWLER', 'request the public lists and items every ten minutes to keep the response cache warm')
  @IsSwitch()
  readonly cacheCrawler: boolean = false;

  @Variable('TRUSTED_PROXIES', 'comma-separated proxies whose `X-Forwarded-For` is trusted')
  @IsListOf(
    isProxy,
    'must be a comma-separated list of addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal',
  )
  readonly trustedProxies: readonly string[] = [];

  @Variable(
    'CORS_ORIGINS',
    'origins that may use the REST API from a browser: `any` as in WordPress, `none`, or a comma-separated list',
  )
  @IsListOf(isOrigin, 'must be any, none or a comma-separated list of origins such as https://app.example', 'any')
  readonly corsOrigins: 'any' | readonly string[] = 'any';

  @Variable(
    'HSTS_SECONDS',
    'max-age of the Strict-Transport-Security header; 0: no header. Set it if every visitor uses HTTPS',
  )
  @IsWholeNumber(0, 63_072_000)
  readonly hstsSeconds: number = 0;

  /** Time for a client to send the headers of a request. */
  readonly headerSeconds: number = 20;

  /** Time for a client to send a whole request, uploads included. */
  readonly requestSeconds: number = 300;

  /** How long an idle connection stays open: longer than in a proxy in front, which would otherwise lose requests. */
  readonly keepAliveSeconds: number = 65;

  @Variable('LOG_LEVEL', 'lowest level that is logged')
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    message: 'must be fatal, error, warn, info, debug, trace or silent',
  })
  readonly logLevel: string = 'info';

  @Group(ObserveConfig) readonly observe: ObserveConfig = new ObserveConfig();

  /** Time for requests in progress to finish after SIGTERM, SIGINT or SIGHUP. */
  readonly shutdownSeconds: number = 25;

  /** The embedded database, in DATA_DIR. */
  readonly databaseFile!: string;

  /** Whether this process runs jobs, publishes scheduled posts and crawls: the service does, commands do not. */
  readonly background: boolean = true;
}

/** Injection token of the configuration. */
export const CONFIG = Symbol('CONFIG');

const OWN_MEMBERS = membersOf(Config).length;

/**
 * Adds a member with the variables of a feature, which declares its type by merging it into Config. The members of features are in
 * the order of their names, in whatever order the features are loaded.
 */
export function addConfigGroup(member: string, group: ConfigGroup): void {
  if (membersOf(Config).some(({ property }) => property === member)) return;
  Group(group)(Config.prototype, member);
  sortMembersAfter(Config, OWN_MEMBERS);
}
