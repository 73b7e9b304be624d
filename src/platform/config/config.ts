import 'reflect-metadata';
import { join, resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { closestName } from './closest-name.js';
import { ConfigError } from './config-error.js';
import { Environment } from './environment.js';
import { secretValue } from './secret-files.js';
import { descriptionOf, entriesOf, variablesOf } from './variable.decorators.js';

export { ConfigError };

/** The service's configuration: read once at start, checked, frozen. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly variant: 'A' | 'B';
  readonly basePath: string;
  readonly databaseUrl?: string;
  readonly databaseFile: string;
  readonly databasePool: number;
  /** Servers that follow the one in `databaseUrl` and may be read from. */
  readonly databaseReplicas: readonly string[];
  readonly databaseReplicaLagMs: number;
  readonly tablePrefix: string;
  readonly dataDir: string;
  readonly siteUrl?: string;
  readonly uploadsDir: string;
  readonly uploadsUrl?: string;
  readonly adminPassword?: string;
  readonly accountPasswords: boolean;
  readonly keys: Readonly<Record<KeyName, string | undefined>>;
  readonly mediaTrash: boolean;
  /** How captions, galleries and players are written, instead of what the site's theme says. */
  readonly presentation: { readonly html5?: boolean; readonly contentWidth?: number; readonly imageSizes?: string };
  /** Template files of the theme; undefined: not known, so that any is accepted. */
  readonly themeTemplates?: readonly string[];
  /** Whether embeds that are not cached yet are fetched from other sites. */
  readonly fetchEmbeds: boolean;
  readonly rateLimit: boolean;
  readonly redisUrl?: string;
  readonly smtpUrl?: string;
  readonly mailFrom?: string;
  readonly workers: number;
  readonly bodyLimit: number;
  readonly uploadLimit: number;
  /** Uploads go to this bucket instead of the uploads folder. */
  readonly s3?: S3Config;
  /** Whether a list index that is missing is made at the start. */
  readonly buildsListIndex: boolean;
  /** 0: no answer is kept. */
  readonly cacheBytes: number;
  /** 0: no entry is kept as it is shown. */
  readonly entryCacheBytes: number;
  /** What visitors ask for is asked for beforehand, again and again. */
  readonly cacheCrawler: boolean;
  readonly trustedProxies: readonly string[];
  /** Undefined: any. */
  readonly corsOrigins?: readonly string[];
  /** 0: nothing is said. */
  readonly hstsSeconds: number;
  readonly headerSeconds: number;
  readonly requestSeconds: number;
  readonly keepAliveSeconds: number;
  readonly logLevel: string;
  readonly observe: ObserveConfig;
  readonly shutdownSeconds: number;
  /** Whether this process does jobs, publishes what is due and crawls. The service does; a command of the command line does not. */
  readonly background: boolean;
}

/** What is told about the service while it runs. */
export interface ObserveConfig {
  readonly accessLog: boolean;
  /** Metrics are served here; undefined: not at all. */
  readonly metricsPort?: number;
  readonly metricsHost: string;
  /** 0: no statement is logged. */
  readonly slowQueryMs: number;
  /** Statements are told apart by request, which slows every promise of the process. */
  readonly requestQueries: boolean;
  readonly serverTiming: 'off' | 'request' | 'on';
  readonly tracing: boolean;
}

export interface S3Config {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly prefix: string;
}

export type KeyName =
  | 'authKey'
  | 'secureAuthKey'
  | 'loggedInKey'
  | 'nonceKey'
  | 'authSalt'
  | 'secureAuthSalt'
  | 'loggedInSalt'
  | 'nonceSalt';

/** Injection token of the configuration. */
export const CONFIG = Symbol('CONFIG');

type Values = Record<string, string | undefined>;

/** Reads and checks the environment. All wrong values are reported at once, in a ConfigError whose sentences name the variables. */
export function loadConfig(env: Values = process.env): Config {
  const problems: string[] = [];
  const given: Values = {};
  for (const name of variablesOf(Environment).keys()) {
    try {
      const value = valueOf(env, name);
      if (value !== undefined) given[name] = value;
    } catch (error) {
      problems.push((error as ConfigError).message);
    }
  }
  const checked = plainToInstance(Environment, given, { exposeDefaultValues: true });
  for (const { property, constraints } of validateSync(checked)) {
    const [reason] = Object.values(constraints ?? { invalid: 'is not valid' });
    problems.push(`${property} ${reason}${shownValue(property, given[property])}.`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return toConfig(checked);
}

/** An empty value counts as not set. */
function valueOf(env: Values, name: string): string | undefined {
  return descriptionOf(Environment, name)?.isSecret ? secretValue(env, name) : env[name] || undefined;
}

function shownValue(name: string, value: string | undefined): string {
  return value === undefined || descriptionOf(Environment, name)?.isSecret ? '' : `, not ${JSON.stringify(value)}`;
}

/** A hint for each variable that looks like a misspelt name of one of ours. */
export function misspeltVariables(env: Values = process.env): string[] {
  const names = [...variablesOf(Environment).keys()].flatMap((name) =>
    descriptionOf(Environment, name)?.isSecret ? [name, `${name}_FILE`] : [name],
  );
  return Object.keys(env).flatMap((given) => {
    const meant = names.includes(given) ? undefined : closestName(given, names);
    return meant === undefined || env[meant] ? [] : [`${given} is not a variable of Nestpress. Did you mean ${meant}?`];
  });
}

function toConfig(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR);
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    variant: env.VARIANT,
    basePath: env.BASE_PATH,
    databaseUrl: databaseUrl(env),
    databaseFile: join(dataDir, 'nestpress.sqlite'),
    databasePool: env.DATABASE_POOL,
    databaseReplicas: replicas(env),
    databaseReplicaLagMs: env.DATABASE_REPLICA_LAG_MS,
    tablePrefix: env.TABLE_PREFIX,
    dataDir,
    siteUrl: env.SITE_URL,
    uploadsDir: resolve(env.UPLOADS_DIR ?? join(dataDir, 'uploads')),
    uploadsUrl: env.UPLOADS_URL,
    adminPassword: env.ADMIN_PASSWORD,
    accountPasswords: env.AUTH_ACCOUNT_PASSWORDS,
    keys: Object.freeze({
      authKey: env.AUTH_KEY,
      secureAuthKey: env.SECURE_AUTH_KEY,
      loggedInKey: env.LOGGED_IN_KEY,
      nonceKey: env.NONCE_KEY,
      authSalt: env.AUTH_SALT,
      secureAuthSalt: env.SECURE_AUTH_SALT,
      loggedInSalt: env.LOGGED_IN_SALT,
      nonceSalt: env.NONCE_SALT,
    }),
    mediaTrash: env.MEDIA_TRASH,
    presentation: Object.freeze({
      html5: env.HTML5_MARKUP,
      contentWidth: env.CONTENT_WIDTH,
      imageSizes: env.IMAGE_SIZES,
    }),
    themeTemplates: themeTemplates(env),
    fetchEmbeds: env.FETCH_EMBEDS,
    rateLimit: env.RATE_LIMIT,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    workers: env.WORKERS,
    bodyLimit: env.BODY_LIMIT,
    uploadLimit: env.UPLOAD_LIMIT,
    s3: s3Config(env),
    buildsListIndex: env.LIST_INDEX === 'build',
    cacheBytes: env.RESPONSE_CACHE ? env.CACHE_MB * 1_048_576 : 0,
    entryCacheBytes: env.ENTRY_CACHE_MB * 1_048_576,
    cacheCrawler: env.CACHE_CRAWLER,
    trustedProxies: entriesOf(env.TRUSTED_PROXIES ?? ''),
    corsOrigins: corsOrigins(entriesOf(env.CORS_ORIGINS)),
    hstsSeconds: env.HSTS_SECONDS,
    headerSeconds: env.HEADER_SECONDS,
    requestSeconds: env.REQUEST_SECONDS,
    keepAliveSeconds: env.KEEP_ALIVE_SECONDS,
    logLevel: env.LOG_LEVEL,
    observe: observeConfig(env),
    shutdownSeconds: env.SHUTDOWN_SECONDS,
    background: true,
  });
}

function observeConfig(env: Environment): ObserveConfig {
  return Object.freeze({
    accessLog: env.ACCESS_LOG,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    slowQueryMs: env.SLOW_QUERY_MS,
    // Both name the statements of one request.
    requestQueries: env.REQUEST_QUERIES || env.SLOW_QUERY_MS > 0 || env.SERVER_TIMING !== 'off',
    serverTiming: env.SERVER_TIMING,
    tracing: env.OTEL,
  });
}

/** Not by URL, which knows only one host. */
function databaseUrl({ DATABASE_URL, DATABASE_PASSWORD }: Environment): string | undefined {
  if (DATABASE_PASSWORD === undefined) return DATABASE_URL;
  const [, scheme, user = '', rest] = /^(\w+:\/\/)(?:([^@/]*)@)?(.+)$/.exec(DATABASE_URL ?? '') ?? [];
  if (scheme === undefined) throw new ConfigError('DATABASE_PASSWORD needs a DATABASE_URL.');
  if (/:./.test(user)) throw new ConfigError('DATABASE_PASSWORD cannot be set when DATABASE_URL has a password.');
  return `${scheme}${user.replace(':', '')}:${encodeURIComponent(DATABASE_PASSWORD)}@${rest}`;
}

function corsOrigins(entries: readonly string[]): readonly string[] | undefined {
  if (entries.length === 1 && entries[0] === 'any') return undefined;
  if (entries.length === 1 && entries[0] === 'none') return [];
  if (entries.includes('any') || entries.includes('none'))
    throw new ConfigError('CORS_ORIGINS has any or none beside other entries.');
  return entries;
}

function themeTemplates({ THEME_TEMPLATES: list }: Environment): readonly string[] | undefined {
  const entries = list === undefined ? undefined : entriesOf(list);
  if (entries?.length === 1 && entries[0] === 'none') return [];
  if (entries?.includes('none')) throw new ConfigError('THEME_TEMPLATES must be none or a list, not both.');
  return entries;
}

/** Who follows which of several servers cannot be known, so it is one or the other. */
function replicas({ DATABASE_URL: url, DATABASE_REPLICAS: list }: Environment): readonly string[] {
  if (list === undefined) return [];
  if (url === undefined) throw new ConfigError('DATABASE_REPLICAS needs DATABASE_URL.');
  if (url.includes(','))
    throw new ConfigError('DATABASE_REPLICAS cannot be used with several servers in DATABASE_URL.');
  return list.split(',').map((entry) => entry.trim());
}

function s3Config(env: Environment): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = env;
  if (bucket === undefined) return undefined;
  if (accessKey === undefined || secretKey === undefined)
    throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY and S3_SECRET_KEY.');
  return Object.freeze({
    bucket,
    accessKey,
    secretKey,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    prefix: env.S3_PREFIX ?? '',
  });
}
