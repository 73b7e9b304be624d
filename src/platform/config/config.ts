import 'reflect-metadata';
import { join, resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Environment } from './environment.js';

export class ConfigError extends Error {}

/** The service's configuration: read once at start, checked, frozen. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly variant: 'A' | 'B';
  readonly basePath: string;
  readonly databaseUrl?: string;
  readonly databaseFile: string;
  readonly databasePool: number;
  readonly tablePrefix: string;
  readonly dataDir: string;
  readonly siteUrl?: string;
  readonly uploadsDir: string;
  readonly adminPassword?: string;
  readonly accountPasswords: boolean;
  readonly keys: Readonly<Record<KeyName, string | undefined>>;
  readonly mediaTrash: boolean;
  /** How captions, galleries and players are written, instead of what the site's theme says. */
  readonly presentation: { readonly html5?: boolean; readonly contentWidth?: number };
  readonly rateLimit: boolean;
  readonly redisUrl?: string;
  readonly smtpUrl?: string;
  readonly mailFrom?: string;
  readonly workers: number;
  readonly bodyLimit: number;
  readonly uploadLimit: number;
  /** Uploads go to this bucket instead of the uploads folder. */
  readonly s3?: S3Config;
  /** 0: no answer is kept. */
  readonly cacheBytes: number;
  /** What visitors ask for is asked for beforehand, again and again. */
  readonly cacheCrawler: boolean;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  readonly observe: ObserveConfig;
  readonly shutdownSeconds: number;
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
  | 'authKey' | 'secureAuthKey' | 'loggedInKey' | 'nonceKey'
  | 'authSalt' | 'secureAuthSalt' | 'loggedInSalt' | 'nonceSalt';

/** Injection token of the configuration. */
export const CONFIG = Symbol('CONFIG');

/** Reads and checks the environment; a wrong value is a ConfigError whose sentence names the variable. */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.keys(new Environment()).concat(OPTIONAL).map((name) => [name, env[name]]).filter(([, value]) => value !== undefined && value !== ''));
  const checked = plainToInstance(Environment, given, { exposeDefaultValues: true });
  const [problem] = validateSync(checked);
  if (problem) {
    const [reason] = Object.values(problem.constraints ?? { invalid: 'is not valid' });
    throw new ConfigError(`${problem.property} ${reason}.`);
  }
  return toConfig(checked);
}

/** Variables without a default, which an instance of Environment does not show. */
const OPTIONAL = [
  'DATABASE_URL', 'SITE_URL', 'UPLOADS_DIR', 'ADMIN_PASSWORD', 'REDIS_URL', 'SMTP_URL', 'MAIL_FROM', 'TRUSTED_PROXIES',
  'HTML5_MARKUP', 'CONTENT_WIDTH', 'METRICS_PORT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_PREFIX',
  'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT',
];

function toConfig(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR);
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    variant: env.VARIANT,
    basePath: env.BASE_PATH,
    databaseUrl: env.DATABASE_URL,
    databaseFile: join(dataDir, 'nestpress.sqlite'),
    databasePool: env.DATABASE_POOL,
    tablePrefix: env.TABLE_PREFIX,
    dataDir,
    siteUrl: env.SITE_URL,
    uploadsDir: resolve(env.UPLOADS_DIR ?? join(dataDir, 'uploads')),
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
    presentation: Object.freeze({ html5: env.HTML5_MARKUP, contentWidth: env.CONTENT_WIDTH }),
    rateLimit: env.RATE_LIMIT,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    workers: env.WORKERS,
    bodyLimit: env.BODY_LIMIT,
    uploadLimit: env.UPLOAD_LIMIT,
    s3: s3Config(env),
    cacheBytes: env.RESPONSE_CACHE ? env.CACHE_MB * 1_048_576 : 0,
    cacheCrawler: env.CACHE_CRAWLER,
    trustedProxies: (env.TRUSTED_PROXIES ?? '').split(',').map((entry) => entry.trim()).filter(Boolean),
    logLevel: env.LOG_LEVEL,
    observe: observeConfig(env),
    shutdownSeconds: env.SHUTDOWN_SECONDS,
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

function s3Config(env: Environment): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = env;
  if (bucket === undefined) return undefined;
  if (accessKey === undefined || secretKey === undefined) throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY and S3_SECRET_KEY.');
  return Object.freeze({ bucket, accessKey, secretKey, endpoint: env.S3_ENDPOINT, region: env.S3_REGION, prefix: env.S3_PREFIX ?? '' });
}
